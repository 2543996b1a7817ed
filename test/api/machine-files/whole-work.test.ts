import { beforeAll, describe, expect, test } from 'vitest';
import type { Operation } from '../../../domain/operations/operation.ts';
import { harvestCsv, zipOf } from '../../adapters/machine-files/harvest-text.ts';
import { idle } from '../cloud.ts';
import { freshOwner, type TestOwner } from '../owner.ts';
import { freshUser } from '../users/user.ts';
import { downloaded, operationsService, processed, type ShownFile } from './batch.ts';
import { fieldAround } from './field-around.ts';
import { eventsOf, usageOf } from './stored-records.ts';

type ShownOperation = Pick<Operation, 'id' | 'files' | 'fields' | 'type'>;

let owner: TestOwner;
let svcUserId: string;
let west: string;
let east: string;
let file: ShownFile;

const list = async (query = '') =>
  (await owner.get<ShownOperation[]>(`${operationsService}/operations?svcUserId=${svcUserId}${query}`)).body;

const pointsOf = async (address?: string) =>
  ((await (await downloaded(owner, address)).json()) as { features: unknown[] }).features.length;

beforeAll(async () => {
  owner = await freshOwner();
  svcUserId = (await freshUser(owner)).id;
  await owner.post(`/services/config/api/configs/${svcUserId}`, { splitOperationsByField: false });
  // Four passes: one on the field in the west, two on the one in the east, and one beside both.
  [west, east] = [await fieldAround(owner, svcUserId, 0, 1), await fieldAround(owner, svcUserId, 1, 3)];
  file = (await processed(owner, svcUserId, 'a.zip', zipOf({ 'a.csv': harvestCsv() }))).files[0] as ShownFile;
  await idle();
});

describe('work that is not split by field', () => {
  test('is one operation on all of its fields, including the points beside them', async () => {
    const found = await list();
    expect(found).toMatchObject([{ files: [file.id] }]);
    expect(found[0]?.fields.map(({ id }) => id).sort()).toEqual([west, east].sort());
    for (const { coverage } of found[0]?.fields ?? []) expect(coverage).toBeGreaterThan(0.5);
    const path = `${operationsService}/operations/${found[0]?.id}/standardGeojson`;
    const { body } = await owner.get<{ downloadStandardGeojson: string }>(path);
    expect(await pointsOf(body.downloadStandardGeojson)).toBe(100);
    expect(await list(`&fieldId=${west}`)).toEqual(found);
    expect(await list(`&fieldId=${east}`)).toEqual(found);
  });

  test('can be cut by its fields, which creates a file', async () => {
    const [operation] = await list();
    const { status, body } = await owner.post<{ id: string; svcFileId: string }>(
      `${operationsService}/operations/cropOperationByField`,
      { id: operation?.id },
    );
    expect([status, body.id]).toEqual([200, operation?.id]);
    await idle();
    const cut = await owner.get<ShownFile>(`${operationsService}/files/${body.svcFileId}`);
    expect(cut.body).toMatchObject({ status: 'processed', origin: 'automerged', provider: 'Svc', sources: [file.id] });
    expect(await pointsOf(cut.body.downloadStandardGeojson)).toBe(75);
    expect((await owner.get(`${operationsService}/files?svcUserId=${svcUserId}&origin=automerged`)).body).toHaveLength(
      1,
    );
    expect(await eventsOf(svcUserId)).toContainEqual({
      type: 'automergedFileProcessingFinished',
      svcUserId,
      fileId: body.svcFileId,
    });
    // A file made of an operation is no work of its own.
    expect(await list()).toEqual([operation]);
  });

  test('is counted on its whole ground, once', async () => {
    const [operation] = await list();
    const areas = (await usageOf(svcUserId)).map(({ product, sourceId, areaHectares }) => ({
      product,
      sourceId,
      areaHectares,
    }));
    expect(areas).toHaveLength(2);
    expect(areas).toContainEqual({ product: 'machineFiles', sourceId: file.id, areaHectares: 0.2 });
    expect(areas).toContainEqual({ product: 'fieldOperations', sourceId: operation?.id, areaHectares: 0.2 });
  });

  test('is split when the owner changes the setting, and files are processed again', async () => {
    await owner.call('PATCH', `/services/config/api/configs/${svcUserId}`, { json: { splitOperationsByField: true } });
    const [before] = await list();
    const { status } = await owner.post(`${operationsService}/files/reprocess`, { svcUserId });
    expect(status).toBe(202);
    await idle();
    const found = await list();
    expect(found.map(({ fields }) => fields.map(({ id }) => id))).toEqual(expect.arrayContaining([[west], [east]]));
    expect(found).toHaveLength(2);
    expect((await owner.get(`${operationsService}/operations/${before?.id}`)).status).toBe(404);
    const counted = (await usageOf(svcUserId)).filter(({ product }) => product === 'fieldOperations');
    expect(counted.map(({ areaHectares }) => areaHectares).sort()).toEqual([0.05, 0.1]);
  });
});

describe('operations of fields made again', () => {
  const again = (json: object) => owner.post<{ errorKey: string }>(`${operationsService}/operations/reprocess`, json);

  test('follow a change of settings, whether files have changed or not', async () => {
    await owner.call('PATCH', `/services/config/api/configs/${svcUserId}`, { json: { splitOperationsByField: false } });
    expect((await again({ svcUserId, fieldIds: [west] })).status).toBe(202);
    await idle();
    expect((await list()).map(({ fields }) => fields.length)).toEqual([2]);
    await owner.call('PATCH', `/services/config/api/configs/${svcUserId}`, { json: { splitOperationsByField: true } });
    expect((await again({ svcUserId })).status).toBe(202);
    await idle();
    expect((await list()).map(({ fields }) => fields.length)).toEqual([1, 1]);
  });

  test('are made again even if nothing has changed', async () => {
    const times = async () =>
      (await owner.get<Operation[]>(`${operationsService}/operations?svcUserId=${svcUserId}`)).body.map(
        ({ updatedTime }) => updatedTime,
      );
    const before = await times();
    await again({ svcUserId });
    await idle();
    for (const [index, time] of (await times()).entries()) expect(time > (before[index] ?? '')).toBe(true);
  });

  test('need an existing user', async () => {
    expect((await again({ svcUserId: crypto.randomUUID() })).status).toBe(404);
  });
});

describe('reprocessing of listed files', () => {
  test('covers the listed files of the user', async () => {
    const stamp = async () => (await owner.get<ShownFile>(`${operationsService}/files/${file.id}`)).body.updatedTime;
    const before = await stamp();
    const asked = { svcUserId, ids: [file.id] };
    expect((await owner.post(`${operationsService}/files/reprocess`, asked)).status).toBe(202);
    await idle();
    expect((await stamp()) > before).toBe(true);
    expect((await usageOf(svcUserId)).filter(({ product }) => product === 'machineFiles')).toHaveLength(1);
  });

  test('needs existing files and an existing user', async () => {
    const ask = (json: object) => owner.post<{ errorKey: string }>(`${operationsService}/files/reprocess`, json);
    const other = (await freshUser(owner)).id;
    expect((await ask({ svcUserId: other, ids: [file.id] })).body.errorKey).toBe('fileNotFound');
    expect((await ask({ svcUserId: crypto.randomUUID() })).status).toBe(404);
    expect((await ask({ svcUserId, ids: [] })).status).toBe(400);
  });
});
