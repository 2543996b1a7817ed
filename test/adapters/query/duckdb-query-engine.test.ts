import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ownerCatalogue } from '../../../domain/query/tables/owner-catalogue.ts';
import { compileQuery } from '../../../sql/compile-query.ts';
import { compiled, engineForTests } from './query-engine.ts';

const { engine, folder } = engineForTests();
const signal = new AbortController().signal;
const within = (milliseconds: number) => {
  const controller = new AbortController();
  setTimeout(() => controller.abort(new Error('enough')), milliseconds);
  return controller.signal;
};

async function rowsOf(text: string, until = signal): Promise<string[]> {
  const rows: string[] = [];
  for await (const some of engine.rows('owner-a', compiled(text), until)) {
    if (rows.length < 10_000) rows.push(...some);
  }
  return rows;
}

const million = 'UNNEST(GENERATE_ARRAY(1, 1000000))';
const endless = `SELECT COUNT(*) FROM ${million} AS a, ${million} AS b WHERE MOD(a * b, 7) = 3`;

test('a query ends when its signal is aborted, with its reason', async () => {
  const before = performance.now();
  await expect(rowsOf(endless, within(500))).rejects.toThrow('enough');
  expect(performance.now() - before).toBeLessThan(10_000);
  await expect(rowsOf('SELECT 1 AS x', AbortSignal.abort(new Error('before it began')))).rejects.toThrow(
    'before it began',
  );
});

test('an export ends when its signal is aborted, and leaves no file', async () => {
  const text = `SELECT ST_GEOGPOINT(1, 2) AS g, a * b AS x FROM ${million} AS a, ${million} AS b`;
  const limits = { bytes: 1e9, signal: within(500) };
  await expect(engine.exported('owner-a', compiled(text), limits, never)).rejects.toThrow('enough');
  expect(readdirSync(folder)).toEqual([]);
});

test('a query that needs too much memory is refused', async () => {
  const text = `SELECT ARRAY_LENGTH(ARRAY_AGG(CONCAT(CAST(a AS STRING), REPEAT('x', 3000)))) FROM ${million} AS a`;
  await expect(rowsOf(text)).rejects.toMatchObject({ status: 400, errorKey: 'limitExceeded' });
});

test('the file of an export exists until it has been stored', async () => {
  const query = compiled('SELECT ST_GEOGPOINT(1, 2) AS g, x FROM UNNEST(GENERATE_ARRAY(1, 1000)) AS x');
  const found = await engine.exported('owner-a', query, { bytes: 1e9, signal }, async ({ rows, bytes, content }) => {
    let read = 0;
    for await (const piece of content) read += piece.length;
    return { rows, whole: read === bytes, files: readdirSync(folder).length };
  });
  expect(found).toEqual({ rows: 1000, whole: true, files: 1 });
  expect(readdirSync(folder)).toEqual([]);
});

test('an export of too many bytes is refused, and leaves no file', async () => {
  const query = compiled('SELECT ST_GEOGPOINT(1, 2) AS g, RAND() AS x FROM UNNEST(GENERATE_ARRAY(1, 1000))');
  const refused = expect(engine.exported('owner-a', query, { bytes: 1_000, signal }, never)).rejects;
  await refused.toMatchObject({ status: 400, errorKey: 'limitExceeded' });
  expect(readdirSync(folder)).toEqual([]);
});

test('an export without rows has no file', async () => {
  const query = compiled('SELECT ST_GEOGPOINT(1, 2) AS g FROM UNNEST([1]) AS x WHERE x > 1');
  expect(await engine.exported('owner-a', query, { bytes: 1e9, signal }, never)).toBeUndefined();
});

test('rows are read in batches, each row as a line of JSON, for as long as the consumer reads', async () => {
  expect(await rowsOf("SELECT x, 'a\\nb' AS t FROM UNNEST([1, 2]) AS x ORDER BY x")).toEqual([
    '{"x":1,"t":"a\\nb"}',
    '{"x":2,"t":"a\\nb"}',
  ]);
  const text = `SELECT a FROM ${million} AS a, ${million} AS b`;
  let rows = 0;
  for await (const some of engine.rows('owner-a', compiled(text), signal)) {
    rows += some.length;
    if (rows > 100_000) break;
  }
  expect(rows).toBeLessThan(200_000);
});

