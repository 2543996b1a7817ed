import * as duckDb from '@duckdb/node-api';
import { expect, test } from 'vitest';
import { rowLines } from '../../../../../adapters/query/duckdb/rows/row-lines.ts';
import type { ResultColumn } from '../../../../../sql/compile-query.ts';
import { arrayOf, typeOf } from '../../../../../sql/types/sql-type.ts';
import { duckDbCaps } from '../../../../duckdb-caps.ts';
import { randomOf } from '../../../../random-queries/random.ts';

/** The lines of all chunks, read as soon as they are written. */
async function linesOf(sql: string, columns: readonly ResultColumn[]): Promise<string[]> {
  const connection = await (await duckDb.DuckDBInstance.create(':memory:', duckDbCaps)).connect();
  const result = await connection.stream(sql);
  const write = rowLines(columns);
  let text = '';
  for (let chunk = await result.fetchChunk(); chunk && chunk.rowCount > 0; chunk = await result.fetchChunk())
    text += Buffer.from(write(chunk)).toString();
  return text.split('\n').slice(0, -1);
}

const column = (name: string, kind: Parameters<typeof typeOf>[0]) => ({ name, type: typeOf(kind) });

async function valuesOf(values: readonly string[], kind: Parameters<typeof typeOf>[0]): Promise<unknown[]> {
  const sql = `select v from (values ${values.map((value, index) => `(${index}, ${value})`).join(', ')}) as t(n, v) order by n`;
  return (await linesOf(sql, [column('v', kind)])).map((line) => line.slice('{"v":'.length, -1));
}

test('times within one minute and others are written to their last digit', async () => {
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
    ['5000-01-01 00:00:00.000001', '5000-01-01T00:00:00.000001Z'],
    ['9999-12-31 23:59:59.999999', '9999-12-31T23:59:59.999999Z'],
  ];
  const written = await valuesOf(
    values.map(([stored]) => `timestamp '${stored}'`),
    'TIMESTAMP',
  );
  expect(written).toEqual(values.map(([, text]) => `"${text}"`));
});

test('numbers are written as JavaScript does', async () => {
  const random = randomOf(7);
  const edges = [
    0,
    -0,
    0.1,
    -0.1,
    0.3,
    1e-7,
    1e-6,
    9.99999e-7,
    0.0000012,
    0.00000123,
    5e-324,
    1e21,
    123456789.1234567,
    99999999.9999999,
    100000000,
    1e15,
    2 ** 53,
    0.1 + 0.2,
    41.6,
    41.99999999999999,
    -92.96000000000001,
    1.7976931348623157e308,
    1 / 3,
  ];
  const numbers = Array.from({ length: 5_000 }, (_, index) => {
    const value = (random.below(2 ** 31) / 2 ** 31 - 0.5) * 10 ** (index % 14) * 10 ** -(index % 5);
    return index % 3 === 0 ? value : Number(value.toFixed(index % 10));
  });
  const all = [...edges, ...numbers];
  const written = await valuesOf(
    all.map((value) => `'${value}'::double`),
    'FLOAT64',
  );
  expect(written).toEqual(all.map((value) => String(value)));
});

test('values without a number in JSON are texts', async () => {
  expect(await valuesOf([`'nan'::double`, `'inf'::double`, `'-inf'::double`], 'FLOAT64')).toEqual([
    '"NaN"',
    '"Infinity"',
    '"-Infinity"',
  ]);
  const whole = [
    '9007199254740991',
    '-9007199254740991',
    '9007199254740992',
    '-9223372036854775808',
    '-1',
    '4294967296',
  ];
  expect(
    await valuesOf(
      whole.map((text) => `(${text})::bigint`),
      'INT64',
    ),
  ).toEqual([
    '9007199254740991',
    '-9007199254740991',
    '"9007199254740992"',
    '"-9223372036854775808"',
    '-1',
    '4294967296',
  ]);
});

