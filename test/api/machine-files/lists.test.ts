import { beforeAll, describe, expect, test } from 'vitest';
import { deereZip } from '../../adapters/machine-files/deere-zip.ts';
import { harvestCsv, zipOf } from '../../adapters/machine-files/harvest-text.ts';
import { idle } from '../cloud.ts';
import { freshOwner, type TestOwner } from '../owner.ts';
import { links } from '../pages.ts';
import { freshUser } from '../users/user.ts';
import { operationsService, processed, type ShownBatch, type ShownFile } from './batch.ts';
import { fieldAround } from './field-around.ts';

let owner: TestOwner;
let svcUserId: string;
let fieldId: string;
let batch: ShownBatch;
/** The names of files by their ids: `harvest` 0.2 ha, `spray` 0.06 ha, `broken`, and the two that are `merged`. */
const names = new Map<string, string>();
let mergedTime: string;

beforeAll(async () => {
  owner = await freshOwner();
  svcUserId = (await freshUser(owner)).id;
  fieldId = await fieldAround(owner, svcUserId, 0, 2);
  const content = {
    'broken.csv': harvestCsv({ crop: '', passes: 1 }),
    'harvest.csv': harvestCsv(),
    'later.csv': harvestCsv({ days: 90, passes: 1 }),
    'spray.zip': deereZip(),
  };
  const sent = await processed(owner, svcUserId, 'all.zip', zipOf(content));
  batch = sent.batch;
  for (const { id, fileName } of sent.files)
    names.set(id, /(broken|harvest|later|spray)/.exec(fileName)?.[0] ?? fileName);
  const ids = sent.files.flatMap(({ id }) => (/^(harvest|later)$/.test(names.get(id) ?? '') ? [id] : []));
  const { body } = await owner.post<{ id: string }>(`${operationsService}/files/merge`, { ids });
  names.set(body.id, 'merged');
  await idle();
  mergedTime = (await owner.get<ShownFile>(`${operationsService}/files/${body.id}`)).body.createdTime;
  const other = await freshUser(owner);
  await processed(owner, other.id, 'other.csv', harvestCsv({ passes: 1 }));
});

const listed = async (query: string) => {
  const { status, body } = await owner.get<ShownFile[]>(`${operationsService}/files?svcUserId=${svcUserId}&${query}`);
  return status === 200 ? body.map(({ id }) => names.get(id)) : status;
};
const everything = ['broken', 'harvest', 'later', 'spray', 'merged'];

