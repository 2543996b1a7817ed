import { expect, test } from 'vitest';
import { harvestCsv, zipOf } from '../../adapters/machine-files/harvest-text.ts';
import { idle } from '../cloud.ts';
import { freshOwner } from '../owner.ts';
import { freshUser } from '../users/user.ts';
import { downloaded, endedBatch, operationsService, processed, type ShownFile, sendBatch } from './batch.ts';

const longest = 240_000;

test('a zip of a harvest becomes a file of standard points', { timeout: longest }, async () => {
  const owner = await freshOwner();
  const { id: svcUserId } = await freshUser(owner);
  const sent = await processed(owner, svcUserId, 'north.zip', zipOf({ 'harvest/wheat.csv': harvestCsv() }));
  expect(sent.batch).toMatchObject({ status: 'PROCESSED', provider: 'Other', problems: [] });
  const [file] = sent.files;
  expect(file).toMatchObject({
    status: 'processed',
    operationType: 'harvested',
    fileFormat: 'CSV',
    fileName: 'north.zip/harvest/wheat.csv',
    pointCounts: { read: 100, kept: 100, dropped: {} },
  });
  // 100 records of 2 m by 10 m at 5 t/ha.
  expect(file?.summary?.properties).toMatchObject({ crop: ['wheat'], totalArea: { value: 2000, unit: 'm2' } });
  expect(file?.summary?.properties.totalWetMass).toEqual({ value: expect.closeTo(1, 6), unit: 't' });

  const standard = (await (await downloaded(owner, file?.downloadStandardGeojson)).json()) as {
    features: { geometry: { coordinates: number[] }; properties: Record<string, unknown> }[];
  };
  expect(standard.features).toHaveLength(100);
  expect(standard.features[0]).toMatchObject({
    geometry: { coordinates: [10, 50] },
    properties: {
      timestamp: '2024-08-01T12:00:00.000Z',
      operationType: 'harvested',
      crop: 'wheat',
      harvestMoisture: 14,
      wetMassPerArea: 5,
      area: 20,
    },
  });
  const units = await owner.get(`${operationsService}/files/${file?.id}/units`);
  expect(units.body).toMatchObject({ area: 'm2', wetMassPerArea: 't/ha', distance: 'm' });
  const steps = await owner.get(`${operationsService}/files/${file?.id}/status`);
  expect(steps.body).toMatchObject({ standardGeojson: { status: 'processed', message: 'ok' } });
});

test('unreadable files are named, with advice', { timeout: longest }, async () => {
  const owner = await freshOwner();
  const { id: svcUserId } = await freshUser(owner);
  const content = zipOf({ 'JD-Data/log/a.jdl': 'binary', 'notes.doc': 'words' });
  const { batch, files } = await processed(owner, svcUserId, 'display.zip', content);
  expect(batch).toMatchObject({
    status: 'FAILED',
    problems: [{ code: 'unrecognisedFile', file: 'display.zip/notes.doc' }],
  });
  expect(batch.statusDetails).toContain('John Deere Gen 4 is a proprietary format');
  expect(files).toMatchObject([{ status: 'failed', fileFormat: 'GEN4', problems: [{ code: 'proprietaryFormat' }] }]);
});

test('the same data sent twice counts once', { timeout: longest }, async () => {
  const owner = await freshOwner();
  const { id: svcUserId } = await freshUser(owner);
  const first = await processed(owner, svcUserId, 'a.zip', zipOf({ 'a.csv': harvestCsv({ passes: 1 }) }));
  const second = await processed(owner, svcUserId, 'b.zip', zipOf({ 'b.csv': harvestCsv({ passes: 1 }) }));
  expect(first.files[0]).not.toHaveProperty('duplicateOf');
  expect(second.files[0]).toMatchObject({ status: 'processed', duplicateOf: first.files[0]?.id });
});

test('a retry processes only what failed, once the batch has ended', { timeout: longest }, async () => {
  const owner = await freshOwner();
  const { id: svcUserId } = await freshUser(owner);
  const content = zipOf({ 'a.csv': harvestCsv({ crop: '' }), 'b.csv': harvestCsv({ passes: 1, days: 1 }) });
  const sent = await processed(owner, svcUserId, 'a.zip', content);
  const { batch } = sent;
  const files = sent.files.toSorted((a, b) => (a.fileName < b.fileName ? -1 : 1));
  expect(batch.status).toBe('PROCESSED');
  expect(files[0]?.problems[0]?.message).toBe('missing required properties: crop');
  const path = `${operationsService}/batch/${batch.id}`;
  expect((await owner.get(`${path}/status`)).body).toMatchObject({
    failed: { standardGeojson: { svcFiles: [files[0]?.id], status: 'failed' } },
  });
  const settings = { outOfStandardOperations: true };
  await owner.post(`/services/config/api/configs/${svcUserId}`, settings);
  const retried = await owner.call<{ status: string }>('PUT', `${path}/retry`);
  expect(retried).toMatchObject({ status: 200, body: { status: 'RECEIVED' } });
  expect((await endedBatch(owner, batch.id)).status).toBe('PROCESSED');
  await idle();
  const { body: after } = await owner.get<ShownFile[]>(`${operationsService}/files?batchId=${batch.id}&sort=fileName`);
  expect(after[0]).toMatchObject({ id: files[0]?.id, status: 'processed', problems: [{ severity: 'warning' }] });
  // Files that were converted before are unchanged.
  expect(after[1]).toEqual(files[1]);
});

test('an archive needs an existing user', async () => {
  const owner = await freshOwner();
  const nobody = '01890a5d-ac96-774b-bcce-b302099a8057';
  const { status, body } = await sendBatch<{ errorKey: string }>(owner, nobody, 'a.zip', zipOf({ 'a.csv': 'x' }));
  expect([status, body.errorKey]).toEqual([404, 'userNotFound']);
});

test.each([
  ['small', 1],
  // Too large for one request of API Gateway: the embedded cloud sends it through an upload session.
  ['large', 700],
])('the user and the provider may be in a form that is %s', { timeout: longest }, async (_, passes) => {
  const owner = await freshOwner();
  const { id: svcUserId } = await freshUser(owner);
  const form = new FormData();
  form.append('svcUserId', svcUserId);
  form.append('provider', 'JohnDeere');
  form.append('file', new Blob([harvestCsv({ passes, records: 100 })]), 'a.csv');
  const { status, body } = await owner.call('POST', `${operationsService}/batch`, { body: form });
  expect([status, body]).toEqual([201, expect.objectContaining({ svcUserId, provider: 'JohnDeere' })]);
});
