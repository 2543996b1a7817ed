import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, test } from 'vitest';
import { fileItem, machineFileWriter } from '../../../adapters/aws/dynamodb/machine-files/machine-file-writer.ts';
import { derivedId, newId } from '../../../adapters/system.ts';
import { limits, limitText } from '../../../domain/limits.ts';
import type { MachineFile } from '../../../domain/machine-files/machine-file.ts';
import { harvestCsv } from '../../adapters/machine-files/harvest-text.ts';
import { isThorough } from '../../thorough.ts';
import { idle, table } from '../cloud.ts';
import { freshOwner, type TestOwner } from '../owner.ts';
import { links } from '../pages.ts';
import { freshUser } from '../users/user.ts';
import { operationsService, processed, type ShownFile } from './batch.ts';
import { fieldAround } from './field-around.ts';

/** More files than are counted, or more than can be sorted in memory: the tables of queries then follow ten times as many rows for half a minute. */
const many = (isThorough ? limits.sortedRows : limits.countedRows) + 10;
if (!isThorough) console.log(`skipped: files above ${limitText.sortedRows}, which npm run verify:thorough tries`);
/** The maximum batch of BatchWriteItem. */
const batchSize = 25;

let owner: TestOwner;
let svcUserId: string;

/** Files that lie in no field. */
function fileOf(number: number, members: Partial<MachineFile> = {}): MachineFile {
  const time = '2024-05-01T12:00:00.000Z';
  return {
    ...{ id: derivedId(svcUserId, 'file', number), svcUserId, provider: 'Svc', fields: [], fileFormat: 'CSV' },
    ...{ fileName: `${number}.csv`, sizeInBytes: 1, contentHash: String(number), origin: 'uploaded' },
    ...{ status: 'processed', operationType: 'harvested', startTime: time, endTime: time, fieldsTime: time },
    ...{ steps: {}, artefacts: [], problems: [], createdTime: time, updatedTime: time },
    ...members,
  };
}

/** Writes records as processing leaves them, without what only lists of other files read. */
async function writeMany(): Promise<void> {
  const { client, name } = table('operations');
  const requests = Array.from({ length: many }, (_, number) => ({
    PutRequest: { Item: fileItem(owner.owner.id, fileOf(number)) },
  }));
  for (let start = 0; start < many; start += batchSize) {
    await client.send(new BatchWriteCommand({ RequestItems: { [name]: requests.slice(start, start + batchSize) } }));
  }
  const time = '2025-05-01T12:00:00.000Z';
  const rare = fileOf(many, {
    ...{ id: newId(), status: 'failed', operationType: 'planted', provider: 'Stara', fileFormat: 'SHAPEFILE' },
    ...{ fileName: 'rare.zip', createdTime: time, updatedTime: time, startTime: time, endTime: time },
  });
  await machineFileWriter(table('operations'), table('users')).create(owner.owner.id, rare, 0);
}

beforeAll(async () => {
  owner = await freshOwner();
  svcUserId = (await freshUser(owner)).id;
  await writeMany();
});

describe('a user with more files than are counted', () => {
  test('has operations of those files that lie on a field', async () => {
    const fieldId = await fieldAround(owner, svcUserId, 0, 2);
    const { files } = await processed(owner, svcUserId, 'a.csv', harvestCsv());
    await idle();
    const { body } = await owner.get<object[]>(`${operationsService}/operations?fieldId=${fieldId}`);
    expect(body).toMatchObject([{ files: [files[0]?.id] }]);
  });

  test('can read them page by page, and those of them that are in no field', async () => {
    const path = `${operationsService}/files?svcUserId=${svcUserId}&size=100&sort=id,desc`;
    const first = await owner.get<ShownFile[]>(path);
    expect(first.body).toHaveLength(100);
    const next = await owner.get<ShownFile[]>(links(first.headers).next ?? '');
    expect(next.body[0]?.id).not.toBe(first.body.at(-1)?.id);
    const uncovered = await owner.get<{ files: string[] }>(
      `${operationsService}/files/uncoveredFiles?svcUserId=${svcUserId}`,
    );
    expect(uncovered.body.files).toHaveLength(many);
  });

  test.each([
    'status=failed',
    'operationType=planted',
    'provider=Stara',
    'fileFormat=SHAPEFILE',
    'updatedTime=2025-01-01&provider=Stara&sort=id',
    'startTime=2025-01-01&endTime=2025-12-31&origin=uploaded',
    'createdTime=2025-01-01&minArea=0&sort=fileName&status=failed',
  ])('finds the only one with %s', async (query) => {
    for (const whose of ['', `svcUserId=${svcUserId}&`]) {
      const { status, body } = await owner.get<ShownFile[]>(`${operationsService}/files?${whose}${query}`);
      expect([status, body.map(({ fileName }) => fileName)]).toEqual([200, ['rare.zip']]);
    }
    expect((await (await freshOwner()).get(`${operationsService}/files?${query}`)).body).toEqual([]);
  });

  test.runIf(isThorough)('is refused another order, with advice', async () => {
    const { status, body } = await owner.get<{ errorKey: string; detail: string }>(
      `${operationsService}/files?svcUserId=${svcUserId}&sort=fileName`,
    );
    expect([status, body.errorKey]).toEqual([400, 'sortTooLarge']);
    expect(body.detail).toContain('id');
  });
});
