import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as duckDb from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OwnerDatabase, openOwnerDatabase } from '../../../adapters/query/duckdb/owner-database.ts';
import { referenceSql } from '../../../adapters/reference/reference-sql.ts';
import { storedGeometry } from '../../../domain/lake-tables/stored-geometry.ts';
import { countiesTable } from '../../../domain/query/tables/counties.ts';
import { ownerCatalogue, ownerTables } from '../../../domain/query/tables/owner-catalogue.ts';
import { type Catalogue, type CatalogueTable, catalogueOf } from '../../../sql/catalogue.ts';
import { compileQuery } from '../../../sql/compile-query.ts';
import { boxOf } from '../../../sql/geography/box.ts';
import { shapeOverlay } from '../../../sql/geography/overlay/overlay.ts';
import type { Shape } from '../../../sql/geography/shape.ts';
import { toWkt } from '../../../sql/geography/wkt.ts';
import { duckDbCaps } from '../../duckdb-caps.ts';
import { randomOf } from '../../random-queries/random.ts';
import { randomPolygon } from '../../sql/random-polygons.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { withPointColumns } from './point-file.ts';

const overlay = shapeOverlay(() => {
  throw new Error('no overlay is asked for');
});
const random = randomOf(7);
const polygons = Array.from({ length: 70 }, () => randomPolygon(random));
const folder = temporaryFolder('stored-boxes');
const [boxed, points] = ['boxed', 'points'].map((name) => join(folder, `${name}.parquet`)) as [string, string];

/** A catalogue of the tables without boxes. */
const withoutBoxes: Catalogue = catalogueOf(
  ownerTables('owner-a').map((table): CatalogueTable => {
    const columns = table.columns.map((column) => ({
      ...column,
      stored: 'column' in column.stored ? { column: column.stored.column } : column.stored,
    }));
    return { ...table, columns };
  }),
);
const withBoxes = ownerCatalogue('owner-a');

let database: OwnerDatabase;
beforeAll(async () => {
  const rows = join(folder, 'rows.json');
  const named = [...polygons.entries()].map(([id, shape]) => ({ county_name: `${id}`, ...storedGeometry(shape) }));
  writeFileSync(rows, [...named, { county_name: 'nowhere' }].map((row) => `${JSON.stringify(row)}\n`).join(''));
  const connection = await (await duckDb.DuckDBInstance.create(':memory:', duckDbCaps)).connect();
  for (const sql of referenceSql(countiesTable, { rows, attributes: undefined, written: boxed }))
    await connection.run(sql);
  const middles = polygons
    .map((shape) => boxOf(shape) ?? [0, 0, 0, 0])
    .map(([w, s, e, n]) => [(w + e) / 2, (s + n) / 2]);
  const positions = [...middles, [180, -17], [-180, -17], [0, 90], [0, -90]].map(([x, y]) => `(${x}, ${y})`).join(', ');
  await connection.run(
    `COPY (${withPointColumns(`SELECT * FROM (VALUES ${positions}, (NULL, NULL)) AS t(lon, lat)`)}) TO '${points}'`,
  );
  const tables = new Map([
    ['states_counties', [boxed]],
    ['points', [points]],
  ]);
  database = await openOwnerDatabase('owner-a', { tables }, overlay);
});
afterAll(() => database.close());

async function rowsOf(text: string, catalogue: Catalogue): Promise<string[]> {
  const { sql } = compileQuery(text, catalogue, { engine: 'duckdb', now: 0 });
  return (await database.connection.runAndReadAll(sql)).getRows().map(String).sort();
}

const constant = (shape: Shape) => `ST_GEOGFROMTEXT('${toWkt(shape)}')`;
/** Whether a shape may be a constant: those over more than half of the earth are refused. */
const isConstant = (shape: Shape) => {
  const [west, , east] = boxOf(shape) ?? [0, 0, 0];
  return east - west < 180;
};
const asked = [
  ...polygons.filter(isConstant).slice(0, 5).map(constant),
  'ST_GEOGPOINT(180, -17)',
  'ST_GEOGPOINT(-180, -17.001)',
  'ST_GEOGPOINT(15, 90)',
  "ST_GEOGFROMTEXT('LINESTRING(-100 40, 60 45)')",
];
const predicates = ['INTERSECTS', 'DISJOINT', 'CONTAINS', 'WITHIN', 'COVERS', 'COVEREDBY'];

describe('rows are the same with and without boxes', () => {
  test.each(predicates)('ST_%s', async (name) => {
    const found = new Set<string>();
    for (const shape of asked) {
      for (const args of [`geometry, ${shape}`, `${shape}, geometry`]) {
        const text = `SELECT county_name, ST_${name}(${args}) AS so FROM states_counties`;
        const rows = await rowsOf(text, withBoxes);
        expect(rows, text).toEqual(await rowsOf(text, withoutBoxes));
        for (const row of rows) found.add(row.split(',')[1] ?? '');
      }
    }
    expect(found).toEqual(new Set(['', 'true', 'false']));
  });
});

describe('joins have the same rows', () => {
  test.each([
    ['with points', 'FROM states_counties AS a JOIN points AS p ON ST_CONTAINS(a.geometry, p.geometry)', 'p.longitude'],
    [
      'of points',
      'FROM points AS p LEFT JOIN states_counties AS a ON ST_WITHIN(p.geometry, a.geometry)',
      'p.longitude',
    ],
    [
      'with itself',
      'FROM states_counties AS a, states_counties AS b WHERE ST_INTERSECTS(a.geometry, b.geometry)',
      'b.county_name',
    ],
    [
      'by other names',
      'FROM (SELECT county_name, geometry AS g FROM states_counties) AS a FULL JOIN (SELECT longitude, geometry AS g FROM points) AS p ON ST_INTERSECTS(p.g, a.g)',
      'p.longitude',
    ],
    [
      'in WITH',
      'FROM states_counties AS a, (WITH c AS (SELECT * FROM states_counties ORDER BY county_name LIMIT 40) SELECT geometry AS g, county_name AS n FROM c) AS b WHERE ST_COVERS(a.geometry, b.g)',
      'b.n',
    ],
  ])('%s', async (_, from, other) => {
    const text = `SELECT a.county_name, ${other} AS other ${from}`;
    const [rows, wanted] = await Promise.all([withBoxes, withoutBoxes].map((one) => rowsOf(text, one)));
    expect(rows).toEqual(wanted);
    expect(rows?.length).toBeGreaterThan(20);
  });

  test('tables in a union and in a recursion have the same rows', async () => {
    const near = `ST_INTERSECTS(g, ${constant(polygons[0] as Shape)})`;
    for (const text of [
      `SELECT n FROM (SELECT county_name AS n, geometry AS g FROM states_counties UNION ALL SELECT county_name, geometry FROM states_counties) WHERE ${near}`,
      `WITH RECURSIVE r AS (SELECT county_name AS n, geometry AS g, 1 AS step FROM states_counties UNION ALL SELECT n, g, step + 1 FROM r WHERE step < 3) SELECT n FROM r WHERE ${near}`,
      'WITH RECURSIVE r AS (SELECT geometry AS g, 1 AS step FROM points UNION ALL SELECT g, step + 1 FROM r WHERE step < 3) SELECT ST_X(g) AS n FROM r',
    ]) {
      const [rows, wanted] = await Promise.all([withBoxes, withoutBoxes].map((one) => rowsOf(text, one)));
      expect(rows).toEqual(wanted);
      expect(rows?.length).toBeGreaterThan(1);
    }
  });
});
