import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, expect, test } from 'vitest';
import { chunkBytes } from '../../../adapters/machine-files/chunk-bytes.ts';
import { duckDbCaps } from '../../duckdb-caps.ts';

const instance = await DuckDBInstance.create(':memory:', duckDbCaps);
const connection = await instance.connect();

afterAll(() => {
  connection.closeSync();
  instance.closeSync();
});

async function bytesOf(sql: string): Promise<{ text: string; pieces: number }> {
  const result = await connection.stream(sql);
  const pieces: Uint8Array[] = [];
  for (let chunk = await result.fetchChunk(); chunk && chunk.rowCount > 0; chunk = await result.fetchChunk()) {
    pieces.push(...chunkBytes(chunk));
  }
  return { text: Buffer.concat(pieces).toString(), pieces: pieces.length };
}

const rows = 5_000;
const numbers = Array.from({ length: rows }, (_, index) => index);

test('reads values computed by a query, many in a chunk', async () => {
  const { text, pieces } = await bytesOf(
    `select encode('a text of more than twelve bytes: ' || range) from range(${rows})`,
  );
  expect(text).toBe(numbers.map((index) => `a text of more than twelve bytes: ${index}`).join(''));
  expect(pieces).toBeLessThan(rows / 100);
});

test('reads short, long and empty values in their order, and nothing for null', async () => {
  const value = `case range % 4 when 0 then 'short' when 1 then repeat('ä', range % 90) when 2 then null else '' end`;
  const expected = numbers.map((index) => (index % 4 === 0 ? 'short' : index % 4 === 1 ? 'ä'.repeat(index % 90) : ''));
  expect((await bytesOf(`select encode(${value}) from range(${rows})`)).text).toBe(expected.join(''));
});

test('reads values of a table, at any position', async () => {
  await connection.run(`create table stored as select encode(repeat(range::varchar, 9)) as v from range(${rows})`);
  const { text } = await bytesOf('select v from stored order by v desc');
  const expected = numbers.map((index) => String(index).repeat(9));
  expect(text).toBe(expected.sort((a, b) => (a < b ? 1 : -1)).join(''));
});

test('reads one value that all rows share', async () => {
  const { text } = await bytesOf(`select 'a constant of more than twelve bytes'::blob from range(3)`);
  expect(text).toBe('a constant of more than twelve bytes'.repeat(3));
});
