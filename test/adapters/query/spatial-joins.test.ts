import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as duckDb from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sqlGate } from '../../../adapters/query/duckdb/gate/sql-gate.ts';
import { type OwnerDatabase, openOwnerDatabase } from '../../../adapters/query/duckdb/owner-database.ts';
import { referenceSql } from '../../../adapters/reference/reference-sql.ts';
import { storedGeometry } from '../../../domain/lake-tables/stored-geometry.ts';
import { countiesTable } from '../../../domain/query/tables/counties.ts';
import { ownerCatalogue } from '../../../domain/query/tables/owner-catalogue.ts';
import { compileQuery } from '../../../sql/compile-query.ts';
import { shapeOverlay } from '../../../sql/geography/overlay/overlay.ts';
import { partsOf } from '../../../sql/geography/parts.ts';
import type { Position, Shape } from '../../../sql/geography/shape.ts';
import { spatialFunctions } from '../../../sql/geography/spatial-functions.ts';
import { duckDbCaps } from '../../duckdb-caps.ts';
import { randomOf } from '../../random-queries/random.ts';
import { randomPolygon } from '../../sql/random-polygons.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { withPointColumns } from './point-file.ts';

const overlay = shapeOverlay(() => {
  throw new Error('no overlay is asked for');
});
const random = randomOf(23);
const folder = temporaryFolder('spatial-joins');
const ring = (...corners: Position[]) => [...corners, ...corners.slice(0, 1)];
const withHole: Shape = {
  type: 'Polygon',
  coordinates: [
    ring([-90, 40], [-88, 40], [-88, 42], [-90, 42]),
    ring([-89.5, 40.5], [-88.5, 40.5], [-88.5, 41.5], [-89.5, 41.5]),
  ],
};
const shapes: Shape[] = [
  withHole,
  { type: 'Polygon', coordinates: [ring([-88, 40], [-86, 40], [-86, 42], [-88, 42])] },
  { type: 'Polygon', coordinates: [ring([-89, 41], [-87, 41], [-87, 43], [-89, 43])] },
  { type: 'LineString', coordinates: ring([-90, 40], [-88, 42]) },
  ...Array.from({ length: 25 }, () => randomPolygon(random)),
];
const testedPositions: Position[] = shapes.flatMap((shape) => {
  const { polygons, lines } = partsOf(shape);
  const positions = [...polygons.flat(2), ...lines.flat()].slice(0, 4);
  return positions.flatMap((from, index): Position[] => {
    const to = positions[index + 1] ?? from;
    const middle: Position = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
    const beside = 10 ** -(1 + random.below(11));
    return [from, middle, [middle[0], Math.max(-90, middle[1] - beside)], [Math.min(180, from[0] + beside), from[1]]];
  });
});

let database: OwnerDatabase;
beforeAll(async () => {
  const connection = await (await duckDb.DuckDBInstance.create(':memory:', duckDbCaps)).connect();
  const paths = ['rows.json', 'counties.parquet', 'points.parquet', 'soil.parquet'].map((name) => join(folder, name));
  const [rows = '', counties = '', points = '', soil = ''] = paths;
  const named = shapes.map((shape, id) => ({
    county_name: `${id}`,
    state_name: `${id % 3}`,
    ...storedGeometry(shape),
  }));
  writeFileSync(rows, [...named, { county_name: 'nowhere' }].map((row) => `${JSON.stringify(row)}\n`).join(''));
  for (const sql of referenceSql(countiesTable, { rows, attributes: undefined, written: counties }))
    await connection.run(sql);
  await connection.run(
    `COPY (SELECT county_name AS mukey, geometry, west, south, east, north FROM '${counties}' WHERE state_name = '1') TO '${soil}'`,
  );
  const values = testedPositions.map(([x, y], id) => `('p${id}', ${x}, ${y}, ${id % 5})`).join(', ');
  await connection.run(
    `COPY (${withPointColumns(`SELECT * FROM (VALUES ${values}, ('none', NULL, NULL, 1)) AS t("fileId", lon, lat, "elevationMetric")`)}) TO '${points}'`,
  );
  const tables = new Map([
    ['states_counties', [counties]],
    ['points', [points]],
    ['ssurgo', [soil]],
    ['fields', []],
  ]);
  database = await openOwnerDatabase('owner-a', { tables }, overlay);
});
afterAll(() => database.close());

const gate = sqlGate({ ownerId: 'owner-a', tables: new Set(['states_counties', 'points', 'ssurgo', 'fields']) });