describe('machine files', () => {
  test.each<[string, string[]]>([
    ['provider=Svc', everything],
    ['provider=JohnDeere', []],
    ['status=failed', ['broken']],
    ['status=processed', ['harvest', 'later', 'spray', 'merged']],
    ['status=processing', []],
    ['origin=merged', ['merged']],
    ['origin=uploaded', ['broken', 'harvest', 'later', 'spray']],
    ['origin=provider', []],
    ['organizationId=1', []],
    ['providerFileId=1', []],
    ['fileFormat=SHAPEFILE', ['spray']],
    ['fileFormat=CN1', []],
    ['operationType=applied', ['spray']],
    ['operationType=tillage', []],
    ['minArea=2000', ['harvest', 'merged']],
    ['minArea=600', ['harvest', 'spray', 'merged']],
    ['standard=true', ['harvest', 'later', 'spray', 'merged']],
    ['standard=false', ['broken']],
    ['startTime=2024-08-01T12:00:00.000Z', ['harvest', 'later', 'merged']],
    ['startTime=2024-08-01T12:00:00.001Z', ['later']],
    ['operationStartTime=2024-09-01', ['later']],
    ['endTime=2024-05-01T12:00:19Z', ['spray']],
    ['endTime=2024-05-01T12:00:18Z', []],
    ['operationEndTime=2024-09-01', ['harvest', 'spray']],
    ['startTime=2024-06-01&endTime=2024-09-01', ['harvest']],
    ['createdTime=2090-01-01', []],
    ['updatedTime=2000-01-01', everything],
    ['status=failed&fileFormat=SHAPEFILE', []],
  ])('are found by %s', async (query, expected) => {
    expect(await listed(query)).toEqual(expect.arrayContaining(expected));
    expect(await listed(query)).toHaveLength(expected.length);
  });

  test('are found by their batch, their id and their creation time', async () => {
    const [id] = [...names].find(([, name]) => name === 'spray') ?? [];
    expect(await listed(`fileId=${id}`)).toEqual(['spray']);
    expect(await listed(`createdTime=${mergedTime}`)).toEqual(['merged']);
    const { body } = await owner.get<ShownFile[]>(`${operationsService}/files?batchId=${batch.id}`);
    expect(body).toHaveLength(4);
    const { body: all } = await owner.get<ShownFile[]>(`${operationsService}/files`);
    expect(all).toHaveLength(6);
  });

  test.each([
    'id',
    'fileName',
    'createdTime',
    'updatedTime',
    'origin',
    'svcUserId',
    'sizeInBytes',
    'provider',
    'fileFormat',
  ] as const)('are sorted by %s, both ways', async (field) => {
    const sorted = async (direction: string) =>
      (await owner.get<ShownFile[]>(`${operationsService}/files?sort=${field},${direction}`)).body.map(
        (file) => file[field] ?? '',
      );
    const up = await sorted('asc');
    const inOrder = up.toSorted((a, b) => (typeof a === 'number' ? a - Number(b) : a < b ? -1 : a > b ? 1 : 0));
    expect(up).toEqual(inOrder);
    expect(await sorted('desc')).toEqual(up.toReversed());
  });

  test('come page by page, with every filter and order', async () => {
    for (const query of ['size=2', 'size=2&sort=id,desc', 'size=2&status=processed', 'size=2&sort=fileName']) {
      const seen: string[] = [];
      let path: string | undefined = `${operationsService}/files?svcUserId=${svcUserId}&${query}`;
      while (path) {
        const { body, headers }: { body: ShownFile[]; headers: Headers } = await owner.get<ShownFile[]>(path);
        seen.push(...body.map(({ id }) => id));
        expect(headers.get('x-total-count')).toBe(query.includes('status') ? '4' : '5');
        path = links(headers).next;
      }
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen).toHaveLength(query.includes('status') ? 4 : 5);
    }
  });
});

describe('field operations', () => {
  const operations = async (query: string) =>
    (await owner.get<{ type: string; startTime: string }[]>(`${operationsService}/operations?${query}`)).body.map(
      ({ type, startTime }) => `${type} ${startTime.slice(0, 10)}`,
    );
  const [spray, harvest, later] = ['applied 2024-05-01', 'harvested 2024-08-01', 'harvested 2024-10-30'];

  test.each<[string, (string | undefined)[]]>([
    ['sort=startTime', [spray, harvest, later]],
    ['sort=startTime,desc', [later, harvest, spray]],
    ['sort=endTime,desc', [later, harvest, spray]],
    ['sort=type,startTime,desc', [spray, later, harvest]],
    ['operationType=harvested&sort=startTime', [harvest, later]],
    ['provider=Svc&sort=startTime', [spray, harvest, later]],
    ['provider=Stara', []],
    ['startTime=2024-08-01T12:00:00Z&sort=startTime', [harvest, later]],
    ['endTime=2024-09-01&sort=startTime', [spray, harvest]],
    ['updatedTime=2090-01-01', []],
    ['fieldId=nowhere', []],
  ])('are found by %s', async (query, expected) => {
    expect(await operations(query)).toEqual(expected);
  });

  test('are found by their field and their user', async () => {
    expect(await operations(`fieldId=${fieldId}`)).toHaveLength(3);
    expect(await operations(`svcUserId=${svcUserId}`)).toHaveLength(3);
    expect(await operations(`svcUserId=${crypto.randomUUID()}`)).toEqual([]);
  });
});

test('batches are listed by their user', async () => {
  const { body } = await owner.get<ShownBatch[]>(`${operationsService}/batch?svcUserId=${svcUserId}`);
  expect(body).toEqual([batch]);
  expect((await owner.get<ShownBatch[]>(`${operationsService}/batch?sort=uploadTimestamp,desc`)).body).toHaveLength(2);
});
