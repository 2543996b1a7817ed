import type { DuckDBConnection } from '@duckdb/node-api';
import { beforeAll, describe, expect, test } from 'vitest';
import { addTrino } from '../../../local/athena/trino/macros.ts';
import { translate } from '../../../local/athena/trino/translate.ts';
import { compileQuery } from '../../../sql/compile-query.ts';
import { corpusFolder } from '../../corpus/query-corpus.ts';
import { corpusCatalogue, corpusDatabase } from '../../corpus/query-database.ts';

const catalogue = corpusCatalogue(corpusFolder, 'owner-a');
let database: DuckDBConnection;
beforeAll(async () => {
  database = await corpusDatabase(corpusFolder);
  await addTrino(database);
});

async function valueBy(engine: 'duckdb' | 'trino', sqlText: string): Promise<unknown> {
  const { sql } = compileQuery(sqlText, catalogue, { engine, now: 0 });
  const read = await database.runAndReadAll(engine === 'trino' ? translate(sql) : sql);
  return read.getRowsJson()[0]?.[0];
}

/** WKT, with its normal form where that differs. */
const kinds: [string, string?][] = [
  ['POINT(10.5 -50.25)'],
  ['LINESTRING(0 0, 0 1, 1 1)'],
  ['POLYGON((0 0, 3 0, 3 3, 0 3, 0 0), (1 1, 1 2, 2 2, 2 1, 1 1))'],
  ['POLYGON((0 0, 9 0, 9 9, 0 9, 0 0), (1 1, 1 2, 2 2, 2 1, 1 1), (5 5, 5 6, 6 6, 6 5, 5 5))'],
  ['MULTIPOINT(0 0, 1 1)'],
  ['MULTIPOINT((0 0), (1 1))', 'MULTIPOINT(0 0, 1 1)'],
  ['MULTILINESTRING((0 0, 0 1), (2 2, 3 3, 4 2))'],
  ['MULTIPOLYGON(((0 0, 1 0, 1 1, 0 1, 0 0)), ((2 2, 5 2, 5 5, 2 5, 2 2), (3 3, 3 4, 4 4, 4 3, 3 3)))'],
  ['GEOMETRYCOLLECTION(POINT(0 0), LINESTRING(1 1, 2 2))'],
  ['GEOMETRYCOLLECTION(POINT(0 0), LINESTRING(1 1, 2 2), POLYGON((3 3, 4 3, 4 4, 3 3)))'],
  ['GEOMETRYCOLLECTION(MULTIPOINT(0 0, 1 1), POLYGON((3 3, 4 3, 4 4, 3 3)))'],
  ['POINT EMPTY', 'GEOMETRYCOLLECTION EMPTY'],
  ['LINESTRING EMPTY', 'GEOMETRYCOLLECTION EMPTY'],
  ['POLYGON EMPTY', 'GEOMETRYCOLLECTION EMPTY'],
  ['MULTIPOINT EMPTY', 'GEOMETRYCOLLECTION EMPTY'],
  ['MULTILINESTRING EMPTY', 'GEOMETRYCOLLECTION EMPTY'],
  ['MULTIPOLYGON EMPTY', 'GEOMETRYCOLLECTION EMPTY'],
  ['GEOMETRYCOLLECTION EMPTY'],
  [' point ( 1   2 ) ', 'POINT(1 2)'],
];

/** BigQuery's spelling is returned where Trino has another one. */
describe.each(['duckdb', 'trino'] as const)('on %s', (engine) => {
  test.each(kinds)('a constant %s', async (wkt, written = wkt) => {
    expect(await valueBy(engine, `SELECT ST_ASTEXT(ST_GEOGFROMTEXT('${wkt}'))`)).toBe(written);
  });
  test.each(kinds)('a value %s', async (wkt, written = wkt) => {
    expect(await valueBy(engine, `SELECT ST_ASTEXT(ST_GEOGFROMTEXT(t)) FROM UNNEST(['${wkt}']) AS t`)).toBe(written);
  });

  test.each(['POINT(1)', 'LINESTRING(0 0', 'POLYGON(0 0, 1 0, 1 1, 0 0)', 'CIRCLE(0 0, 1)', ''])(
    '%s is invalid',
    (wkt) => {
      const query = `SELECT ST_GEOGFROMTEXT('${wkt}')`;
      expect(() => compileQuery(query, catalogue, { engine, now: 0 })).toThrow('The text is not valid WKT.');
    },
  );
});