async function rowsOf(text: string, isIndexed: boolean): Promise<string[]> {
  const { sql } = compileQuery(text, ownerCatalogue('owner-a'), { engine: 'duckdb', now: 0 });
  expect([text, sql.includes(spatialFunctions.index)]).toEqual([text, isIndexed]);
  await gate(sql);
  const read = await database.connection.runAndReadAll(sql);
  database.forget();
  return read.getRows().map(String).sort();
}

/** The query with its predicate, marked `@…@`, in an IF: it is evaluated for every pair. */
const asked = (text: string) => text.replace(/@(.*?)@/, 'IF($1, TRUE, FALSE)');
const indexed = (text: string) => text.replaceAll('@', '');

const two = 'SELECT p.fileId, c.county_name FROM';
const cases: [name: string, text: string][] = [
  ['within', `${two} points p JOIN states_counties c ON @ST_WITHIN(p.geometry, c.geometry)@`],
  ['contains', `${two} points p JOIN states_counties c ON @ST_CONTAINS(c.geometry, p.geometry)@`],
  ['covers', `${two} points p JOIN states_counties c ON @ST_COVERS(c.geometry, p.geometry)@`],
  ['covered', `${two} points p JOIN states_counties c ON @ST_COVEREDBY(p.geometry, c.geometry)@`],
  ['intersects', `${two} states_counties c JOIN points p ON @ST_INTERSECTS(p.geometry, c.geometry)@`],
  ['a comma', `${two} points p, states_counties c WHERE @ST_INTERSECTS(c.geometry, p.geometry)@`],
  [
    'conditions of either side and of both',
    `${two} points p, states_counties c WHERE p.elevation > 1 AND @ST_INTERSECTS(c.geometry, p.geometry)@ AND c.state_name = '1'
      AND LENGTH(p.fileId) > LENGTH(c.county_name)`,
  ],
  ['LEFT JOIN', `${two} points p LEFT JOIN states_counties c ON @ST_WITHIN(p.geometry, c.geometry)@`],
  [
    'LEFT JOIN with a condition of the right',
    `${two} points p LEFT JOIN states_counties c ON @ST_WITHIN(p.geometry, c.geometry)@ AND c.state_name = '1'`,
  ],
  [
    'LEFT JOIN with a condition of the left',
    `${two} points p LEFT JOIN states_counties c ON @ST_WITHIN(p.geometry, c.geometry)@ AND p.elevation = 1`,
  ],
  ['LEFT JOIN of points', `${two} states_counties c LEFT JOIN points p ON @ST_WITHIN(p.geometry, c.geometry)@`],
  ['RIGHT JOIN', `${two} states_counties c RIGHT JOIN points p ON @ST_WITHIN(p.geometry, c.geometry)@`],
  [
    'RIGHT JOIN with conditions of both',
    `${two} states_counties c RIGHT JOIN points p ON @ST_WITHIN(p.geometry, c.geometry)@ AND LENGTH(p.fileId) > LENGTH(c.county_name)`,
  ],
  ['FULL JOIN', `${two} states_counties c FULL JOIN points p ON @ST_WITHIN(p.geometry, c.geometry)@`],
  [
    'a filter behind it',
    `${two} points p LEFT JOIN states_counties c ON @ST_WITHIN(p.geometry, c.geometry)@ WHERE c.county_name IS NULL`,
  ],
  ['metres', `${two} points p JOIN states_counties c ON @ST_DWITHIN(p.geometry, c.geometry, 5000)@`],
  [
    'metres of points',
    `SELECT p.fileId, q.fileId FROM points p JOIN points q ON @ST_DWITHIN(p.geometry, q.geometry, 2000.5)@`,
  ],
  ['metres with LEFT JOIN', `${two} states_counties c LEFT JOIN points p ON @ST_DWITHIN(p.geometry, c.geometry, 10)@`],
  [
    'shapes with shapes',
    'SELECT a.county_name, b.county_name FROM states_counties a JOIN states_counties b ON @ST_INTERSECTS(a.geometry, b.geometry)@ AND a.county_name < b.county_name',
  ],
  [
    'shapes in shapes',
    'SELECT a.county_name, b.county_name FROM states_counties a JOIN states_counties b ON @ST_CONTAINS(a.geometry, b.geometry)@',
  ],
  [
    'shapes of another table',
    `SELECT p.fileId, s.mukey FROM points p JOIN ssurgo s ON @ST_WITHIN(p.geometry, s.geometry)@`,
  ],
  [
    'points that are made',
    `${two} points p JOIN states_counties c ON @ST_WITHIN(ST_GEOGPOINT(p.longitude, p.latitude), c.geometry)@`,
  ],
  [
    'tables of WITH',
    `WITH a AS (SELECT fileId, geometry AS g FROM points WHERE elevation < 3), b AS (SELECT county_name, geometry AS h FROM states_counties)
      SELECT fileId, county_name FROM a JOIN b ON @ST_WITHIN(g, h)@`,
  ],
  [
    'a subquery',
    `SELECT state_name, (SELECT COUNT(*) FROM points p JOIN states_counties c ON @ST_WITHIN(p.geometry, c.geometry)@ WHERE c.state_name = s.state_name)
      FROM states_counties s`,
  ],
  [
    'EXISTS',
    `SELECT p.fileId FROM points p WHERE EXISTS (SELECT 1 FROM states_counties c WHERE @ST_WITHIN(p.geometry, c.geometry)@)`,
  ],
  [
    'NOT EXISTS',
    `SELECT p.fileId FROM points p WHERE NOT EXISTS (SELECT * FROM states_counties c WHERE @ST_WITHIN(p.geometry, c.geometry)@)`,
  ],
  [
    'EXISTS with conditions of either side',
    `SELECT p.fileId, p.elevation FROM points p WHERE p.elevation > 1 AND EXISTS (SELECT c.county_name FROM states_counties c WHERE c.state_name = '1'
      AND @ST_INTERSECTS(c.geometry, p.geometry)@ ORDER BY 1 LIMIT 1)`,
  ],
  [
    'EXISTS of shapes in shapes',
    'SELECT a.county_name FROM states_counties a WHERE EXISTS (SELECT 1 FROM ssurgo s WHERE @ST_CONTAINS(a.geometry, s.geometry)@)',
  ],
  [
    'EXISTS of points in shapes',
    'SELECT a.county_name FROM states_counties a WHERE EXISTS (SELECT 1 FROM points p WHERE @ST_COVERS(a.geometry, p.geometry)@ AND p.elevation = 2)',
  ],
  [
    'NOT EXISTS of points in shapes',
    'SELECT a.county_name, a.geometry FROM states_counties a WHERE NOT EXISTS (SELECT 1 FROM points p WHERE @ST_CONTAINS(a.geometry, p.geometry)@)',
  ],
  [
    'EXISTS of a join, in a table of WITH, and counted',
    `WITH t AS (SELECT fileId, elevation, geometry AS g FROM points WHERE elevation < 4) SELECT t.elevation, COUNT(*) FROM t WHERE EXISTS (
      SELECT 1 FROM states_counties c JOIN ssurgo s ON s.mukey = c.county_name WHERE @ST_INTERSECTS(t.g, s.geometry)@) GROUP BY 1`,
  ],
  [
    'EXISTS within a subquery',
    `SELECT s.state_name, (SELECT COUNT(*) FROM points p WHERE p.elevation = LENGTH(s.state_name) AND EXISTS (
      SELECT 1 FROM states_counties c WHERE @ST_WITHIN(p.geometry, c.geometry)@)) FROM states_counties s`,
  ],
  [
    'EXISTS behind a join',
    `${two} points p JOIN ssurgo c2 ON c2.mukey != p.fileId JOIN states_counties c ON c.county_name = c2.mukey
      WHERE EXISTS (SELECT 1 FROM states_counties d WHERE @ST_WITHIN(p.geometry, d.geometry)@)`,
  ],
  [
    'EXISTS of near shapes',
    `SELECT p.fileId FROM points p WHERE EXISTS (SELECT 1 FROM states_counties c WHERE @ST_DWITHIN(p.geometry, c.geometry, 5000)@)`,
  ],
  [
    'EXISTS of points that are near, beside other conditions',
    `SELECT a.county_name, a.geometry FROM states_counties a WHERE a.state_name != '0' AND EXISTS (SELECT 1 FROM points p
      WHERE p.elevation < 3 AND @ST_DWITHIN(a.geometry, p.geometry, 20000.5)@ AND LENGTH(p.fileId) > LENGTH(a.county_name))`,
  ],
  [
    'NOT EXISTS of near shapes',
    `SELECT p.fileId, p.geometry FROM points p WHERE NOT EXISTS (SELECT 1 FROM ssurgo s WHERE @ST_DWITHIN(s.geometry, p.geometry, 100000)@)`,
  ],
  [
    'EXISTS that asks more of both',
    `SELECT p.fileId FROM points p WHERE EXISTS (SELECT 1 FROM states_counties c WHERE @ST_WITHIN(p.geometry, c.geometry)@
      AND LENGTH(p.fileId) > LENGTH(c.county_name))`,
  ],
  [
    'EXISTS of near shapes, within a subquery',
    `SELECT s.state_name, (SELECT COUNT(*) FROM points p WHERE EXISTS (SELECT 1 FROM states_counties c
      WHERE c.state_name = '1' AND @ST_DWITHIN(p.geometry, c.geometry, 1000)@)) FROM states_counties s`,
  ],
  [
    'metres of the points',
    `${two} points p JOIN states_counties c ON @ST_DWITHIN(p.geometry, c.geometry, NULLIF(p.elevation, 1) * 10000)@`,
  ],
  [
    'metres of the shapes',
    `${two} points p, states_counties c WHERE @ST_DWITHIN(p.geometry, c.geometry, 1e4 * SAFE_CAST(c.state_name AS INT64))@ AND p.elevation != 2`,
  ],
  [
    'metres of the side that is kept',
    `${two} states_counties c LEFT JOIN points p ON @ST_DWITHIN(p.geometry, c.geometry, 1e4 * LENGTH(c.county_name))@`,
  ],
  [
    'EXISTS within metres of the rows around it',
    `SELECT p.fileId FROM points p WHERE EXISTS (SELECT 1 FROM states_counties c WHERE @ST_DWITHIN(p.geometry, c.geometry, 1e4 * (p.elevation - 1))@)`,
  ],
  [
    'NOT EXISTS within metres of its own rows',
    `SELECT p.fileId FROM points p WHERE NOT EXISTS (SELECT 1 FROM states_counties c WHERE @ST_DWITHIN(p.geometry, c.geometry, 1e3 * LENGTH(c.county_name))@)`,
  ],
  ['no rows', `SELECT p.fileId, f.id FROM points p LEFT JOIN fields f ON @ST_WITHIN(p.geometry, f.geometry)@`],
];

