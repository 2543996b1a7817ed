import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type * as z from 'zod';
import type { soilDryRunSchema } from '../../../functions/areas/soil/batch/dry-run-schema.ts';
import { idle, tablesWritten } from '../cloud.ts';
import { expectProblem } from '../contract/problem.ts';
import { freshOwner } from '../owner.ts';
import { runQuery } from '../query/query.ts';
import { uploadService } from '../uploads/upload.ts';
import { freshUser } from '../users/user.ts';
import { downloadedJson, endedSoil, readSoil, type SentZip, type ShownSoilBatch, soilService, zipped } from './soil.ts';

const longest = 240_000;
const owner = await freshOwner();

type DryRun = z.infer<typeof soilDryRunSchema>;

/** What a form says beside its zips. */
type Texts = Record<string, string>;

function send<T = ShownSoilBatch>(svcUserId: string, zip: SentZip, texts: Texts, query = '') {
  const form = new FormData();
  for (const [name, text] of Object.entries(texts)) form.append(name, text);
  form.append('files', new Blob([new Uint8Array(zip.content)]), zip.name);
  return owner.call<T>('POST', `${soilService}/batch?svcUserId=${svcUserId}${query}`, { body: form });
}

const table = 'Spot,Date,pH,Phos,MO\nA,2026-03-12,6.5,22,2.1\nB,2026-03-12,65,25,2.4\n';
const zip = zipped('field.zip', { 'field.csv': table });
const given = {
  columns: JSON.stringify({ Spot: { role: 'sampleId' }, Phos: { analyte: 'P', method: 'olsen' } }),
  defaultUnits: JSON.stringify({ P: 'ppm' }),
  lab: 'Prairie Soils',
};

interface Collection {
  features: { properties: Record<string, unknown> }[];
}

