import { describe, expect, test } from 'vitest';
import { ownerCatalogue } from '../../domain/query/tables/owner-catalogue.ts';
import { userCatalogue } from '../../domain/query/tables/user-catalogue.ts';
import { compileQuery } from '../../sql/compile-query.ts';

const fileId = '0199a000-0000-7827-a256-60aca414f6dd';
const options = { engine: 'duckdb', now: 0 } as const;
const firstOf = (text: string) => compileQuery(text, ownerCatalogue('owner-a'), options).first;

describe('a query for first rows', () => {
  test.each([
    ['of a file', `SELECT timestamp, speed FROM \`pointlake_file_${fileId}\` ORDER BY timestamp LIMIT 10`, false, 10],
    ['without the instants', 'SELECT speed FROM points ORDER BY timestamp DESC LIMIT 5 OFFSET 7', true, 12],
    [
      'by another name',
      'SELECT moment FROM (SELECT timestamp AS moment, crop FROM points) ORDER BY moment, crop LIMIT 3',
      false,
      3,
    ],
    [
      'where columns have a value',
      "SELECT geometry FROM points WHERE fileId = 'a' AND 'b' = svcUserId ORDER BY timestamp LIMIT 1",
      false,
      1,
    ],
  ])('%s', (_, text, descending, rows) => {
    const first = firstOf(text);
    expect(first).toMatchObject({ table: 'points', column: 'timestamp', descending, rows });
    const { sql } = compileQuery(text, ownerCatalogue('owner-a'), options);
    const condition = ` AND "timestamp" ${descending ? '>=' : '<='} TIMESTAMP '2026-01-31 12:00:00'`;
    expect(first?.until.join('2026-01-31 12:00:00').replace(condition, '')).toBe(sql);
  });

  test('names each value of its rows, including two of one column', () => {
    const text = `SELECT speed FROM \`pointlake_file_${fileId}\` WHERE fileId = 'a' ORDER BY timestamp LIMIT 1`;
    expect(firstOf(text)?.values).toEqual([
      ['owner', 'owner-a'],
      ['fileId', fileId],
      ['fileId', 'a'],
    ]);
  });

  test('of one user, unless it is about a time already', () => {
    const text = 'SELECT speed FROM points ORDER BY timestamp LIMIT 5';
    const firstIn = (start?: number) =>
      compileQuery(text, userCatalogue(ownerCatalogue('owner-a'), { svcUserId: 'user-a', start }), options).first;
    expect(firstIn()?.values).toContainEqual(['svcUserId', 'user-a']);
    expect(firstIn(0)).toBeUndefined();
  });

  test('has the maximum number of rows of a response', () => {
    const text = 'SELECT speed FROM points ORDER BY timestamp';
    expect(compileQuery(text, ownerCatalogue('owner-a'), { ...options, maxRows: 50 }).first?.rows).toBe(50);
    expect(firstOf(text)).toBeUndefined();
  });
});

describe('a query is not one for first rows', () => {
  test.each([
    ['in no order', 'SELECT timestamp FROM points LIMIT 10'],
    ['in another order', 'SELECT timestamp FROM points ORDER BY speed LIMIT 10'],
    ['in the order of values computed from instants', 'SELECT speed FROM points ORDER BY DATE(timestamp) LIMIT 10'],
    ['with another condition', 'SELECT speed FROM points WHERE speed > 3 ORDER BY timestamp LIMIT 10'],
    [
      'with an alternative condition',
      "SELECT speed FROM points WHERE fileId = 'a' OR speed > 1 ORDER BY timestamp LIMIT 1",
    ],
    ['with a negated condition', "SELECT speed FROM points WHERE fileId != 'a' ORDER BY timestamp LIMIT 1"],
    ['of groups', 'SELECT timestamp, COUNT(*) AS n FROM points GROUP BY timestamp ORDER BY timestamp LIMIT 10'],
    ['of distinct rows', 'SELECT DISTINCT timestamp FROM points ORDER BY timestamp LIMIT 10'],
    ['of several tables', 'SELECT p.timestamp FROM points p, points q ORDER BY p.timestamp LIMIT 10'],
    ['of elements', 'SELECT timestamp, id FROM points, UNNEST(fieldIds) AS id ORDER BY timestamp LIMIT 10'],
    ['of windows', 'SELECT timestamp, ROW_NUMBER() OVER (ORDER BY speed) AS n FROM points ORDER BY timestamp LIMIT 10'],
    ['of a sample', 'SELECT timestamp FROM points TABLESAMPLE SYSTEM (10 PERCENT) ORDER BY timestamp LIMIT 10'],
    ['inside of another', 'SELECT COUNT(*) FROM (SELECT speed FROM points ORDER BY timestamp LIMIT 10)'],
    [
      'that names the instant itself',
      `SELECT '9999-12-31 23:59:59.999000' AS t FROM points ORDER BY timestamp LIMIT 10`,
    ],
  ])('%s', (_, text) => {
    expect(firstOf(text)).toBeUndefined();
  });
});
