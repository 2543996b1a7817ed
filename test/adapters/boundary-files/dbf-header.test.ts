import { closeSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { encodingOfTable, readDbfHeader } from '../../../adapters/boundary-files/converters/dbf-header.ts';
import { writeShapefile } from '../../../local/demo/write-shapefile.ts';
import { square, temporaryDirectory } from './upload-fixture.ts';

const records = Array.from({ length: 5 }, (_, index) => ({
  rings: [square(9 + index, 52, 0.01)],
  attributes: { name: `Field ${index}` },
}));

/** Number of records read from a table that declares a number, after some bytes were cut off. */
async function recordsOf(declared: number, cutOff = 0): Promise<number> {
  const table = Buffer.from(writeShapefile(records).dbf ?? '');
  table.writeUInt32LE(declared, 4);
  const path = join(await temporaryDirectory(), 'a.dbf');
  writeFileSync(path, table.subarray(0, table.length - cutOff));
  const file = openSync(path, 'r');
  try {
    return readDbfHeader(file).records;
  } finally {
    closeSync(file);
  }
}

test('a table has the declared number of records, as far as the file goes', async () => {
  expect(await recordsOf(5)).toBe(5);
  expect(await recordsOf(3)).toBe(3);
  expect(await recordsOf(0xffffffff)).toBe(5);
  expect(await recordsOf(5, 100)).toBe(3);
});

test('a table has the encoding of its mark where its first records have no telling letters', () => {
  const header = { records: 1, declared: 1, headerBytes: 33, recordBytes: 4, columns: [] };
  const encodingOf = (sample: string, languageDriver: number) =>
    encodingOfTable(Buffer.from(sample), { ...header, languageDriver }, undefined).encoding;
  expect(encodingOf('North', 0xc8)).toBe('windows-1250');
  expect(encodingOf('North', 0)).toBe('utf-8');
  // Many programs write UTF-8 and leave the mark of a western code page.
  expect(encodingOf('Größe', 0x57)).toBe('utf-8');
});
