import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SoilRefused } from '../../../domain/soil/reading-problems.ts';
import { accountLine, balanceOf, cellsCounted } from './accounts.ts';
import { readFiles } from './soil-samples.ts';

const folders = ['faults', '../../corpus/soil'].map((name) => join(import.meta.dirname, name));
const files = folders.flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => /\.(?:csv|xlsx|xml|json)$/.test(name))
    .map((name) => ({ name, path: join(folder, name) })),
);

describe('cells of a file are results, metadata, or named by a warning', () => {
  for (const { name, path } of files) {
    it(name, async () => {
      const content = readFileSync(path);
      const reading = await readFiles({ [name]: content }).catch((error: unknown) => {
        if (error instanceof SoilRefused) return undefined;
        throw error;
      });
      if (!reading) return;
      console.info(accountLine(name, reading.account));
      expect(balanceOf(reading)).toBe(0);
      const counted = await cellsCounted(name, content);
      if (counted !== undefined) expect(reading.account.cells).toBe(counted);
    });
  }
});

it('counts results of a copy that is left out as cells of its warning', async () => {
  const rows = ['pH,P (ppm),K (ppm)', '6.5,20,150', '6.6,21,160'];
  const table = (end: string) => rows.map((row, at) => `${at === 0 ? 'Sample ID' : at},${row}${end}`).join('\n');
  const reading = await readFiles({ 'a.csv': table(''), 'b.csv': table('\n') });
  expect(reading.account).toEqual({ cells: 24, results: 6, metadata: 12, warnings: 6 });
  expect(balanceOf(reading)).toBe(0);
});

it('loses no cell of tables that are put together at random', { timeout: 60_000 }, async () => {
  const words =
    'Sample ID,Lab No,pH,P (ppm),K,MO,Olsen P,0-6 NO3 lb/ac,Depth,Start,End,Date,Sample date,Field,Analyte,Value,Unit,ppm,%,Mean,1,2,0-6,6.5,20,<1,NaN,2024-05-01,North,clay,Kind of sample,plant,,,,'.split(
      ',',
    );
  let state = 42;
  const drawn = (count: number) => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return Math.floor((state / 2 ** 32) * count);
  };
  let read = 0;
  for (let table = 0; table < 150; table++) {
    const width = 2 + drawn(6);
    const rows = Array.from({ length: 3 + drawn(8) }, () =>
      Array.from({ length: width }, () => words[drawn(words.length)]).join(','),
    );
    const text = `${rows.join('\n')}\n`;
    const reading = await readFiles({ 'a.csv': text }).catch((error: unknown) => {
      if (error instanceof SoilRefused) return undefined;
      throw error;
    });
    if (!reading) continue;
    read++;
    expect([text, balanceOf(reading)]).toEqual([text, 0]);
  }
  expect(read).toBeGreaterThan(20);
});

it('says so of a file in the zip that nobody reads', async () => {
  const reading = await readFiles({ 'a.csv': 'Sample ID,pH\n1,6.5\n', 'notes.txt': 'Dear grower,\nthank you.\n' });
  expect(reading.warnings).toContainEqual(
    expect.objectContaining({ key: 'unreadableFile', file: 'lab.zip/notes.txt' }),
  );
});

it('lists at most thirty subjects of one kind, and no cell is lost with the rest', async () => {
  const names = Array.from({ length: 40 }, (_, index) => `Remark ${index}`);
  const text = `Sample ID,pH,${names.join(',')}\n1,6.5,${names.map(() => 'good').join(',')}\n`;
  const reading = await readFiles({ 'a.csv': text });
  expect(reading.account).toEqual({ cells: 84, results: 1, metadata: 43, warnings: 40 });
  expect(reading.warnings.find(({ message }) => message.startsWith('The same'))?.cells).toEqual({
    count: 10,
    columns: 'AG-AP',
    rows: '2',
  });
});
