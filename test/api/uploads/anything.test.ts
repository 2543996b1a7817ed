import { describe, expect, test } from 'vitest';
import { harvestCsv } from '../../adapters/machine-files/harvest-text.ts';
import { sprayRecords, sprayShapefile } from '../../adapters/machine-files/spray-shapefile.ts';
import { soilSample } from '../../adapters/soil/soil-samples.ts';
import { idle } from '../cloud.ts';
import { expectProblem } from '../contract/problem.ts';
import { operationsService, type ShownBatch, type ShownFile } from '../machine-files/batch.ts';
import { freshOwner } from '../owner.ts';
import { type ShownSoilBatch, soilService } from '../soil/soil.ts';
import { freshUser } from '../users/user.ts';
import { type Content, collection, feature, geoJson, named, shapefile, zip } from './boundary-files.ts';
import { entriesOf, type ShownUpload, uploadService } from './upload.ts';

const owner = await freshOwner();
const sessions = `${uploadService}/upload-sessions`;

/** Sends a file of any kind, and returns the result. */
async function sent(fileName: string, content: Uint8Array) {
  const { id: svcUserId } = await freshUser(owner);
  const wanted = { svcUserId, target: 'anything', fileName, sizeBytes: content.length };
  const { body: session } = await owner.post<{ id: string }>(sessions, wanted);
  const path = `${sessions}/${session.id}`;
  const { body } = await owner.post<{ parts: { url: string }[] }>(`${path}/parts`, { partNumbers: [1] });
  await fetch(body.parts[0]?.url ?? '', { method: 'PUT', body: new Uint8Array(content) });
  const completed = await owner.post<ShownUpload>(`${path}/complete`);
  expect([completed.status, completed.body.id]).toEqual([201, session.id]);
  await idle();
  const { body: upload } = await owner.get<ShownUpload>(`${uploadService}/upload/${session.id}`);
  const entries = await entriesOf(owner, session.id);
  const batches = (await owner.get<ShownBatch[]>(`${operationsService}/batch?svcUserId=${svcUserId}`)).body;
  const files = (await owner.get<ShownFile[]>(`${operationsService}/files?svcUserId=${svcUserId}`)).body;
  const { body: soil } = await owner.get<ShownSoilBatch[]>(`${soilService}/batches?svcUserId=${svcUserId}`);
  return { upload, entries, batches, files, soil };
}

const text = (content: string) => new TextEncoder().encode(content);

/** Points without any value that a machine logs. */
const points = collection([feature({ type: 'Point', coordinates: [10, 52] }, 'A place')]);

function taskData(parts: { outlines?: boolean; logs?: boolean }): Record<string, Content> {
  const outline = `<PLN A="1"><LSG A="1">${[
    [52, 10],
    [52, 10.002],
    [52.002, 10.002],
    [52, 10],
  ]
    .map(([lat, lon]) => `<PNT A="2" C="${lat}" D="${lon}"/>`)
    .join('')}</LSG></PLN>`;
  const field = `<PFD A="PFD1" C="North" D="100000">${parts.outlines ? outline : ''}</PFD>`;
  const main = `<?xml version="1.0"?><ISO11783_TaskData VersionMajor="3" VersionMinor="0" DataTransferOrigin="1">${field}</ISO11783_TaskData>`;
  return { 'TASKDATA/TASKDATA.XML': main, ...(parts.logs && { 'TASKDATA/TLG00001.BIN': 'x' }) };
}

