import { beforeAll, describe, expect, test } from 'vitest';
import type { Operation } from '../../../domain/operations/operation.ts';
import { harvestCsv, zipOf } from '../../adapters/machine-files/harvest-text.ts';
import { idle } from '../cloud.ts';
import { fieldsService } from '../growers/grower.ts';
import { freshOwner, type TestOwner } from '../owner.ts';
import { askUntil } from '../send-form.ts';
import { freshUser } from '../users/user.ts';
import { operationsService, processed, type ShownFile } from './batch.ts';
import { fieldAround, groundOf } from './field-around.ts';
import { lakePointsIn } from './lake-points.ts';
import { pointsAt } from './with-settings.ts';

type ShownOperation = Pick<Operation, 'id' | 'files' | 'fields'>;

/** Time within which a later field has to find a file. */
const promisedMilliseconds = 60_000;

let owner: TestOwner;
let svcUserId: string;
let file: ShownFile;
let fieldId: string;

const now = async () => (await owner.get<ShownFile>(`${operationsService}/files/${file.id}`)).body;
const ofField = async (id = fieldId) =>
  (await owner.get<ShownOperation[]>(`${operationsService}/operations?fieldId=${id}`)).body;
const fieldPath = () => `${fieldsService}/users/${svcUserId}/fields/${fieldId}`;

async function pointsOfFirst(): Promise<number> {
  const [operation] = await ofField();
  const path = `${operationsService}/operations/${operation?.id}/standardGeojson`;
  const { body } = await owner.get<{ downloadStandardGeojson: string }>(path);
  return (await pointsAt(owner, body.downloadStandardGeojson)).length;
}

beforeAll(async () => {
  owner = await freshOwner();
  svcUserId = (await freshUser(owner)).id;
  file = (await processed(owner, svcUserId, 'a.zip', zipOf({ 'a.csv': harvestCsv() }))).files[0] as ShownFile;
});

describe('a field that comes after its files', () => {
  test('finds them within a minute, and operations are made of them', async () => {
    expect(file.fields).toEqual([]);
    const since = Date.now();
    fieldId = await fieldAround(owner, svcUserId, 0, 1);
    const path = `${operationsService}/operations?fieldId=${fieldId}`;
    await askUntil<ShownOperation[]>(owner, path, (found) => found.length > 0, promisedMilliseconds);
    expect(Date.now() - since).toBeLessThan(promisedMilliseconds);
    await idle();
    expect(await now()).toMatchObject({ status: 'processed', fields: [fieldId] });
    expect(await ofField()).toMatchObject([{ files: [file.id], fields: [{ id: fieldId }] }]);
    expect(await pointsOfFirst()).toBe(25);
    expect(await lakePointsIn(owner, file.id, fieldId)).toBe(25);
  });

  test('gets more of them when its boundary grows, under the same operation', async () => {
    const [before] = await ofField();
    await owner.call('PUT', `${fieldPath()}/boundary`, { json: { geometry: groundOf(0, 3) } });
    await idle();
    const [after, ...others] = await ofField();
    expect([after?.id, others]).toEqual([before?.id, []]);
    expect(await pointsOfFirst()).toBe(75);
    expect(await lakePointsIn(owner, file.id, fieldId)).toBe(75);
  });

  test('has a smaller coverage when it reaches beyond the worked ground', async () => {
    const [before] = await ofField();
    await owner.call('PUT', `${fieldPath()}/boundary`, { json: { geometry: groundOf(0, 8) } });
    await idle();
    const [after] = await ofField();
    expect(before?.fields[0]?.coverage).toBeGreaterThan(0.7);
    expect(after?.fields[0]?.coverage).toBeLessThan(0.6);
    expect(await pointsOfFirst()).toBe(100);
  });

  test('loses them when it moves away', async () => {
    await owner.call('PUT', `${fieldPath()}/boundary`, { json: { geometry: groundOf(20, 22) } });
    await idle();
    expect(await now()).toMatchObject({ status: 'processed', fields: [] });
    expect(await ofField()).toEqual([]);
    const uncovered = await owner.get(`${operationsService}/files/uncoveredFiles?svcUserId=${svcUserId}`);
    expect(uncovered.body).toEqual({ files: [file.id] });
  });

  test('finds them again when it is back, until it is deleted', async () => {
    await owner.call('PUT', `${fieldPath()}/boundary`, { json: { geometry: groundOf(1, 3) } });
    await idle();
    const [operation] = await ofField();
    expect(operation?.fields).toMatchObject([{ id: fieldId }]);
    expect((await owner.call('DELETE', fieldPath())).status).toBe(204);
    await idle();
    expect(await now()).toMatchObject({ status: 'processed', fields: [] });
    expect(await ofField()).toEqual([]);
    expect((await owner.get(`${operationsService}/operations/${operation?.id}`)).status).toBe(404);
    expect(await lakePointsIn(owner, file.id, fieldId)).toBe(0);
  });

  test('can have a file processed again on request', async () => {
    expect((await owner.post(`${operationsService}/files/${file.id}/reprocess`)).status).toBe(202);
    await idle();
    expect(await now()).toMatchObject({ status: 'processed', pointCounts: { kept: 100 } });
  });
});
