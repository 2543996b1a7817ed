import { zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { soilStore } from '../../../adapters/aws/dynamodb/soil/soil-store.ts';
import { newId } from '../../../adapters/system.ts';
import { timestamp } from '../../../domain/clock.ts';
import { receivedSoilBatch, soilDeadline } from '../../../domain/soil/batch/soil-batch.ts';
import type { FieldSoil } from '../../../domain/soil/field-soil/field-soil-schema.ts';
import { cloudClock, table as cloudTable, idle, tablesWritten } from '../cloud.ts';
import { expectProblem } from '../contract/problem.ts';
import { fieldsService } from '../growers/grower.ts';
import { freshOwner, type TestOwner } from '../owner.ts';
import { runQuery } from '../query/query.ts';
import { askUntil } from '../send-form.ts';
import { freshUser } from '../users/user.ts';
import { readSoil, type ShownSoilBatch, soilService, zipped } from './soil.ts';

const longest = 240_000;
const owner = await freshOwner();

/** Twenty samples of four analytes in a field of its own user. */
const rows = Array.from({ length: 20 }, (_, index) =>
  [`${index + 1}`, '2026-03-12', 44.2 + index / 10_000, -88.04, 6 + index / 20, 20 + index, 150 + index, 3.1].join(','),
);
const table = `Sample ID,Date,Latitude,Longitude,pH,P (ppm),K (ppm),OM (%)\n${rows.join('\n')}\n`;

async function freshField(of: TestOwner = owner) {
  const { id: svcUserId } = await freshUser(of);
  const ring = [
    [-88.05, 44.19],
    [-88.03, 44.19],
    [-88.03, 44.21],
    [-88.05, 44.21],
    [-88.05, 44.19],
  ];
  const path = `${fieldsService}/users/${svcUserId}/fields`;
  const { body } = await of.post<{ id: string }>(path, {
    name: 'North',
    geometry: { type: 'Polygon', coordinates: [ring] },
  });
  return { svcUserId, fieldId: body.id };
}

const now = async ({ id }: ShownSoilBatch) => (await owner.get<ShownSoilBatch>(`${soilService}/batch/${id}`)).body;

/** What every place that counts says of the pH of a field. */
async function numbersOf({ svcUserId, fieldId }: { svcUserId: string; fieldId: string }) {
  await idle();
  await tablesWritten();
  const path = `${fieldsService}/users/${svcUserId}/fields/${fieldId}/soil?analyte=pH`;
  const { points, history } = (await owner.get<FieldSoil>(path)).body;
  const sql = `SELECT COUNT(*) AS n FROM soilSamples WHERE '${fieldId}' IN UNNEST(fieldIds)`;
  const { body } = await runQuery(owner, sql);
  return {
    points: points.length,
    count: history.reduce((sum, { count }) => sum + count, 0),
    rows: body[0]?.n,
  };
}

const once = { points: 20, count: 20, rows: 80 };

describe('the same results count once for a user', { timeout: longest }, () => {
  test('sent again, packed anew, with a letter, and twice in one batch', async () => {
    const place = await freshField();
    const { svcUserId } = place;
    const first = await readSoil(owner, svcUserId, zipped('lab.zip', { 'lab.csv': table }));
    const original = first.entries[0];
    expect(original).toMatchObject({ sampleCount: 20, resultCount: 80 });
    expect(original).not.toHaveProperty('duplicateOf');
    expect(await numbersOf(place)).toEqual(once);

    const content = Buffer.from(table);
    const again = await readSoil(
      owner,
      svcUserId,
      zipped('lab.zip', { 'lab.csv': table }),
      { name: 'stored.zip', content: zipSync({ 'other/name.csv': [content, { level: 0, mtime: '2001-01-01' }] }) },
      { name: 'mac.zip', content: zipSync({ 'lab.csv': content, '__MACOSX/._lab.csv': Buffer.from('junk') }) },
      zipped('letter.zip', { 'lab.csv': table, 'letter.txt': 'Dear grower' }),
      zipped('twice.zip', { 'a.csv': table, 'b.csv': table }),
      { name: 'nested.zip', content: zipSync({ 'in.zip': zipSync({ 'lab.csv': content }) }) },
      zipped('ends.zip', { 'lab.csv': table.replaceAll('\n', '\r\n') }),
    );
    for (const entry of again.entries) {
      expect(entry).toMatchObject({
        status: 'COMPLETED',
        duplicateOf: original?.id,
        duplicateOfBatch: first.id,
        resultCount: 80,
      });
    }
    expect(await numbersOf(place)).toEqual(once);
  });

  test('what is another sampling by one value counts as well', async () => {
    const place = await freshField();
    await readSoil(owner, place.svcUserId, zipped('lab.zip', { 'lab.csv': table }));
    const other = table.replaceAll('2026-03-12', '2026-04-12');
    const later = await readSoil(owner, place.svcUserId, zipped('lab.zip', { 'lab.csv': other }));
    await idle();
    expect((await now(later)).entries[0]).not.toHaveProperty('duplicateOf');
    expect(await numbersOf(place)).toEqual({ points: 20, count: 40, rows: 160 });
  });

  test('two zips that arrive at once are one original and one copy', async () => {
    const place = await freshField();
    const zips = ['a.zip', 'b.zip', 'c.zip'].map((name) => zipped(name, { 'lab.csv': table }));
    const sent = await Promise.all(zips.map((zip) => readSoil(owner, place.svcUserId, zip)));
    await idle();
    const entries = (await Promise.all(sent.map(now))).flatMap((batch) => batch.entries);
    expect(entries.filter(({ duplicateOf }) => duplicateOf === undefined)).toHaveLength(1);
    expect(await numbersOf(place)).toEqual(once);
  });

  test('another user has results of its own', async () => {
    const [one, other] = [await freshField(), await freshField()];
    await readSoil(owner, one.svcUserId, zipped('lab.zip', { 'lab.csv': table }));
    const batch = await readSoil(owner, other.svcUserId, zipped('lab.zip', { 'lab.csv': table }));
    await idle();
    expect((await now(batch)).entries[0]).not.toHaveProperty('duplicateOf');
    expect(await numbersOf(other)).toEqual(once);
  });

  test('the deletion of the first one brings those of the second back', async () => {
    const place = await freshField();
    const first = await readSoil(owner, place.svcUserId, zipped('a.zip', { 'lab.csv': table }));
    const second = await readSoil(owner, place.svcUserId, zipped('b.zip', { 'lab.csv': table }));
    const path = `${soilService}/batch/${first.id}`;
    expectProblem(await (await freshOwner()).call('DELETE', path), 404, 'soilBatchNotFound');
    expect((await owner.call('DELETE', path)).status).toBe(204);
    expectProblem(await owner.get(path), 404, 'soilBatchNotFound');
    expectProblem(await owner.get(`${path}/results/${first.entries[0]?.id}/raw`), 404, 'soilBatchNotFound');
    expectProblem(await owner.call('DELETE', path), 404, 'soilBatchNotFound');
    await askUntil<ShownSoilBatch>(
      owner,
      `${soilService}/batch/${second.id}`,
      ({ entries }) => entries[0]?.duplicateOf === undefined,
      longest,
    );
    expect(await numbersOf(place)).toEqual(once);
    const list = await owner.get<ShownSoilBatch[]>(`${soilService}/batches?svcUserId=${place.svcUserId}`);
    expect([list.body.map(({ id }) => id), list.headers.get('x-total-count')]).toEqual([[second.id], '1']);

    await owner.call('DELETE', `${soilService}/batch/${second.id}`);
    await idle();
    expect(await numbersOf(place)).toEqual({ points: 0, count: 0, rows: 0 });
  });

  test('a batch whose zips are still to be read is not deleted', async () => {
    const { id: svcUserId } = await freshUser(owner);
    const files = [{ id: newId(), fileName: 'a.zip', sizeBytes: 1 }];
    const batch = receivedSoilBatch({ id: newId(), svcUserId, files }, timestamp(cloudClock.now()));
    await soilStore(cloudTable('soil'), cloudTable('users')).create(
      owner.owner.id,
      batch,
      soilDeadline(cloudClock.now()),
    );
    expectProblem(await owner.call('DELETE', `${soilService}/batch/${batch.id}`), 409, 'soilEntryNotEnded');
  });
});
