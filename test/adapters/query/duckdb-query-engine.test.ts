import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { duckDbQueryEngine } from '../../../adapters/query/duckdb/duckdb-query-engine.ts';
import { compileQuery } from '../../../domain/query/compile-query.ts';
import { shapeOverlay } from '../../../domain/query/geography/overlay.ts';
import { ownerCatalogue } from '../../../domain/query/tables/owner-catalogue.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const folder = temporaryFolder('engine');
const overlay = shapeOverlay(() => {
  throw new Error('no overlay is asked for');
});
const engine = duckDbQueryEngine({
  directory: { files: async () => new Map() },
  cache: { pathsOf: async () => new Map() },
  overlay: async () => overlay,
  temporaryFolder: folder,
});
const compiled = (text: string) => compileQuery(text, ownerCatalogue('owner-a'), { engine: 'duckdb', now: 0 });
const limits = { rows: 10, bytes: 1_000, milliseconds: 20_000 };
const run = (text: string, other: Partial<typeof limits> = {}) =>
  engine.run('owner-a', compiled(text), { ...limits, ...other });

const million = 'UNNEST(GENERATE_ARRAY(1, 1000000))';
const endless = `SELECT COUNT(*) FROM ${million} AS a, ${million} AS b WHERE MOD(a * b, 7) = 3`;

test('a query that takes too long is stopped, and says how to narrow it', async () => {
  const before = performance.now();
  const stopped = expect(run(endless, { milliseconds: 500 })).rejects;
  await stopped.toMatchObject({
    status: 504,
    errorKey: 'timeout',
    message: expect.stringMatching(/0\.5 seconds.*fieldIds/),
  });
  expect(performance.now() - before).toBeLessThan(10_000);
});

test('an export that takes too long is stopped, and leaves no file', async () => {
  const text = `SELECT ST_GEOGPOINT(1, 2) AS g, a * b AS x FROM ${million} AS a, ${million} AS b`;
  const stopped = expect(engine.exported('owner-a', compiled(text), { bytes: 1e9, milliseconds: 500 })).rejects;
  await stopped.toMatchObject({ status: 504 });
  expect(readdirSync(folder)).toEqual([]);
});

test('a query that needs too much memory is refused', async () => {
  const text = `SELECT ARRAY_LENGTH(ARRAY_AGG(CONCAT(CAST(a AS STRING), REPEAT('x', 3000)))) FROM ${million} AS a`;
  await expect(run(text)).rejects.toMatchObject({ status: 400, errorKey: 'limitExceeded' });
});

test('an export of too many bytes is refused, and leaves no file', async () => {
  const query = compiled('SELECT ST_GEOGPOINT(1, 2) AS g, RAND() AS x FROM UNNEST(GENERATE_ARRAY(1, 1000))');
  const refused = expect(engine.exported('owner-a', query, { bytes: 1_000, milliseconds: 20_000 })).rejects;
  await refused.toMatchObject({ status: 400, errorKey: 'limitExceeded' });
  expect(readdirSync(folder)).toEqual([]);
});

test('rows and bytes have a limit, and what is within it is whole', async () => {
  const rows = (count: number) => run(`SELECT x FROM UNNEST(GENERATE_ARRAY(1, ${count})) AS x`);
  expect(await rows(10)).toMatchObject({ truncated: false, rows: { length: 10 } });
  expect(await rows(11)).toMatchObject({ truncated: true, rows: { length: 10 } });
  expect(await run("SELECT REPEAT('x', 600) AS t FROM UNNEST([1, 2])")).toMatchObject({
    truncated: true,
    rows: { length: 1 },
  });
});

test('what another owner’s compilation says is refused by the gate', async () => {
  const query = compileQuery('SELECT * FROM points', ownerCatalogue('owner-b'), { engine: 'duckdb', now: 0 });
  await expect(engine.run('owner-a', query, limits)).rejects.toThrow('without its owner');
});