test('texts that occur in several rows, short and long ones, are written exactly', async () => {
  const long = 'a text of more than twelve bytes';
  const texts = [
    'a"b',
    'a"b',
    null,
    'a"b',
    '',
    '',
    'é\u2028\n\u0001',
    '😀',
    long,
    long,
    `${long}!`,
    null,
    long.slice(1),
  ];
  const sql = `select t, n from (values ${texts
    .map((text, n) => `(${text === null ? 'null' : `'${text}'`}, ${n}::bigint)`)
    .join(', ')}) as v(t, n) order by n`;
  const lines = await linesOf(sql, [column('t', 'STRING'), column('n', 'INT64')]);
  expect(lines).toEqual(texts.map((t, n) => JSON.stringify({ t, n })));
});

test('every type has null rows, in chunk after chunk', async () => {
  const columns = [column('d', 'FLOAT64'), column('s', 'STRING'), column('t', 'TIMESTAMP'), column('i', 'INT64')];
  const count = 10_000;
  const lines = await linesOf(
    `select case when n % 3 <> 0 then n / 8 end as d, case when n % 5 <> 0 then 'row ' || n || repeat('.', n::int % 20) end as s,
      case when n % 7 <> 0 then timestamp '2026-01-01' + to_microseconds(n * 1000) end as t, case when n % 2 <> 0 then n end as i
      from range(${count}) as r(n) order by n`,
    columns,
  );
  const expected = Array.from({ length: count }, (_, n) =>
    JSON.stringify({
      d: n % 3 ? n / 8 : null,
      s: n % 5 ? `row ${n}${'.'.repeat(n % 20)}` : null,
      t: n % 7 ? new Date(Date.UTC(2026, 0) + n) : null,
      i: n % 2 ? n : null,
    }),
  );
  expect(lines).toEqual(expected);
});

test('lists of texts may be empty, or contain NULL', async () => {
  const columns = [{ name: 'l', type: arrayOf(typeOf('STRING')) }];
  const long = 'a text of more than twelve bytes';
  const lists = [['a', long], [], null, [null, ''], [long, null, 'b"c', 'é'], [long]];
  const sql = `select l from (values ${lists
    .map((list, n) => {
      const items = list?.map((item) => (item === null ? 'null' : `'${item}'`)).join(', ');
      return `(${items === undefined ? 'null' : `[${items}]::varchar[]`}, ${n})`;
    })
    .join(', ')}) as v(l, n) order by n`;
  expect(await linesOf(sql, columns)).toEqual(lists.map((l) => JSON.stringify({ l })));
  const many = await linesOf(
    `select case when n % 4 > 0 then list_transform(range(n % 5), i -> 'element number ' || n || ' ' || i) end as l
      from range(5000) as r(n) order by n`,
    columns,
  );
  expect(many).toEqual(
    Array.from({ length: 5_000 }, (_, n) => {
      const l = n % 4 > 0 ? Array.from({ length: n % 5 }, (_, i) => `element number ${n} ${i}`) : null;
      return JSON.stringify({ l });
    }),
  );
});

test('points, other shapes and null geographies are written', async () => {
  const sql = `select case n % 4 when 0 then {'wkb': null::blob, 'x': n / 7, 'y': -(n + 1) / 9}
      when 1 then {'wkb': unhex('01010000000000000000003e400000000000002440'), 'x': null::double, 'y': null::double}
      when 2 then null
      else {'wkb': unhex('0102000000020000000000000000003e4000000000000024400000000000003440000000000000f03f'), 'x': null, 'y': null} end as g
    from range(3000) as r(n) order by n`;
  const lines = await linesOf(sql, [column('g', 'GEOGRAPHY')]);
  expect(lines).toEqual(
    Array.from({ length: 3_000 }, (_, n) => {
      const point = (x: number, y: number) =>
        Buffer.concat([Buffer.from([1, 1, 0, 0, 0]), Buffer.from(new Float64Array([x, y]).buffer)]).toString('base64');
      const shapes = [point(n / 7, -(n + 1) / 9), point(30, 10), null, 'LINESTRING(30 10, 20 1)'];
      return JSON.stringify({ g: shapes[n % 4] });
    }),
  );
});

test('rows without columns are written', async () => {
  expect(await linesOf('select 1 from range(3)', [])).toEqual(['{}', '{}', '{}']);
});
