import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { catalogueOf } from '../../sql/catalogue.ts';
import { compileQuery } from '../../sql/compile-query.ts';
import { functionNames } from '../../sql/functions/table.ts';
import { InvalidQuery } from '../../sql/invalid-query.ts';
import { storedType } from '../../sql/types/parse-type.ts';
import { processorMilliseconds } from '../processor-time.ts';

const owner = 'the-owner';
const catalogue = catalogueOf([
  {
    name: 'points',
    stored: ['store', 'points'],
    only: { owner },
    columns: [
      ...Object.entries({
        id: 'STRING',
        speed: 'FLOAT64',
        n: 'INT64',
        ok: 'BOOL',
        seen: 'TIMESTAMP',
        day: 'DATE',
        ids: 'ARRAY<STRING>',
        machine: 'STRUCT<make STRING, year INT64>',
      }).map(([name, type]) => ({ name, type: storedType(type), stored: { column: name } })),
      { name: 'place', type: storedType('GEOGRAPHY'), stored: { longitude: 'lon', latitude: 'lat' } },
    ],
  },
]);

/** The fault of compiling a text: it has to give SQL or a problem with a position in the text, in a time limited by its size. */
function compiles(text: string): string | undefined {
  const texts: (string | undefined)[] = [];
  const milliseconds = processorMilliseconds(() => {
    for (const engine of ['duckdb', 'trino'] as const) texts.push(compiledFor(engine, text));
  });
  expect(milliseconds).toBeLessThan(5_000);
  expect(texts[0] === undefined).toBe(texts[1] === undefined);
  return texts[0];
}

function compiledFor(engine: 'duckdb' | 'trino', text: string): string | undefined {
  try {
    return compileQuery(text, catalogue, { engine, now: 0 }).sql;
  } catch (error) {
    if (!(error instanceof InvalidQuery)) throw error;
    const lines = text.split(/\r\n|\r|\n/);
    expect(error.line).toBeLessThanOrEqual(lines.length);
    expect(error.column).toBeLessThanOrEqual([...(lines[error.line - 1] ?? '')].length + 1);
    return undefined;
  }
}

const words = fc.constantFrom(
  ...'SELECT FROM WHERE GROUP BY HAVING ORDER LIMIT OFFSET WITH AS RECURSIVE JOIN LEFT ON USING UNION ALL DISTINCT CASE WHEN THEN ELSE END AND OR NOT IN IS NULL BETWEEN LIKE UNNEST ARRAY STRUCT CAST SAFE_CAST EXTRACT INTERVAL DAY OVER PARTITION ROWS QUALIFY WINDOW PIVOT FOR EXISTS EXCEPT REPLACE points id speed n ok seen day ids machine place x p * ( ) [ ] , . + - / || = < >= << ; @ ? =>'.split(
    ' ',
  ),
  ...functionNames,
  "'text'",
  '1',
  '1.5',
  "b'\\x00'",
  '`a"b`',
  "DATE '2024-01-01'",
);

/** A value of a type made of columns, constants, operators and functions. */
const { number, text, truth } = fc.letrec<{ number: string; text: string; truth: string }>((tie) => ({
  number: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom('speed', 'n', '1', '-2.5', 'NULL', 'machine.year', 'ST_X(place)', 'EXTRACT(HOUR FROM seen)'),
    fc
      .tuple(tie('number'), fc.constantFrom('+', '-', '*', '/'), tie('number'))
      .map(([a, op, b]) => `(${a} ${op} ${b})`),
    fc.tuple(tie('truth'), tie('number'), tie('number')).map(([c, a, b]) => `IF(${c}, ${a}, ${b})`),
    tie('text').map((a) => `LENGTH(${a})`),
    tie('number').map((a) => `(SELECT MAX(q.n + ${a}) FROM points AS q)`),
  ),
  text: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(
      'id',
      `'it\\'s'`,
      '"a\\"b"',
      "'\\x00'",
      'machine.make',
      'ids[SAFE_OFFSET(0)]',
      'CAST(day AS STRING)',
    ),
    fc.tuple(tie('text'), tie('text')).map(([a, b]) => `CONCAT(${a}, ${b})`),
    tie('number').map((a) => `CAST(${a} AS STRING)`),
    fc.tuple(tie('text'), tie('text')).map(([a, b]) => `COALESCE(NULLIF(${a}, ${b}), ${b})`),
  ),
  truth: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(
      'ok',
      'TRUE',
      "id IN ('a', 'b')",
      "'f' IN UNNEST(ids)",
      'place IS NULL',
      'EXISTS (SELECT 1 FROM UNNEST(ids) AS i WHERE i = id)',
    ),
    fc.tuple(tie('number'), fc.constantFrom('=', '<', '>='), tie('number')).map(([a, op, b]) => `${a} ${op} ${b}`),
    fc.tuple(tie('truth'), fc.constantFrom('AND', 'OR'), tie('truth')).map(([a, op, b]) => `(${a} ${op} ${b})`),
    tie('truth').map((a) => `NOT (${a})`),
    fc.tuple(tie('text'), tie('text')).map(([a, b]) => `${a} LIKE ${b}`),
  ),
}));
const query = fc
  .tuple(number, text, truth)
  .map(([a, b, c]) => `SELECT ${a} AS a, ${b} AS b, COUNT(*) OVER () AS c FROM points WHERE ${c} ORDER BY 1, 2`);

