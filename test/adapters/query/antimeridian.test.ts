import { join } from 'node:path';
import * as duckDb from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OwnerDatabase, openOwnerDatabase } from '../../../adapters/query/duckdb/owner-database.ts';
import { ownerCatalogue } from '../../../domain/query/tables/owner-catalogue.ts';
import { compileQuery } from '../../../sql/compile-query.ts';
import { shapeOverlay } from '../../../sql/geography/overlay/overlay.ts';
import { duckDbCaps } from '../../duckdb-caps.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { withPointColumns } from './point-file.ts';

type Degrees = readonly [longitude: number, latitude: number];

const metresOfDegree = (6_371_010 * Math.PI) / 180;
const radians = Math.PI / 180;
/** By the haversine, which knows no antimeridian. */
function metresBetween([x1, y1]: Degrees, [x2, y2]: Degrees): number {
  const half = (degrees: number) => Math.sin((degrees * radians) / 2) ** 2;
  const square = half(y2 - y1) + Math.cos(y1 * radians) * Math.cos(y2 * radians) * half(x2 - x1);
  return 2 * 6_371_010 * Math.asin(Math.min(1, Math.sqrt(square)));
}

const centres: Degrees[] = [
  [179.9999, 0],
  [-179.99995, 52],
  [180, -40],
  [0, 90],
  [45, 89.9997],
  [0, -90],
  [9, 48],
];
/** Points around each centre, at 5 to 60 metres. */
const points = centres.flatMap(([x, y]) =>
  Array.from({ length: 48 }, (_, index): Degrees => {
    const [away, azimuth] = [((5 + (index % 12) * 5) / metresOfDegree) * radians, index * 137.5 * radians];
    const sine = Math.sin(y * radians) * Math.cos(away) + Math.cos(y * radians) * Math.sin(away) * Math.cos(azimuth);
    const turn = Math.atan2(
      Math.sin(azimuth) * Math.sin(away) * Math.cos(y * radians),
      Math.cos(away) - Math.sin(y * radians) * sine,
    );
    const longitude = Math.abs(y) === 90 ? index * 137.5 : x + turn / radians;
    return [((((longitude + 180) % 360) + 360) % 360) - 180, Math.asin(Math.max(-1, Math.min(1, sine))) / radians];
  }),
);

let database: OwnerDatabase;
beforeAll(async () => {
  const path = join(temporaryFolder('antimeridian'), 'points.parquet');
  const connection = await (await duckDb.DuckDBInstance.create(':memory:', duckDbCaps)).connect();
  const rows = points.map(([x, y]) => `('${x}'::DOUBLE, '${y}'::DOUBLE)`).join(', ');
  await connection.run(`COPY (${withPointColumns(`SELECT * FROM (VALUES ${rows}) AS t(lon, lat)`)}) TO '${path}'`);
  const overlay = shapeOverlay(() => expect.fail('no overlay is asked for'));
  database = await openOwnerDatabase('owner-a', { tables: new Map([['points', [path]]]) }, overlay);
});
afterAll(() => database.close());

async function rowsOf(text: string): Promise<Degrees[]> {
  const { sql } = compileQuery(text, ownerCatalogue('owner-a'), { engine: 'duckdb', now: 0 });
  const rows = (await (await database.connect()).runAndReadAll(sql)).getRows();
  return rows.map(([x, y]) => [Number(x), Number(y)] as const);
}
const sorted = (found: readonly Degrees[]) => found.map(String).sort();

describe.each(centres)('around %d, %d', (...centre) => {
  const at = `ST_GEOGPOINT(${centre[0]}, ${centre[1]})`;
  const where = (condition: string) => rowsOf(`SELECT ST_X(geometry), ST_Y(geometry) FROM points WHERE ${condition}`);
  const within = (metres: number) => points.filter((point) => metresBetween(point, centre) <= metres);

  test.each([2, 8, 64])('a buffer of %i segments a quarter holds the points within it', async (segments) => {
    const metres = 32;
    const found = await where(`ST_INTERSECTS(geometry, ST_BUFFER(${at}, ${metres}, ${segments}))`);
    // The middle of an edge is nearer than its ends: between the two, a point may be on either side.
    const inner = metres * Math.cos(Math.PI / (4 * segments));
    const isBeside = (point: Degrees) => metresBetween(point, centre) > inner && metresBetween(point, centre) < metres;
    const sure = (some: readonly Degrees[]) => sorted(some.filter((point) => !isBeside(point)));
    expect(sure(found)).toEqual(sure(within(metres)));
    expect(found.length).toBeGreaterThan(10);
  });

  test('distances are as everywhere', async () => {
    expect(sorted(await where(`ST_DWITHIN(geometry, ${at}, 32)`))).toEqual(sorted(within(32)));
    expect(sorted(await where(`ST_DISTANCE(geometry, ${at}) <= 32`))).toEqual(sorted(within(32)));
    const polygon = `ST_BUFFER(${at}, 12, 64)`;
    expect(sorted(await where(`ST_DWITHIN(geometry, ${polygon}, 20.5)`))).toEqual(sorted(within(32)));
  });
});

test('boxes over the antimeridian are taken in both spellings', async () => {
  const expected = points.filter(([x, y]) => (x >= 179.9998 || x <= -179.9998) && Math.abs(y) < 1);
  expect(expected.length).toBeGreaterThan(10);
  for (const east of [-179.9998, 180.0002]) {
    const found = await rowsOf(
      `SELECT ST_X(geometry), ST_Y(geometry) FROM points WHERE ST_INTERSECTSBOX(geometry, 179.9998, -1, ${east}, 1)`,
    );
    expect(sorted(found)).toEqual(sorted(expected));
  }
});

test.each([
  ["SELECT * FROM UNNEST(ARRAY<STRUCT<a INT64, b STRING>>[(1, 'x'), (2, NULL), (NULL, NULL)])", '1,x 2,null null,null'],
  [
    "SELECT s.a, s.b FROM UNNEST([STRUCT<a INT64, b STRING>(1, 'x'), STRUCT(2, NULL), NULL]) AS s",
    '1,x 2,null null,null',
  ],
  ["SELECT * FROM UNNEST([STRUCT(1 AS a, NULL AS b), (2, 'y')])", '1,null 2,y'],
  [
    'SELECT a, b IS NULL FROM UNNEST(ARRAY<STRUCT<a INT64, b GEOGRAPHY>>[(1, ST_GEOGPOINT(1, 2)), (2, NULL)])',
    '1,false 2,true',
  ],
])('NULL in an array of STRUCTs takes the type of its field: %s', async (text, expected) => {
  const { sql } = compileQuery(text, ownerCatalogue('owner-a'), { engine: 'duckdb', now: 0 });
  const rows = (await (await database.connect()).runAndReadAll(sql)).getRows();
  expect(rows.map((row) => row.map(String).join()).join(' ')).toBe(expected);
});
