import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as duckDb from '@duckdb/node-api';
import { beforeAll, expect, test } from 'vitest';
import { openOwnerDatabase } from '../../../adapters/query/duckdb/owner-database.ts';
import { referenceSql } from '../../../adapters/reference/reference-sql.ts';
import { storedGeometry } from '../../../domain/lake-tables/stored-geometry.ts';
import { countiesTable } from '../../../domain/query/tables/counties.ts';
import { ownerCatalogue } from '../../../domain/query/tables/owner-catalogue.ts';
import { compileQuery } from '../../../sql/compile-query.ts';
import { shapeOverlay } from '../../../sql/geography/overlay/overlay.ts';
import type { Position } from '../../../sql/geography/shape.ts';
import { duckDbCaps } from '../../duckdb-caps.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const overlay = shapeOverlay(() => {
  throw new Error('no overlay is asked for');
});
const field =
  "ST_GEOGFROMTEXT('POLYGON((-90.005 39.995, -89.995 39.995, -89.995 40.005, -90.005 40.005, -90.005 39.995))')";
const folder = temporaryFolder('skipped');
const path = join(folder, 'rows.parquet');
const side = 160;

/** Squares of 0.1 degrees side by side, in an order unrelated to their locations. */
beforeAll(async () => {
  const rows = Array.from({ length: side * side }, (_, index) => {
    const id = (index * 7919) % (side * side);
    const [west, south] = [-98 + 0.1 * (id % side), 32 + 0.1 * Math.floor(id / side)];
    const ring = [
      [west, south],
      [west + 0.1, south],
      [west + 0.1, south + 0.1],
      [west, south + 0.1],
      [west, south],
    ] as Position[];
    return JSON.stringify({ county_name: `${id}`, ...storedGeometry({ type: 'Polygon', coordinates: [ring] }) });
  });
  const given = join(folder, 'rows.json');
  writeFileSync(given, rows.join('\n'));
  const connection = await (await duckDb.DuckDBInstance.create(':memory:', duckDbCaps)).connect();
  const files = { rows: given, attributes: undefined, written: path };
  for (const sql of referenceSql(countiesTable, files)) await connection.run(sql);
  const [left, all] = await spoil(connection);
  expect([left > 0, left <= all / 3]).toEqual([true, true]);
});

/** Destroys all row groups but those that the field's box meets; returns how many of them are left. */
async function spoil(connection: duckDb.DuckDBConnection): Promise<[left: number, all: number]> {
  const read = await connection.runAndReadAll(
    `SELECT row_group_id::int, path_in_schema, stats_min_value, stats_max_value, coalesce(dictionary_page_offset, data_page_offset)::int, total_compressed_size::int FROM parquet_metadata('${path}')`,
  );
  const columns = read.getRows();
  const groups = [...new Set(columns.map(([group]) => group))];
  const bytes = readFileSync(path);
  let left = 0;
  for (const group of groups) {
    const chunks = columns.filter(([one]) => one === group);
    const column = (name: string, place: 2 | 3) => Number(chunks.find(([, one]) => one === name)?.[place]);
    const isNear =
      column('west', 2) <= -89.99 &&
      column('east', 3) >= -90.01 &&
      column('south', 2) <= 40.01 &&
      column('north', 3) >= 39.99;
    if (isNear) left += 1;
    else for (const [, , , , start, size] of chunks) bytes.fill(0xff, Number(start), Number(start) + Number(size));
  }
  writeFileSync(path, bytes);
  return [left, groups.length];
}

/** Number of squares that a query finds. */
async function found(where: string): Promise<number> {
  const { sql } = compileQuery(`SELECT county_name FROM states_counties WHERE ${where}`, ownerCatalogue('o'), {
    engine: 'duckdb',
    now: 0,
  });
  const database = await openOwnerDatabase('o', { tables: new Map([['states_counties', [path]]]) }, overlay);
  try {
    return (await database.connection.runAndReadAll(sql)).currentRowCount;
  } finally {
    database.close();
  }
}

test.each([
  ['ST_INTERSECTS', `ST_INTERSECTS(geometry, ${field})`, 4],
  ['ST_CONTAINS', 'ST_CONTAINS(geometry, ST_GEOGPOINT(-90.001, 40.001))', 1],
  ['ST_WITHIN', `ST_WITHIN(geometry, ${field})`, 0],
  ['ST_COVERS', 'ST_COVERS(geometry, ST_GEOGPOINT(-90.001, 40.001))', 1],
  ['ST_COVEREDBY', `ST_COVEREDBY(${field}, geometry)`, 0],
])('%s with a constant reads only row groups around it', async (_, where, squares) => {
  expect(await found(where)).toBe(squares);
});

test('a query without a location reads all row groups', async () => {
  await expect(found('ST_NUMPOINTS(geometry) < 5')).rejects.toThrow();
});