describe('a file of any kind', () => {
  test('with boundaries and machine data in one zip becomes fields and a batch', async () => {
    const archive = zip({
      'fields.geojson': geoJson(2),
      ...named('north/outline', shapefile()),
      'harvest/north.csv': harvestCsv({ passes: 1 }),
      'places.geojson': points,
      ...sprayShapefile('spraying', sprayRecords(120)),
      'letter.doc': 'Dear grower',
    });
    const { upload, entries, batches, files } = await sent('farm.zip', archive);
    expect(entries.map(({ fileName, status }) => [fileName, status])).toEqual([
      ['farm.zip/fields.geojson', 'FINISHED'],
      ['farm.zip/north/outline.shp', 'FINISHED'],
    ]);
    const [batch, ...others] = batches;
    expect(others).toEqual([]);
    expect(upload).toMatchObject({ status: 'PROCESSED', batchId: batch?.id });
    expect(batch).toMatchObject({ status: 'PROCESSED', uploadId: upload.id, fileName: 'farm.zip' });
    expect(files.map(({ fileName, fileFormat, status }) => [fileName, fileFormat, status]).sort()).toEqual([
      ['farm.zip/harvest/north.csv', 'CSV', 'processed'],
      ['farm.zip/places.geojson', 'GEOJSON', 'failed'],
      ['farm.zip/spraying.shp', 'SHAPEFILE', 'processed'],
    ]);
    expect(batch?.problems.map(({ file, code }) => [file, code])).toEqual([
      ['farm.zip/letter.doc', 'unrecognisedFile'],
    ]);
  });

  test('with boundaries alone makes no batch', async () => {
    const { upload, entries, batches } = await sent('fields.geojson', text(geoJson(1)));
    expect(upload).toMatchObject({ status: 'PROCESSED' });
    expect(upload).not.toHaveProperty('batchId');
    expect(upload).not.toHaveProperty('statusDetails');
    expect([entries.length, batches]).toEqual([1, []]);
  });

  test('with machine data alone has no entries, and a batch', async () => {
    const { upload, entries, batches, files } = await sent('harvest.csv', text(harvestCsv({ passes: 1 })));
    expect(upload).toMatchObject({ status: 'PROCESSED', batchId: batches[0]?.id });
    expect(entries).toEqual([]);
    expect(files).toMatchObject([{ fileFormat: 'CSV', status: 'processed' }]);
  });

  test('with machine data that cannot be converted says where its end is told', async () => {
    const { upload, batches } = await sent(
      'ernte.csv',
      text(harvestCsv({ passes: 1 }).replace('Yield Mass', 'Opbrengst')),
    );
    expect(upload).toMatchObject({ status: 'PROCESSED', statusDetails: expect.stringContaining('batch') });
    expect(batches).toMatchObject([
      { id: upload.batchId, status: 'FAILED', statusDetails: expect.stringContaining('none of it could be converted') },
    ]);
  });

  test('with neither fails, and its only entry names the detected format', async () => {
    const { upload, entries, batches } = await sent('letters.zip', zip({ 'letter.doc': 'Dear grower' }));
    expect(upload.status).toBe('FAILED');
    expect(entries).toMatchObject([{ status: 'FAILED', problems: [{ code: 'unrecognisedFile' }] }]);
    expect(batches).toEqual([]);
  });

  test.each([
    ['lab.zip', zip({ 'results/lab.xml': soilSample('lab-modus.xml') })],
    ['results.csv', soilSample('sample2.csv')],
    ['modus.json', soilSample('hand-modus.json')],
    ['results.xlsx', soilSample('SO2223-430.xlsx')],
  ])('of soil results alone, %s, has no entries, and a batch of samples', async (fileName, content) => {
    const { upload, entries, batches, soil } = await sent(fileName, content);
    expect(upload).toMatchObject({ status: 'PROCESSED', soilBatchId: soil[0]?.id });
    expect(upload.statusDetails).toContain('soilBatchId');
    expect({ entries, batches }).toEqual({ entries: [], batches: [] });
    expect(soil).toMatchObject([{ uploadId: upload.id, status: 'COMPLETED', entries: [{ fileName }] }]);
    expect(soil[0]?.entries[0]?.sampleCount).toBeGreaterThan(0);
  });

  test('with all three kinds in one zip gives each reader its own', async () => {
    const archive = zip({
      'fields.geojson': geoJson(2),
      'harvest/north.csv': harvestCsv({ passes: 1 }),
      'lab/results.csv': soilSample('sample2.csv'),
    });
    const { upload, entries, batches, files, soil } = await sent('season.zip', archive);
    expect(entries.map(({ fileName, status }) => [fileName, status])).toEqual([
      ['season.zip/fields.geojson', 'FINISHED'],
    ]);
    expect(files.map(({ fileName, status }) => [fileName, status])).toEqual([
      ['season.zip/harvest/north.csv', 'processed'],
    ]);
    expect(batches.flatMap(({ problems }) => problems)).toEqual([]);
    expect(upload).toMatchObject({ status: 'PROCESSED', batchId: batches[0]?.id, soilBatchId: soil[0]?.id });
    expect(soil).toMatchObject([{ status: 'COMPLETED' }]);
    const about = new Set(
      soil.flatMap((batch) => batch.entries.flatMap(({ warnings }) => warnings)).map(({ file }) => file),
    );
    expect([...about]).toEqual(['season.zip/lab/results.csv']);
  });

  test('that is task data becomes its content: outlines, logs, or both', async () => {
    const outlines = await sent('a.zip', zip(taskData({ outlines: true })));
    expect(outlines.entries).toMatchObject([{ converterFormat: 'ISO11783', status: 'FINISHED' }]);
    expect(outlines.batches).toEqual([]);
    const both = await sent('b.zip', zip(taskData({ outlines: true, logs: true })));
    expect(both.entries).toMatchObject([{ converterFormat: 'ISO11783', status: 'FINISHED' }]);
    expect(both.batches).toHaveLength(1);
    const logs = await sent('c.zip', zip(taskData({ logs: true })));
    expect(logs.entries).toEqual([]);
    expect(logs.batches).toHaveLength(1);
  });

  test('that plans rates becomes no field, and its batch says where it belongs', async () => {
    const ground = JSON.parse(geoJson(2)) as { features: { properties: object }[] };
    for (const [index, one] of ground.features.entries()) one.properties = { rate: 100 + index, zone: index };
    const archive = zip({ 'rx.geojson': JSON.stringify(ground), 'fields.geojson': geoJson(1) });
    const { upload, entries, files } = await sent('plan.zip', archive);
    expect(entries.map(({ fileName, status }) => [fileName, status])).toEqual([
      ['plan.zip/fields.geojson', 'FINISHED'],
    ]);
    expect(upload).toMatchObject({ status: 'PROCESSED' });
    expect(files).toMatchObject([{ fileName: 'plan.zip/rx.geojson', problems: [{ code: 'prescription' }] }]);
  });

  test('accepts neither farm, provider nor crop: its parts have their own', async () => {
    const { id: svcUserId } = await freshUser(owner);
    const wanted = { svcUserId, target: 'anything', fileName: 'a.zip', sizeBytes: 1 };
    for (const member of [{ farmId: 1 }, { provider: 'Other' }, { crop: 'wheat' }]) {
      expectProblem(await owner.post(sessions, { ...wanted, ...member }), 400);
    }
  });
});
