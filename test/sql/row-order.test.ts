import * as duckDb from '@duckdb/node-api';
import { expect, test } from 'vitest';
import { catalogueOf } from '../../sql/catalogue.ts';
import { compileQuery } from '../../sql/compile-query.ts';
import { typeOf } from '../../sql/types/sql-type.ts';
import { duckDbCaps } from '../duckdb-caps.ts';

const catalogue = catalogueOf(
  ['left', 'right'].map((name) => ({
    name: `${name}_rows`,
    stored: ['store', name],
    only: {},
    columns: [
      { name: 'k', type: typeOf('INT64'), stored: { column: 'k' } },
      { name: 'word', type: typeOf('STRING'), stored: { column: 'word' } },
    ],
  })),
);

async function firstWords(text: string): Promise<unknown[]> {
  const connection = await (await duckDb.DuckDBInstance.create(':memory:', duckDbCaps)).connect();
  await connection.run('create schema store');
  await connection.run(`create table store."left" as select i as k, 'a' || i as word from range(10) as t(i)`);
  await connection.run(`create table store."right" as select i as k, 'b' || i as word from range(10) as t(i)`);
  const { sql } = compileQuery(text, catalogue, { engine: 'duckdb', now: 0 });
  return (await connection.runAndReadAll(sql)).getRowsJson().map(([word]) => word);
}

const joined = 'SELECT r.word AS word FROM right_rows l LEFT JOIN right_rows r ON l.k = r.k';
const expected = ['a0', 'a1', 'a2'];

test.each([
  ['', `SELECT word FROM (SELECT word FROM left_rows UNION ALL ${joined}) ORDER BY word LIMIT 3`],
  [
    ' that are named',
    `WITH both AS (SELECT word FROM left_rows UNION ALL ${joined}) SELECT word FROM both ORDER BY word LIMIT 3`,
  ],
  [
    ' in a subquery',
    `SELECT word FROM (SELECT word FROM (SELECT word FROM left_rows UNION ALL ${joined}) ORDER BY word LIMIT 3)`,
  ],
  [
    ' with a name that is not a column',
    `SELECT CONCAT(IFNULL((SELECT MIN('') FROM left_rows), ''), word) AS w FROM (SELECT word FROM left_rows UNION ALL ${joined})
      ORDER BY w LIMIT 3`,
  ],
  [
    ' beside more',
    `SELECT CONCAT(word) FROM (SELECT word FROM left_rows UNION ALL ${joined}) WHERE word != '' ORDER BY word LIMIT 3`,
  ],
])('the first rows of several queries%s have no NULLs that the outer join did not have', async (_, text) => {
  expect(await firstWords(text)).toEqual(expected);
});
