import { describe, expect, test } from 'vitest';
import { soilSample } from '../../adapters/soil/soil-samples.ts';
import { idle, tablesWritten } from '../cloud.ts';
import { expectProblem } from '../contract/problem.ts';
import { fieldsService } from '../growers/grower.ts';
import { downloaded } from '../machine-files/batch.ts';
import { freshOwner, request } from '../owner.ts';
import { runQuery } from '../query/query.ts';
import { freshUser } from '../users/user.ts';
import {
  downloadedJson,
  locatedReport,
  readSoil,
  type ShownSoilBatch,
  type ShownSoilEntry,
  sendSoil,
  soilService,
  zipped,
} from './soil.ts';

const longest = 240_000;
const owner = await freshOwner();

interface Collection {
  features: { geometry: { coordinates: number[] } | null; properties: Record<string, unknown> }[];
}

/** A field around the first sample of `locatedReport`. */
const aroundFirst = {
  type: 'Polygon',
  coordinates: [
    [
      [-88.045, 44.19],
      [-88.035, 44.19],
      [-88.035, 44.21],
      [-88.045, 44.21],
      [-88.045, 44.19],
    ],
  ],
};

describe('zips of soil results', { timeout: longest }, () => {
  test('become samples as GeoJSON, as a model and as rows of a table, with the fields around them', async () => {
    const { id: svcUserId } = await freshUser(owner);
    const report = locatedReport();
    const batch = await readSoil(owner, svcUserId, report, zipped('letter.zip', { 'letter.txt': 'Dear grower' }));
    expect(batch).toMatchObject({ status: 'PARTIALLY_COMPLETED', fileCount: 2, svcUserId });
    const [entry, letter] = batch.entries;
    expect(entry).toMatchObject({ fileName: 'lab.zip', status: 'COMPLETED', format: 'modus1Xml', resultCount: 100 });
    expect(letter).toMatchObject({ fileName: 'letter.zip', status: 'FAILED', downloadStandardGeojson: null });
    expect(letter?.errorMessage).toMatch(/\w.*\.$/);

    const { features } = await downloadedJson<Collection>(owner, entry?.downloadStandardGeojson);
    expect(features).toHaveLength(entry?.sampleCount ?? 0);
    expect(features[0]?.geometry?.coordinates).toEqual([-88.04, 44.2]);
    expect(Object.keys(features[0]?.properties ?? {})).toEqual(
      expect.arrayContaining(['P_bray1', 'P_bray2', 'P_olsen', 'P_olsenUnit', 'pH', 'sampleDate', 'labName']),
    );

    const canonical = await downloadedJson<{ source: object; events: { samples: { analytes: object[] }[] }[] }>(
      owner,
      entry?.downloadCanonicalJson,
    );
    expect(canonical.source).toEqual({ fileName: 'lab.zip', formats: ['modus1Xml'] });
    const analytes = canonical.events.flatMap(({ samples }) => samples).flatMap((sample) => sample.analytes);
    expect(analytes).toHaveLength(100);

    const raw = await downloaded(owner, entry?.downloadRawFile);
    expect(new Uint8Array(await raw.arrayBuffer())).toEqual(report.content);

    const map = await owner.get<string>(`${entry?.mapUrl}?analyte=pH`);
    expect(map.headers.get('content-type')).toBe('image/svg+xml');
    expect(map.body.match(/<circle /g)).toHaveLength(3);
    expect(
      expectProblem(await owner.get(`${entry?.mapUrl}?analyte=Gold`), 404, 'soilAnalyteNotFound').detail,
    ).toContain('pH');
    expectProblem(await owner.get(letter?.downloadRawFile.replace('raw', 'map.svg') ?? ''), 409, 'soilEntryFailed');

    await tablesWritten();
    const ofBatch = `FROM soilSamples WHERE batchId = '${batch.id}'`;
    const counted = await runQuery(
      owner,
      `SELECT analyte, method, COUNT(*) AS n, SUM(value) AS total ${ofBatch} AND analyte = 'P' GROUP BY 1, 2 ORDER BY 2`,
    );
    expect(counted.body).toMatchObject([
      { analyte: 'P', method: 'bray1', n: 4 },
      { analyte: 'P', method: 'bray2', n: 4 },
      { analyte: 'P', method: 'olsen', n: 4 },
    ]);

    // A field that comes later finds the sample on its ground, and loses it again when it is deleted.
    const { body: field } = await owner.post<{ id: string }>(`${fieldsService}/users/${svcUserId}/fields`, {
      name: 'North',
      geometry: aroundFirst,
    });
    await tablesWritten();
    const within = `SELECT DISTINCT sampleId ${ofBatch} AND '${field.id}' IN UNNEST(fieldIds)`;
    expect((await runQuery(owner, within)).body).toEqual([{ sampleId: features[0]?.properties.sampleId }]);
    await owner.call('DELETE', `${fieldsService}/users/${svcUserId}/fields/${field.id}`);
    await tablesWritten();
    expect((await runQuery(owner, within)).status).toBe(204);
  });

  test('are listed in pages, by user and by status', async () => {
    const { id: svcUserId } = await freshUser(owner);
    const first = await readSoil(owner, svcUserId, locatedReport());
    const second = await readSoil(owner, svcUserId, zipped('letter.zip', { 'letter.txt': 'Dear grower' }));
    expect(second.status).toBe('FAILED');
    const list = (query: string) =>
      owner.get<ShownSoilBatch[]>(`${soilService}/batches?svcUserId=${svcUserId}${query}`);
    const all = await list('');
    expect(all.body.map(({ id }) => id)).toEqual([first.id, second.id]);
    expect(all.headers.get('x-total-count')).toBe('2');
    expect((await list('&sort=id,desc&size=1')).body).toEqual([second]);
    expect((await list('&status=FAILED')).body).toEqual([second]);
    const results = await owner.get<ShownSoilEntry[]>(`${soilService}/batch/${first.id}/results`);
    expect(results.body).toEqual(first.entries);
  });

  test('that cannot be taken are refused with the reason', async () => {
    const { id: svcUserId } = await freshUser(owner);
    const zip = locatedReport();
    const send = (zips: Parameters<typeof sendSoil>[2], user = svcUserId) => sendSoil(owner, user, zips);
    const text = { name: 'a.csv', content: new Uint8Array(soilSample('sample1.csv')) };
    expectProblem(await send([zip, text]), 400, 'fileNotZip');
    expectProblem(await send([zip, { name: 'b.zip', content: new Uint8Array() }]), 400, 'emptyFile');
    expectProblem(await send([zip, zip]), 400, 'fileNameTwice');
    const many = Array.from({ length: 21 }, (_, index) => ({ ...zip, name: `${index}.zip` }));
    expectProblem(await send(many), 400, 'tooManyFiles');
    expectProblem(await send([]), 400);
    expectProblem(await send([zip], crypto.randomUUID()), 404, 'userNotFound');
    expectProblem(await send([zip], 'nobody'), 400, 'invalid');
    expectProblem(await owner.get(`${soilService}/batches?status=DONE`), 400, 'invalid');
  });

  test('of another owner do not exist, and nothing of them is served without a token', async () => {
    const { id: svcUserId } = await freshUser(owner);
    const batch = await readSoil(owner, svcUserId, locatedReport());
    const stranger = await freshOwner();
    const path = `${soilService}/batch/${batch.id}`;
    const standard = `${path}/results/${batch.entries[0]?.id}/standard.geojson`;
    for (const one of [path, `${path}/results`, standard]) {
      expectProblem(await stranger.get(one), 404, 'soilBatchNotFound');
      expectProblem(await request('GET', one), 401);
    }
    expect((await stranger.get(`${soilService}/batches`)).body).toEqual([]);
    expectProblem(await owner.get(`${path}/results/${crypto.randomUUID()}/raw`), 404, 'soilEntryNotFound');
  });

  test('are read once when a request is repeated with its key', async () => {
    const { id: svcUserId } = await freshUser(owner);
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const zips = [locatedReport('a.zip'), locatedReport('b.zip')];
    const first = await sendSoil(owner, svcUserId, zips, { headers });
    const second = await sendSoil(owner, svcUserId, zips, { headers });
    expect(second.body.id).toBe(first.body.id);
    const other = await sendSoil(owner, svcUserId, [zips[0], locatedReport('c.zip')] as typeof zips, { headers });
    expectProblem(other, 409, 'idempotencyKeyReused');
    await idle();
    const { body } = await owner.get<ShownSoilBatch[]>(`${soilService}/batches?svcUserId=${svcUserId}`);
    expect(body).toMatchObject([{ id: first.body.id, status: 'COMPLETED' }]);
  });
});