describe('a spatial join has the rows of its predicate', () => {
  test.each(cases)('%s', async (_, text) => {
    const found = await rowsOf(indexed(text), true);
    expect(found).toEqual(await rowsOf(asked(text), false));
    expect(found.length).toBeGreaterThan(0);
  });

  test('a point contains no polygon', async () => {
    const text = `${two} points p JOIN states_counties c ON @ST_CONTAINS(p.geometry, c.geometry)@`;
    expect([await rowsOf(indexed(text), true), await rowsOf(asked(text), false)]).toEqual([[], []]);
  });

  test('a join of three tables uses two indexes', async () => {
    const text = `SELECT p.fileId, c.county_name, d.mukey FROM points p JOIN states_counties c ON ST_WITHIN(p.geometry, c.geometry)
      JOIN ssurgo d ON @ST_INTERSECTS(d.geometry, p.geometry)@`;
    expect(await rowsOf(indexed(text), true)).toEqual(await rowsOf(asked(text), true));
  });

  test.each([
    ['within metres of both', '@ST_DWITHIN(p.geometry, c.geometry, p.elevation * LENGTH(c.county_name))@'],
    ['one or the other', '(@ST_WITHIN(p.geometry, c.geometry)@ OR c.state_name = p.fileId)'],
  ])('EXISTS %s is unchanged', async (_, condition) => {
    const text = `SELECT p.fileId FROM points p WHERE EXISTS (SELECT 1 FROM states_counties c WHERE ${condition})`;
    expect(await rowsOf(indexed(text), false)).toEqual(await rowsOf(asked(text), false));
  });

  test('a join within metres of the optional side is unchanged', async () => {
    const text = `${two} states_counties c LEFT JOIN points p ON @ST_DWITHIN(p.geometry, c.geometry, p.elevation * 1000)@`;
    expect(await rowsOf(indexed(text), false)).toEqual(await rowsOf(asked(text), false));
  });

  test('a full join with a further condition on pairs is unchanged', async () => {
    const text = `${two} states_counties c FULL JOIN points p ON @ST_WITHIN(p.geometry, c.geometry)@ AND LENGTH(p.fileId) > LENGTH(c.county_name)`;
    expect(await rowsOf(indexed(text), false)).toEqual(await rowsOf(asked(text), false));
  });
});
