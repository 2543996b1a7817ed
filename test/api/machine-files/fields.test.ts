import { beforeAll, describe, expect, test } from 'vitest';
import type { Operation } from '../../../domain/operations/operation.ts';
import { harvestCsv, zipOf } from '../../adapters/machine-files/harvest-text.ts';
import { idle } from '../cloud.ts';
import { fieldsService } from '../growers/grower.ts';
import { freshOwner, type TestOwner } from '../owner.ts';
import { freshUser } from '../users/user.ts';
import { freshField } from '../zones/field.ts';
import { downloaded, operationsService, processed, type ShownFile } from './batch.ts';

type ShownOperation = Pick<Operation, 'id' | 'files' | 'fields' | 'type'>;

interface Points {
  features: { properties: Record<string, unknown> }[];
}

let owner: TestOwner;
let svcUserId: string;
let fieldId: string;
let first: ShownFile;
let second: ShownFile;

/** Around the first two of four passes of the made-up harvest, which are 10 m apart. */
const geometry = {
  type: 'Polygon',
  coordinates: [
    [
      [9.9999, 49.9999],
      [10.00021, 49.9999],
      [10.00021, 50.0006],
      [9.9999, 50.0006],
      [9.9999, 49.9999],
    ],
  ],
};

beforeAll(async () => {
  owner = await freshOwner();
  svcUserId = (await freshUser(owner)).id;
  fieldId = (await freshField(owner, svcUserId, { geometry })).id;
  await owner.post(`/services/config/api/configs/${svcUserId}`, {
    enableOutsideFieldGeojson: true,
    enablePolygonOutput: true,
    enableGeoparquetOutput: true,
  });
  const sent = await processed(
    owner,
    svcUserId,
    'harvest.zip',
    zipOf({ 'a.csv': harvestCsv(), 'b.csv': harvestCsv({ passes: 2, days: 3 }), 'c.csv': harvestCsv({ days: 60 }) }),
  );
  const byName = (name: string) => sent.files.find(({ fileName }) => fileName.endsWith(name)) as ShownFile;
  [first, second] = [byName('a.csv'), byName('b.csv')];
  await idle();
});

const points = async (address?: string): Promise<Points> => (await downloaded(owner, address)).json();

describe('a machine file', () => {
  test('names the fields that its points lie in, and is listed by each', async () => {
    expect(first.fields).toEqual([fieldId]);
    const path = `${fieldsService}/users/${svcUserId}/fields/${fieldId}/operations/files`;
    const { body } = await owner.get<{ id: string; crops: string[] }[]>(path);
    expect(body).toHaveLength(3);
    expect(body).toContainEqual(
      expect.objectContaining({ id: first.id, crops: ['wheat'], operationType: 'harvested' }),
    );
    expect((await owner.get(`${path}?crop=corn`)).body).toEqual([]);
  });

  test.each([
    ['operationType=harvested&operationCrop=Wheat', 1],
    ['operationType=planted', 0],
    ['operationCrop=wheat&operationStartTime=2090-01-01', 0],
    ['operationProvider=JohnDeere', 0],
    ['operationVariety=none', 0],
    ['operationType=harvested', 1],
    ['operationProvider=Svc&operationType=harvested&sort=name', 1],
    ['operationStartTime=2024-08-01T12:00:00.000Z&operationEndTime=2024-08-02', 1],
    ['operationStartTime=2024-08-01T12:00:00.000Z&operationEndTime=2024-08-01T12:00:01Z', 0],
    ['operationStartTime=2024-01-01&operationCrop=WHEAT&status=PROCESSED', 1],
    ['operationEndTime=2023-12-31', 0],
  ])('makes its fields searchable by the work: %s', async (query, found) => {
    const { body, headers } = await owner.get<{ id: string }[]>(`${fieldsService}/fields?${query}`);
    expect(body.map(({ id }) => id)).toEqual([fieldId].slice(0, found));
    expect(headers.get('x-total-count')).toBe(String(found));
  });

  test('separates the points that lie in no field', async () => {
    const { body } = await owner.get<{ featureCount: number; downloadOutsideFieldGeojson: string }>(
      `${operationsService}/files/${first.id}/outsideFieldGeojson`,
    );
    expect(body).toMatchObject({ fields: [fieldId], featureCount: 50 });
    expect((await points(body.downloadOutsideFieldGeojson)).features).toHaveLength(50);
  });

  test('that touches no field is uncovered', async () => {
    const zip = zipOf({ 'far.csv': harvestCsv({ passes: 1, longitude: 20 }) });
    const { files } = await processed(owner, svcUserId, 'far.zip', zip);
    const { body } = await owner.get(`${operationsService}/files/uncoveredFiles?svcUserId=${svcUserId}`);
    expect(body).toEqual({ files: [files[0]?.id] });
  });

  test.each(['standardGeoparquet', 'polygonGeoparquet'])('can be downloaded as %s', async (name) => {
    const { body } = await owner.get<Record<string, string>>(`${operationsService}/files/${first.id}/${name}`);
    const file = await downloaded(owner, Object.values(body)[0]);
    expect(
      Buffer.from(await file.arrayBuffer())
        .subarray(0, 4)
        .toString(),
    ).toBe('PAR1');
  });
});