describe('parameters of zips of soil results', { timeout: longest }, () => {
  test('say what the file does not, in all outputs; what cannot be is flagged', async () => {
    const { id: svcUserId } = await freshUser(owner);
    const { status, body } = await send(svcUserId, zip, given);
    expect([status, body.parameters]).toEqual([
      201,
      { ...given, columns: JSON.parse(given.columns), defaultUnits: JSON.parse(given.defaultUnits) },
    ]);
    const batch = await endedSoil(owner, body.id);
    const [entry] = batch.entries;
    expect(entry?.warnings.find(({ key }) => key === 'impossible')?.message).toContain('65 in column C, row 3');
    const { features } = await downloadedJson<Collection>(owner, entry?.downloadStandardGeojson);
    expect(features.map(({ properties }) => properties)).toMatchObject([
      { sampleId: 'A', labName: 'Prairie Soils', pH: 6.5, P: 22, PUnit: 'mg/kg', PMethod: 'olsen' },
      { sampleId: 'B', pH: null, pHFlag: 'impossible', pHOriginal: '65', P: 25 },
    ]);
    await tablesWritten();
    const sql = `SELECT sampleId, analyte, value, flag, originalValue, labName FROM soilSamples WHERE batchId = '${body.id}' AND analyte IN ('pH', 'P') ORDER BY 1, 2 DESC`;
    expect((await runQuery(owner, sql)).body).toEqual([
      { sampleId: 'A', analyte: 'pH', value: 6.5, flag: null, originalValue: '6.5', labName: 'Prairie Soils' },
      { sampleId: 'A', analyte: 'P', value: 22, flag: null, originalValue: '22', labName: 'Prairie Soils' },
      { sampleId: 'B', analyte: 'pH', value: null, flag: 'impossible', originalValue: '65', labName: 'Prairie Soils' },
      { sampleId: 'B', analyte: 'P', value: 25, flag: null, originalValue: '25', labName: 'Prairie Soils' },
    ]);
  });

  test('make another reading of the same zip, and the last reading counts', async () => {
    const { id: svcUserId } = await freshUser(owner);
    const without = await readSoil(owner, svcUserId, zip);
    const { body } = await send(svcUserId, zip, given);
    const second = await endedSoil(owner, body.id);
    const third = await readSoil(owner, svcUserId, zip);
    await idle();
    const duplicates = async () => {
      const list = await owner.get<ShownSoilBatch[]>(`${soilService}/batches?svcUserId=${svcUserId}`);
      return list.body.map(({ entries }) => entries[0]?.duplicateOf);
    };
    const first = without.entries[0]?.id;
    expect(await duplicates()).toEqual([undefined, first, first]);
    await owner.call('DELETE', `${soilService}/batch/${without.id}`);
    await owner.call('DELETE', `${soilService}/batch/${third.id}`);
    await idle();
    expect(await duplicates()).toEqual([undefined]);
    await tablesWritten();
    const sql = `SELECT DISTINCT entryId FROM soilSamples WHERE svcUserId = '${svcUserId}'`;
    expect((await runQuery(owner, sql)).body).toEqual([{ entryId: second.entries[0]?.id }]);
  });

  test('come with a session, too', async () => {
    const { id: svcUserId } = await freshUser(owner);
    const large = zipped('large.zip', { 'field.csv': table, 'noise.bin': randomBytes(5_000_000) });
    const { status, body } = await send(svcUserId, large, given);
    expect([status, body.parameters?.lab]).toEqual([201, 'Prairie Soils']);
    expect(await endedSoil(owner, body.id)).toMatchObject({ entries: [{ status: 'COMPLETED', resultCount: 6 }] });
    const wrong = await send(svcUserId, large, { defaultUnits: '{"P": "pH"}' });
    expect(expectProblem(wrong, 400, 'invalid').detail).toContain('does not convert to mg/kg');
    expectProblem(await send(svcUserId, large, { defaultUnits: 'P=ppm' }), 400, 'invalid');
    const sized = { svcUserId, target: 'machineFiles', fileName: 'a.zip', sizeBytes: 1, soil: { lab: 'Prairie' } };
    const other = await owner.post(`${uploadService}/upload-sessions`, sized);
    expect(expectProblem(other, 400, 'invalid').detail).toContain('only soil samples');
    // Nothing of a dry run is stored, however large it is.
    await send(svcUserId, large, given, '&dryRun=true');
    expectProblem(await send(svcUserId, large, { ...given, dryRun: 'true' }), 400, 'invalid');
    const list = await owner.get<ShownSoilBatch[]>(`${soilService}/batches?svcUserId=${svcUserId}`);
    expect(list.body.map(({ id }) => id)).toEqual([body.id]);
  });

  test.each<[string, Texts, RegExp]>([
    ['no JSON', { defaultUnits: 'P=ppm' }, /must be an object as JSON, such as \{"P": "ppm"\}/],
    ['a list', { columns: '[]' }, /must be an object as JSON, such as \{"Phos": /],
    ['an unknown analyte', { defaultUnits: '{"Gold": "ppm"}' }, /code of a known analyte, such as P/],
    ['a unit of another kind', { defaultUnits: '{"pH": "ppm"}' }, /ppm does not convert to pH/],
    ['an unknown role', { columns: '{"Spot": {"role": "spot"}}' }, /must be one of sampleId, /],
    ['a meaning without either', { columns: '{"Spot": "sampleId"}' }, /\{"analyte": …, "unit": …, "method": …\}/],
    ['no laboratory', { lab: ' ' }, /lab/],
    ['a word for a flag', { dryRun: 'yes' }, /dryRun/],
  ])('with %s are refused, and nothing is stored', async (_, texts, detail) => {
    const { id: svcUserId } = await freshUser(owner);
    expect(expectProblem(await send(svcUserId, zip, texts), 400, 'invalid').detail).toMatch(detail);
    expect((await owner.get(`${soilService}/batches?svcUserId=${svcUserId}`)).body).toEqual([]);
  });
});

describe('a dry run', { timeout: longest }, () => {
  test('says what becomes of each cell, and stores nothing', async () => {
    const { id: svcUserId } = await freshUser(owner);
    const { status, body } = await send<DryRun>(svcUserId, zip, given, '&dryRun=true');
    expect(status).toBe(200);
    expect(body).toMatchObject({ dryRun: true, svcUserId, entries: [{ fileName: 'field.zip', status: 'COMPLETED' }] });
    const [entry] = body.entries;
    expect(entry).toMatchObject({ sampleCount: 2, resultCount: 6, formats: ['csv'] });
    const { cells = 0, results = 0, metadata = 0, warnings = 0 } = entry?.account ?? {};
    expect([cells, results]).toEqual([15, 6]);
    expect(results + metadata + warnings).toBe(cells);
    expect(entry?.results.find(({ name }) => name === 'Phos')).toEqual({
      ...{ name: 'Phos', unit: null, analyte: 'P', method: 'olsen', canonicalUnit: 'mg/kg' },
      ...{ count: 2, min: 22, max: 25 },
    });
    expect((await owner.get(`${soilService}/batches?svcUserId=${svcUserId}`)).body).toEqual([]);
    await idle();
    await tablesWritten();
    const sql = `SELECT COUNT(*) AS n FROM soilSamples WHERE svcUserId = '${svcUserId}'`;
    expect((await runQuery(owner, sql)).body).toEqual([{ n: 0 }]);
  });

  test('takes its flag from the form, names cells that are left out, and says why a zip cannot be read', async () => {
    const { id: svcUserId } = await freshUser(owner);
    const notes = 'Sample ID,pH,Story\n1,6.5,It rained\n2,6.6,\n';
    const { body } = await send<DryRun>(svcUserId, zipped('notes.zip', { 'a.csv': notes }), { dryRun: 'true' });
    const left = body.entries[0]?.warnings.find(({ cells }) => cells);
    expect(left).toMatchObject({ cells: { columns: 'C' } });
    expect(body.entries[0]?.account?.warnings).toBeGreaterThan(0);
    const letter = await send<DryRun>(svcUserId, zipped('letter.zip', { 'a.txt': 'Dear grower' }), { dryRun: 'true' });
    expect([letter.status, letter.body.entries[0]?.status]).toEqual([200, 'FAILED']);
    expect(letter.body.entries[0]?.errorMessage).toMatch(/\w.*\.$/);
    expect((await owner.get(`${soilService}/batches?svcUserId=${svcUserId}`)).body).toEqual([]);
  });

  test('tells which zip counts already', async () => {
    const { id: svcUserId } = await freshUser(owner);
    const batch = await readSoil(owner, svcUserId, zip);
    const { body } = await send<DryRun>(svcUserId, zip, { dryRun: 'true' });
    expect(body.entries[0]).toMatchObject({ duplicateOf: batch.entries[0]?.id, duplicateOfBatch: batch.id });
    const other = await send<DryRun>(svcUserId, zip, { ...given, dryRun: 'true' });
    expect(other.body.entries[0]).not.toHaveProperty('duplicateOf');
  });
});