test.each([
  ['1 / (x - 190000)', 'divisionByZero'],
  ["CAST(IF(x = 190000, 'z', '1') AS INT64)", 'invalidCast'],
])('a query that fails after many rows fails: %s', async (value, errorKey) => {
  const text = `SELECT IF(x < 190000, 1, ${value}) AS y FROM UNNEST(GENERATE_ARRAY(1, 200000)) AS x`;
  await expect(rowsOf(text)).rejects.toMatchObject({ status: 400, errorKey });
});

const [one, two] = ['UNNEST([1])', 'UNNEST([1, 2])'];
test.each([
  ['SELECT MAX(n) FROM t', 'group'],
  ['SELECT 2 FROM (SELECT 1) WHERE 5 > (SELECT MAX(n) FROM t)', 'in a subquery'],
])('a recursion that engines would not run is refused before it starts: %s', (step, detail) => {
  const text = `WITH RECURSIVE t AS (SELECT 1 AS n UNION ALL ${step}) SELECT n FROM t`;
  const message = expect.stringContaining(detail);
  expect(() => compiled(text)).toThrow(expect.objectContaining({ code: 'unsupported_feature', message }));
});

test.each([
  ["SELECT CAST(x AS INT64) FROM UNNEST(['z']) AS x", 'invalidCast', 'SAFE_CAST'],
  ['SELECT x * 9223372036854775807 FROM UNNEST([2]) AS x', 'invalidCast', 'out of range'],
  ["SELECT DATE_ADD(x, INTERVAL 1 DAY) FROM UNNEST([DATE '9999-12-31']) AS x", 'invalidCast', 'years 1 to 9999'],
  ['SELECT SUM(x) FROM UNNEST([1e308, 1e308]) AS x', 'invalidCast', 'sum is too large'],
  [`SELECT (SELECT x FROM ${two} AS x)`, 'invalidQuery', 'more than one row'],
  [`SELECT [1, 2][OFFSET(x)] FROM UNNEST([5]) AS x`, 'invalidQuery', 'SAFE_OFFSET'],
  ["SELECT ST_GEOGFROMTEXT(x) FROM UNNEST(['POLYGON((']) AS x", 'invalidGeography', 'not a valid geography'],
  ["SELECT ST_GEOGFROMGEOJSON(x) FROM UNNEST(['{']) AS x", 'invalidGeography', 'not a valid geography'],
  ['SELECT ST_GEOGPOINT(1, x) FROM UNNEST([95]) AS x', 'invalidGeography', 'latitude'],
  ["SELECT REPEAT('x', x) FROM UNNEST([2000000]) AS x", 'limitExceeded', '1 MB'],
  ['SELECT GENERATE_ARRAY(1, x) FROM UNNEST([2000000]) AS x', 'limitExceeded', 'a million elements'],
  ['WITH RECURSIVE t AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM t) SELECT MAX(n) FROM t', 'limitExceeded', 'ten'],
  [
    `SELECT a FROM ${two} AS a LEFT JOIN ${two} AS b ON EXISTS(SELECT 1 FROM ${one} AS c WHERE c = a AND c < b)`,
    'unsupportedFeature',
    'LEFT, RIGHT or FULL JOIN',
  ],
  [
    `SELECT (SELECT ROW_NUMBER() OVER (PARTITION BY x ORDER BY y) FROM ${two} AS y LIMIT 1) FROM ${two} AS x`,
    'unsupportedFeature',
    'window function',
  ],
])('a query that fails gives the reason, without terms of the engine: %s', async (text, errorKey, detail) => {
  const found = await (async () => rowsOf(text))().catch((error: Error) => error);
  expect(found).toMatchObject({ status: 400, errorKey, message: expect.stringContaining(detail) });
  expect((found as Error).message).not.toMatch(/Error:|Binder|c\d|LINE|furrow_/);
});

test('a query that is stopped after many rows fails with the reason', async () => {
  const text = `SELECT a FROM ${million} AS a, ${million} AS b`;
  await expect(rowsOf(text, within(500))).rejects.toThrow('enough');
});

test('another owner’s compilation is refused by the gate', async () => {
  const query = compileQuery('SELECT * FROM points', ownerCatalogue('owner-b'), { engine: 'duckdb', now: 0 });
  await expect(engine.rows('owner-a', query, signal)[Symbol.asyncIterator]().next()).rejects.toThrow(
    'without its owner',
  );
});

function never(): never {
  throw new Error('there is nothing to keep');
}