const options = { seed: 20_240_229, numRuns: 1_500 };

describe('compiling ends with SQL or with a problem', () => {
  test('for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (any) => void compiles(any)),
      options,
    );
  });

  test('for words of the language in any order', () => {
    fc.assert(
      fc.property(fc.array(words, { maxLength: 60 }), (any) => void compiles(any.join(' '))),
      options,
    );
  });

  test('for queries with a word too many, too few or at another position', () => {
    const damaged = fc.tuple(query, fc.nat(), words).map(([sql, at, word]) => {
      const parts = sql.split(' ');
      return parts.toSpliced(at % parts.length, at % 3, word).join(' ');
    });
    fc.assert(
      fc.property(damaged, (any) => void compiles(any)),
      options,
    );
  });

  test('for valid queries with SQL that reads the owner’s rows only', () => {
    const check = (any: string) => {
      const sql = compiles(any);
      if (sql === undefined) compileQuery(any, catalogue, { engine: 'duckdb', now: 0 });
      const reads = sql?.split('"store"."points"').slice(1) ?? [];
      expect(reads.length).toBeGreaterThan(0);
      for (const rest of reads) expect(rest.startsWith(` WHERE "owner" = '${owner}')`)).toBe(true);
    };
    fc.assert(fc.property(query, check), options);
  });
});

describe('queries that would take too long are refused', () => {
  const many = (count: number, part: string, separator: string) =>
    Array.from({ length: count }, () => part).join(separator);
  const doubled = (count: number) =>
    `WITH ${Array.from({ length: count }, (_, n) => `t${n + 1} AS (SELECT a.id FROM t${n} a, t${n} b)`).join(', ')} SELECT * FROM t${count}`.replace(
      'WITH ',
      'WITH t0 AS (SELECT id FROM points), ',
    );
  const divisions = (count: number) => `SELECT ${'1 / ('.repeat(count)}speed${')'.repeat(count)} FROM points`;
  const huge: Record<string, string> = {
    'a long text': `SELECT '${'x'.repeat(200_000)}'`,
    'many parentheses': `SELECT ${'('.repeat(5_000)}1${')'.repeat(5_000)}`,
    'many brackets': `SELECT ${'['.repeat(5_000)}`,
    'many signs': `SELECT ${'-'.repeat(1)}${'- '.repeat(4_000)}1`,
    'a long sum': `SELECT ${many(5_000, '1', ' + ')}`,
    'a long union': many(1_000, 'SELECT 1', ' UNION ALL '),
    'nested calls': `SELECT ${'ABS('.repeat(500)}1${')'.repeat(500)}`,
    'a cube': 'SELECT 1 FROM points GROUP BY CUBE(id, speed, n, ok, seen, day, id)',
  };

  test.each(Object.entries(huge))('%s', (_, sql) => expect(compiles(sql)).toBeUndefined());

  test('queries that only look large are accepted', () => {
    expect(compiles(`SELECT id FROM points WHERE id IN (${many(5_000, "'a'", ', ')})`)).toBeDefined();
    expect(compiles(`SELECT id FROM points WHERE ${many(1_000, 'n = 1', ' OR ')}`)).toBeDefined();
    expect(compiles(doubled(20))).toBeDefined();
    expect(compiles(divisions(50))?.length).toBeLessThan(20_000);
  });
});
