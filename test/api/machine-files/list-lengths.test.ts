import { beforeAll, describe, expect, test } from 'vitest';
import { machineFileWriter } from '../../../adapters/aws/dynamodb/machine-files/machine-file-writer.ts';
import { newId } from '../../../adapters/system.ts';
import { timestamp } from '../../../domain/clock.ts';
import type { MachineFile } from '../../../domain/machine-files/machine-file.ts';
import { harvestCsv, zipOf } from '../../adapters/machine-files/harvest-text.ts';
import { cloudClock, idle, table } from '../cloud.ts';
import { fieldsService } from '../growers/grower.ts';
import { freshOwner, type TestOwner } from '../owner.ts';
import { followNext } from '../pages.ts';
import { itemsNaming } from '../stored.ts';
import { geoJson } from '../uploads/boundary-files.ts';
import { converted, uploadService } from '../uploads/upload.ts';
import { freshUser, usersPath } from '../users/user.ts';
import { operationsService, processed } from './batch.ts';
import { fieldAround } from './field-around.ts';

/** A number of rows above which lists are not counted by reading. */
const many = 1_010;
/** One in this many files is `failed`. */
const rare = 100;
const atOnce = 20;

let owner: TestOwner;
let [ada, ben] = ['', ''];
const operations = table('operations');
const users = table('users');

function newFile(svcUserId: string, members: Partial<MachineFile> = {}): MachineFile {
  const time = timestamp(cloudClock.now());
  return {
    ...{ id: newId(), svcUserId, provider: 'Svc', fields: [], fileFormat: 'CSV', fileName: 'a.csv', sizeInBytes: 1 },
    ...{ contentHash: 'a', origin: 'uploaded', status: 'processed', operationType: 'harvested', steps: {} },
    ...{ artefacts: [], problems: [], createdTime: time, updatedTime: time, startTime: time, endTime: time },
    ...members,
  };
}

beforeAll(async () => {
  owner = await freshOwner();
  [ada, ben] = [(await freshUser(owner)).id, (await freshUser(owner)).id];
  const { create } = machineFileWriter(operations, users);
  for (let start = 0; start < many; start += atOnce) {
    const numbers = Array.from({ length: Math.min(atOnce, many - start) }, (_, n) => start + n);
    await Promise.all(
      numbers.map((n) =>
        create(owner.owner.id, newFile(ada, n % rare === 0 ? { status: 'failed', provider: 'Stara' } : {}), 0),
      ),
    );
  }
  await create(owner.owner.id, newFile(ben), 0);
});

const total = async (path: string, of = owner) =>
  (await of.get(`${path}${path.includes('?') ? '&' : '?'}size=1`)).headers.get('x-total-count');
const files = `${operationsService}/files`;

describe('files in numbers that are not counted by reading', () => {
  test('have an exact length, of the owner and of each user', async () => {
    expect(await total(files)).toBe(String(many + 1));
    expect(await total(`${files}?svcUserId=${ada}`)).toBe(String(many));
    expect(await total(`${files}?svcUserId=${ben}`)).toBe('1');
  });

  test.each(['status=failed', 'provider=Stara', 'status=failed&provider=Stara&sort=updatedTime,desc'])(
    'are found by %s, page by page, none of them empty',
    async (query) => {
      const found = await followNext<{ status: string }>(owner, `${files}?${query}&size=3`);
      expect(found.map(({ status }) => status)).toEqual(Array.from({ length: 11 }, () => 'failed'));
      expect(await total(`${files}?${query}`)).toBe('11');
    },
  );

  test('are invisible to another owner', async () => {
    const other = await freshOwner();
    for (const query of ['', '?status=failed', `?svcUserId=${ada}`, `?svcUserId=${ada}&status=failed`]) {
      expect((await other.get(files + query)).body).toEqual([]);
      expect(await total(files + query, other)).toBe('0');
    }
  });
});

test('uploads and batches have a length, and keep it when they end', async () => {
  await converted(owner, ben, 'b.geojson', geoJson());
  expect(await total(`${uploadService}/upload`)).toBe('1');
  expect(await total(`${uploadService}/upload?svcUserId=${ben}`)).toBe('1');
  expect(await total(`${uploadService}/upload?svcUserId=${ada}`)).toBe('0');
  const { batch } = await processed(owner, ben, 'notes.zip', zipOf({ 'notes.doc': 'words' }));
  expect(batch.status).toBe('FAILED');
  expect(await total(`${operationsService}/batch`)).toBe('1');
  expect(await total(`${operationsService}/batch?svcUserId=${ben}`)).toBe('1');
  expect(await total(`${operationsService}/batch?svcUserId=${ada}`)).toBe('0');
});

test('operations are counted and found, until they are deleted', async () => {
  const fieldId = await fieldAround(owner, ben, 0, 2);
  await processed(owner, ben, 'a.csv', harvestCsv());
  await idle();
  const operationsPath = `${operationsService}/operations`;
  const queries = ['', `?svcUserId=${ben}`, '?operationType=harvested', '?provider=Svc', `?fieldId=${fieldId}`];
  const lengths = () => Promise.all(queries.map((query) => total(operationsPath + query)));
  expect(await lengths()).toEqual(['1', '1', '1', '1', '1']);
  const { body } = await owner.get<unknown[]>(`${operationsPath}?fieldId=${fieldId}&updatedTime=2000-01-01`);
  expect(body).toHaveLength(1);
  const other = await freshOwner();
  for (const query of queries) expect(await total(operationsPath + query, other)).toBe('0');
  await owner.call('DELETE', `${fieldsService}/users/${ben}/fields/${fieldId}`);
  await idle();
  expect(await lengths()).toEqual(['0', '0', '0', '0', '0']);
});

test('a deleted user is removed from the lengths and the filters', async () => {
  const lengthOfBen = Number(await total(`${files}?svcUserId=${ben}`));
  expect(await total(files)).toBe(String(many + lengthOfBen));
  expect((await owner.call('DELETE', `${usersPath}/${ben}`)).status).toBe(204);
  await idle();
  expect(await total(files)).toBe(String(many));
  for (const path of [`${operationsService}/batch`, `${uploadService}/upload`]) expect(await total(path)).toBe('0');
  expect(await itemsNaming(table('uploads'), ben)).toEqual([]);
  const left = (await itemsNaming(operations, ben)).filter(({ pk }) => !String(pk).includes('#lake'));
  expect(left).toEqual([]);
});
