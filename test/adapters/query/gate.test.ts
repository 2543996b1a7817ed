import { describe, expect, test } from 'vitest';
import { sqlGate } from '../../../adapters/query/duckdb/gate/sql-gate.ts';
import { ownerCatalogue } from '../../../domain/query/tables/owner-catalogue.ts';
import { compileQuery } from '../../../sql/compile-query.ts';
import { functionTable } from '../../../sql/functions/table.ts';
import { cells } from '../../cells.ts';
import { attacks, corpusFolder, corpusQueries, corpusText } from '../../corpus/query-corpus.ts';
import { corpusCatalogue } from '../../corpus/query-database.ts';

const gate = sqlGate({ ownerId: 'owner-a', tables: new Set(['points', 'fields', 'operations']) });
const catalogue = corpusCatalogue(corpusFolder, 'owner-a');
const compiled = (text: string) => compileQuery(text, catalogue, { engine: 'duckdb', now: 0, cells }).sql;

/** A ring of more edges than are written one after the other. */
const ring = Array.from({ length: 41 }, (_, index) => {
  const angle = (2 * Math.PI * (index % 40)) / 40;
  return `${Math.cos(angle).toFixed(6)} ${Math.sin(angle).toFixed(6)}`;
});

const texts: [name: string, text: string][] = [
  [
    'a polygon of many edges',
    `SELECT ST_INTERSECTS(geometry, ST_GEOGFROMTEXT('POLYGON((${ring.join(', ')}))')) FROM points`,
  ],
  [
    'patterns with an escape',
    String.raw`SELECT id FROM points WHERE variety LIKE 'V\\_%' OR variety NOT LIKE CONCAT('a\\_', crop)`,
  ],
  [
    'a table of WITH that is several queries',
    'WITH t AS (SELECT id, geometry FROM points UNION ALL SELECT id, geometry FROM fields) SELECT a.id FROM t AS a JOIN t AS b USING (id)',
  ],
  ...corpusQueries
    .filter(({ expect: what }) => what === 'rows')
    .map((query): [string, string] => [query.id, corpusText(query)]),
  ...functionTable.map(({ name, example }): [string, string] => [name, `SELECT ${example.sql}`]),
];

describe("accepts the compiler's SQL for", () => {
  test.each(texts)('%s', async (_, text) => {
    await gate(compiled(text));
  });
});

test('accepts shared tables without an owner', async () => {
  const pass = sqlGate({ ownerId: 'owner-a', tables: new Set(['points', 'ssurgo']) });
  const sql = compileQuery('SELECT mukey FROM ssurgo_illinois', ownerCatalogue('owner-a'), {
    engine: 'duckdb',
    now: 0,
  }).sql;
  await pass(sql);
  const joined = sql.replace('"store"."ssurgo"', '"store"."points"');
  // Twice: only accepted statements are remembered.
  for (let time = 0; time < 2; time++) await expect(pass(joined)).rejects.toThrow('without its owner');
  await pass(sql);
});

describe('refuses SQL of attackers as it is', () => {
  // An attack that reads no table and only takes its time is accepted here.
  const reading = attacks.filter(
    ({ class: kind, sql }) => kind !== 'resource' && /\b(from|call|copy|attach)\b/i.test(sql),
  );
  test.each(reading)('$id', async ({ sql }) => {
    await expect(gate(sql)).rejects.toThrow();
  });
});

describe('refuses', () => {
  test.each([
    ['a table without its owner', 'SELECT * FROM store.points'],
    ['another owner', `SELECT "id" AS c1 FROM store.points WHERE "owner" = 'owner-b'`],
    ['an owner or others', `SELECT "id" AS c1 FROM store.points WHERE "owner" = 'owner-a' OR TRUE`],
    ['a predicate that is turned round', `SELECT "id" AS c1 FROM store.points WHERE NOT "owner" = 'owner-a'`],
    ['a predicate elsewhere', `SELECT * FROM (SELECT * FROM store.points) AS t1 WHERE "owner" = 'owner-a'`],
    ['a column called as the owner', `SELECT 'owner-a' AS owner FROM store.points WHERE "owner" = 'owner-a'`],
    ['a join beside the predicate', `SELECT * FROM store.points JOIN store.fields ON TRUE WHERE "owner" = 'owner-a'`],
    ['a table of the corpus that is not named', `SELECT "id" AS c1 FROM store.secrets WHERE "owner" = 'owner-a'`],
    ['another schema', `SELECT "id" AS c1 FROM main.points WHERE "owner" = 'owner-a'`],
    ['another catalogue', `SELECT "id" AS c1 FROM memory.store.points WHERE "owner" = 'owner-a'`],
    ['a file', `SELECT * FROM '/tmp/x.parquet'`],
    ['a table function', `SELECT * FROM read_parquet('/tmp/x.parquet')`],
    ['a function of settings', `SELECT current_setting('threads')`],
    ['a function that runs SQL', `SELECT * FROM query('SELECT 1')`],
    ['a function by its schema', `SELECT pg_catalog.version()`],
    ['a subquery with the name of a table', `WITH points AS (SELECT 1) SELECT * FROM points`],
    ['a table in EXISTS', 'SELECT EXISTS(SELECT 1 FROM store.points)'],
    ['a table in a set', `SELECT 1 UNION ALL SELECT 1 FROM store.points`],
    ['a table in a lambda', 'SELECT list_transform([1], x -> (SELECT count(*) FROM store.points))'],
    ['a table in a list of rows', 'SELECT (SELECT sum(a) FROM (VALUES ((SELECT count(*) FROM store.points))) AS t(a))'],
    ['values of parameters', 'SELECT $1'],
    ['two statements', 'SELECT 1; SELECT 2'],
    ['a statement other than SELECT', `COPY (SELECT 1) TO '/tmp/x'`],
    ['an unreadable statement', 'SELEC 1'],
    ['a pivot', `PIVOT store.points ON id USING count(*)`],
    ['columns by a pattern', `SELECT COLUMNS('.*') FROM (SELECT 1) AS t1`],
  ])('%s', async (_, sql) => {
    await expect(gate(sql)).rejects.toThrow(/refused/);
  });
});
