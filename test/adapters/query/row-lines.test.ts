import * as duckDb from '@duckdb/node-api';
import { expect, test } from 'vitest';
import { rowLines } from '../../../adapters/query/duckdb/row-lines.ts';
import type { ResultColumn } from '../../../domain/query/compile-query.ts';
import { typeOf } from '../../../domain/query/types/sql-type.ts';

async function linesOf(sql: string, columns: readonly ResultColumn[]): Promise<string> {
  const connection = await (await duckDb.DuckDBInstance.create(':memory:')).connect();
  const chunk = await (await connection.stream(sql)).fetchChunk();
  return chunk ? rowLines(chunk, columns) : '';
}

test('times of one minute and of others are written to their last digit', async () => {
  const values: [stored: string, written: string][] = [
    ['2025-06-01 12:00:00', '2025-06-01T12:00:00.000Z'],
    ['2025-06-01 12:00:00.007', '2025-06-01T12:00:00.007Z'],
    ['2025-06-01 12:00:59.999', '2025-06-01T12:00:59.999Z'],
    ['2025-06-01 12:01:00', '2025-06-01T12:01:00.000Z'],
    ['2025-06-01 12:00:09.05', '2025-06-01T12:00:09.050Z'],
    ['2025-06-01 12:00:09.050001', '2025-06-01T12:00:09.050001Z'],
    ['1969-12-31 23:59:59.5', '1969-12-31T23:59:59.500Z'],
    ['1969-12-31 23:59:00', '1969-12-31T23:59:00.000Z'],
    ['0999-12-31 23:59:59', '0999-12-31T23:59:59.000Z'],
  ];
  const sql = `select * from (values ${values.map(([stored]) => `(timestamp '${stored}')`).join(', ')}) as v(t)`;
  const lines = await linesOf(sql, [{ name: 't', type: typeOf('TIMESTAMP') }]);
  expect(lines.split('\n').map((line) => JSON.parse(line).t)).toEqual(values.map(([, written]) => written));
});

test('a text that stands in several rows, and nothing between them', async () => {
  const sql = `select * from (values ('a"b', 1), ('a"b', 2), (null, 3), ('a"b', 4), ('', 5)) as v(t, n)`;
  const columns = [
    { name: 't', type: typeOf('STRING') },
    { name: 'n', type: typeOf('INT64') },
  ];
  expect(await linesOf(sql, columns)).toBe(
    ['{"t":"a\\"b","n":1}', '{"t":"a\\"b","n":2}', '{"t":null,"n":3}', '{"t":"a\\"b","n":4}', '{"t":"","n":5}'].join(
      '\n',
    ),
  );
});
