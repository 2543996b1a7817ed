import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvRows } from '../../../../adapters/aws/athena/csv-rows.ts';

async function read(text: string, size: number): Promise<(string | undefined)[][]> {
  async function* pieces() {
    for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
  }
  const rows: (string | undefined)[][] = [];
  for await (const some of csvRows(pieces())) rows.push(...some);
  return rows;
}

const line = (cells: (string | undefined)[]) =>
  `${cells.map((cell) => (cell === undefined ? '' : `"${cell.replaceAll('"', '""')}"`)).join(',')}\n`;

test('NULL, an empty text, quotes, commas and line breaks are distinguished', async () => {
  const text = '"a","b"\n"",\n,"x ""y"", z\n"\n,\n';
  const wanted = [
    ['a', 'b'],
    ['', undefined],
    [undefined, 'x "y", z\n'],
    [undefined, undefined],
  ];
  for (const size of [1, 2, 3, 7, 100]) expect(await read(text, size)).toEqual(wanted);
});

test('a truncated file is an error', async () => {
  await expect(read('"a"\n"b', 100)).rejects.toThrow('ends within a row');
});

test('every written value is read again, however the bytes are split', async () => {
  const cell = fc.option(fc.string({ unit: fc.constantFrom('"', ',', '\n', 'a', 'ä', ' ') }), { nil: undefined });
  const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 2 }), { maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(rows, fc.integer({ min: 1, max: 9 }), async (wanted, size) => {
      expect(await read(wanted.map(line).join(''), size)).toEqual(wanted);
    }),
  );
});
