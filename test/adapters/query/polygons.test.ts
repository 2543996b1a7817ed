import { join } from 'node:path';
import * as duckDb from '@duckdb/node-api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OwnerDatabase, openOwnerDatabase } from '../../../adapters/query/duckdb/owner-database.ts';
import { ownerCatalogue } from '../../../domain/query/tables/owner-catalogue.ts';
import { compileQuery } from '../../../sql/compile-query.ts';
import { runtimeFunctions } from '../../../sql/geography/functions.ts';
import { shapeOverlay } from '../../../sql/geography/overlay/overlay.ts';
import { fromWkt } from '../../../sql/geography/wkt.ts';
import { duckDbCaps } from '../../duckdb-caps.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { withPointColumns } from './point-file.ts';

const overlay = shapeOverlay(() => {
  throw new Error('no overlay is asked for');
});
let database: OwnerDatabase;
beforeAll(async () => {
  const path = join(temporaryFolder('polygons'), 'points.parquet');
  const connection = await (await duckDb.DuckDBInstance.create(':memory:', duckDbCaps)).connect();
  await connection.run('select setseed(0.5)');
  await connection.run(
    `COPY (${withPointColumns('SELECT 10 + random() * 4 AS lon, 48 + random() * 4 AS lat FROM range(4000) UNION ALL SELECT NULL, NULL')}) TO '${path}'`,
  );
  database = await openOwnerDatabase('owner-a', { tables: new Map([['points', [path]]]) }, overlay);
});
afterAll(() => database.close());

/** A star around the middle, with a hole. */
function star(edges: number): string {
  const ring = (radius: number) =>
    Array.from({ length: edges + 1 }, (_, index) => {
      const angle = (2 * Math.PI * (index % edges)) / edges;
      const long = radius * (1 + 0.3 * Math.sin(9 * angle));
      return `${12 + long * Math.cos(angle)} ${50 + long * Math.sin(angle)}`;
    }).join(', ');
  return `POLYGON((${ring(1.4)}), (${ring(0.4)}))`;
}

test.each([8, 12, 14, 100, 700, 2_400])(
  'a polygon of %i edges holds the same points as on the sphere',
  async (edges) => {
    const wkt = star(Math.floor(edges / 2));
    const text = `SELECT ST_X(geometry) AS x, ST_Y(geometry) AS y, ST_INTERSECTS(geometry, ST_GEOGFROMTEXT('${wkt}')) AS inside FROM points`;
    const { sql } = compileQuery(text, ownerCatalogue('owner-a'), { engine: 'duckdb', now: 0 });
    const all = (await (await database.connect()).runAndReadAll(sql)).getRows();
    // On the sphere each point is compared with each edge.
    const step = Math.ceil(edges / 300);
    const rows = all.filter(([x], index) => x === null || index % step === 0);
    const polygon = fromWkt(wkt);
    const wanted = rows.map(([x, y]) =>
      x === null
        ? null
        : runtimeFunctions.intersects?.run([{ type: 'Point', coordinates: [Number(x), Number(y)] }, polygon], overlay),
    );
    expect(rows.map(([, , inside]) => inside)).toEqual(wanted);
    expect(new Set(wanted)).toEqual(new Set([true, false, null]));
  },
);