describe('field operations', () => {
  const list = async () =>
    (await owner.get<ShownOperation[]>(`${operationsService}/operations?svcUserId=${svcUserId}&sort=startTime`)).body;

  test('join the files of a harvest that are days apart, but not weeks apart', async () => {
    const found = await list();
    expect(found.map(({ files }) => files.length)).toEqual([2, 1]);
    expect(found[0]).toMatchObject({ type: 'harvested', files: [first.id, second.id], fields: [{ id: fieldId }] });
    expect(found[0]?.fields[0]?.coverage).toBeGreaterThan(0.5);
  });

  test('hold the points in the field alone, and add them up', async () => {
    const [operation] = await list();
    const at = `${operationsService}/operations/${operation?.id}`;
    const { body } = await owner.get<{ downloadStandardGeojson: string }>(`${at}/standardGeojson`);
    expect((await points(body.downloadStandardGeojson)).features).toHaveLength(100);
    const summary = await owner.get<{ properties: Record<string, unknown> }>(`${at}/summary`);
    expect(summary.body.properties).toMatchObject({ crop: ['wheat'], totalArea: { value: expect.closeTo(2000, 6) } });
    expect((await owner.get(`${at}/units`)).body).toMatchObject({ area: 'm2', wetMassPerArea: 't/ha' });
    const filtered = await owner.get<{ downloadFilteredGeojson: string }>(`${at}/filteredGeojson`);
    expect((await points(filtered.body.downloadFilteredGeojson)).features).toHaveLength(100);
    expect((await owner.get(`${at}/filteredGeoparquet`)).status).toBe(200);
    expect((await owner.get<ShownFile[]>(`${at}/files`)).body.map(({ id }) => id)).toEqual([first.id, second.id]);
  });

  test('are made again on request', async () => {
    const [operation] = await list();
    expect((await owner.post(`${operationsService}/operations/${operation?.id}/reprocess`)).status).toBe(202);
    await idle();
    expect((await list()).map(({ id }) => id)).toContain(operation?.id);
  });
});

describe('files merged by hand', () => {
  test('become one file of all their points', async () => {
    const wanted = { ids: [first.id, second.id] };
    const { body } = await owner.post<{ id: string; status: string }>(`${operationsService}/files/merge`, wanted);
    expect(body.status).toBe('SENT_TO_MERGE');
    await idle();
    const merged = await owner.get<ShownFile>(`${operationsService}/files/${body.id}`);
    expect(merged.body).toMatchObject({
      status: 'processed',
      origin: 'merged',
      sources: wanted.ids,
      pointCounts: { kept: 150 },
    });
    expect((await points(merged.body.downloadStandardGeojson)).features).toHaveLength(150);
  });

  test('are processed files of one user', async () => {
    const ask = (ids: unknown) => owner.post<{ errorKey: string }>(`${operationsService}/files/merge`, { ids });
    expect((await ask([first.id, crypto.randomUUID()])).body.errorKey).toBe('fileNotFound');
    expect((await ask([first.id])).status).toBe(400);
    expect((await ask([first.id, first.id])).body.errorKey).toBe('tooFewFiles');
  });

  test('cannot join the same work twice', async () => {
    const { id: user } = await freshUser(owner);
    const csv = harvestCsv({ passes: 1 });
    const once = (await processed(owner, user, 'once.zip', zipOf({ 'a.csv': csv }))).files[0] as ShownFile;
    const twice = (await processed(owner, user, 'twice.zip', zipOf({ 'b.csv': csv }))).files[0] as ShownFile;
    expect(twice.duplicateOf).toBe(once.id);
    const other = { 'c.csv': harvestCsv({ passes: 2, days: 1 }) };
    const next = (await processed(owner, user, 'next.zip', zipOf(other))).files[0] as ShownFile;
    const merge = (ids: string[]) =>
      owner.post<{ id: string; errorKey: string }>(`${operationsService}/files/merge`, { ids });
    expect((await merge([once.id, twice.id])).body.errorKey).toBe('filesAlike');
    expect((await merge([next.id, twice.id, once.id])).status).toBe(400);
    const { body: merged } = await merge([once.id, next.id]);
    await idle();
    expect((await merge([merged.id, next.id])).body.errorKey).toBe('filesAlike');
  });
});
