import { zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { harvestCsv, zipOf } from './harvest-text.ts';
import { processUpload } from './process-upload.ts';
import { taskDataZip } from './task-data.ts';

const seeding = [
  { ddi: '000C', value: (record: number) => 8_000 + (record % 17) },
  { ddi: '0043', value: () => 3_000 },
];

async function outcomeOf(zip: Uint8Array) {
  const { sets, problems } = await processUpload('upload.zip', zip);
  return { processed: sets.map(({ processed }) => processed), codes: problems.map(({ code }) => code), problems };
}

describe('a damaged archive', () => {
  test('that was truncated keeps the files before the cut, and the rest of the file that was cut', async () => {
    const table = harvestCsv({ records: 250 });
    const zip = zipOf({ 'a.csv': harvestCsv(), 'b.csv': table });
    const { processed, problems } = await outcomeOf(zip.subarray(0, zip.length * 0.7));
    expect(problems.map(({ file, code }) => `${code} ${file}`)).toEqual([
      'archiveDamaged upload.zip',
      'entryDamaged upload.zip/b.csv',
    ]);
    expect(processed[0]?.pointCounts).toMatchObject({ read: 100, kept: 100 });
    expect(processed[1]?.pointCounts?.kept).toBeGreaterThan(300);
    expect(processed[1]?.pointCounts?.kept).toBeLessThan(1000);
  });

  test('with a garbled file keeps what precedes the garbled part', async () => {
    const zip = Buffer.from(zipOf({ 'b.csv': harvestCsv({ records: 2_500 }) }));
    const at = Math.floor(zip.length * 0.7);
    zip.fill(0xff, at, at + 200);
    const { processed, codes } = await outcomeOf(zip);
    expect(codes).toEqual(['entryDamaged']);
    expect(processed[0]?.pointCounts?.kept).toBeGreaterThan(3_000);
  });

  test('keeps the records of a log that is truncated in it', async () => {
    const zip = taskDataZip(seeding, { records: 2_000 });
    // The log is the last file: its data end before the table of contents.
    const { processed, codes } = await outcomeOf(zip.subarray(0, zip.length - 2_000));
    expect(codes).toEqual(['archiveDamaged', 'entryDamaged']);
    expect(processed[0]).toMatchObject({ status: 'processed', operationType: 'planted' });
    expect(processed[0]?.pointCounts?.kept).toBeGreaterThan(200);
  });

  test('inside an archive loses only its own content', async () => {
    const inner = zipOf({ 'a.csv': harvestCsv() });
    const outer = zipOf({ 'inner/one.zip': zipOf({ 'two.zip': inner }), 'inner/broken.zip': inner.subarray(0, 60) });
    const { processed, problems } = await outcomeOf(outer);
    expect(processed).toMatchObject([{ status: 'processed', pointCounts: { kept: 100 } }]);
    expect(problems.map(({ file }) => file)).toContain('upload.zip/inner/broken.zip');
  });

  test('cannot exceed the limits of archives', async () => {
    const bomb = Buffer.from(zipSync({ 'a.csv': new Uint8Array(70 * 1024 ** 2) }));
    const { processed, codes } = await outcomeOf(bomb.subarray(0, bomb.length - 30));
    expect(codes).toEqual(['archiveDamaged', 'archiveBomb']);
    expect(processed).toEqual([]);
    const climbing = zipOf({ '../../a.csv': harvestCsv() });
    expect((await outcomeOf(climbing.subarray(0, climbing.length - 30))).processed).toEqual([]);
  });
});
