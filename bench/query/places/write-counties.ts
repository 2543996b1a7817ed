import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as duckDb from '@duckdb/node-api';
import { text } from '../../../adapters/duckdb/sql-text.ts';
import { referenceSql } from '../../../adapters/reference/reference-sql.ts';
import { storedGeometry } from '../../../domain/lake-tables/stored-geometry.ts';
import { countiesTable } from '../../../domain/query/tables/counties.ts';
import type { Position } from '../../../sql/geography/shape.ts';
import { toWkt } from '../../../sql/geography/wkt.ts';

/** About as many counties as the Census Bureau has, and about as large. */
const [columns, rows] = [65, 52];
const [west, south, width, height] = [-124, 25, 0.88, 0.45];
/** Edges of each side: with four sides an outline has as many vertices as the Bureau's files at 1:500,000 have on average. */
const edgesOfSide = 100;
/** Degrees by which a border bends. */
const bends = 0.02;

export const countyCount = columns * rows;

export interface Counties {
  /** Parquet, as in the lake. */
  parquet: string;
  /** A name and WKT, for PostGIS. */
  csv: string;
}

/** Made-up counties beside one another, with crooked borders that neighbours share. */
export async function writeCounties(folder: string): Promise<Counties> {
  const [json, csv, parquet] = ['counties.json', 'counties.csv', 'counties.parquet'].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  const side = borders();
  const all = Array.from({ length: countyCount }, (_, index) => {
    const [x, y] = [index % columns, Math.floor(index / columns)];
    const ring = [
      ...side([x, y], [x + 1, y]),
      ...side([x + 1, y], [x + 1, y + 1]),
      ...side([x, y + 1], [x + 1, y + 1]).toReversed(),
      ...side([x, y], [x, y + 1]).toReversed(),
    ].filter((position, at, whole) => at === 0 || String(position) !== String(whole[at - 1]));
    return { name: `county ${index}`, shape: { type: 'Polygon' as const, coordinates: [ring] } };
  });
  const lines = all.map(({ name, shape }) =>
    JSON.stringify({ county_name: name, state_name: 'US', ...storedGeometry(shape) }),
  );
  writeFileSync(json, lines.join('\n'));
  writeFileSync(csv, all.map(({ name, shape }) => `${name};SRID=4326;${toWkt(shape)}`.replace(/;/, '\t')).join('\n'));
  const instance = await duckDb.DuckDBInstance.create(':memory:', { threads: '2', memory_limit: '2GB' });
  const connection = await instance.connect();
  for (const sql of referenceSql(countiesTable, { rows: json, attributes: undefined, written: parquet }))
    await connection.run(sql);
  connection.closeSync();
  instance.closeSync();
  return { parquet, csv };
}

/** Writes points anywhere among the counties, as Parquet and, for PostGIS, as degrees. With `few`, they lie in a sixth of the longitudes. */
export async function writePoints(folder: string, count: number, few: number): Promise<Counties> {
  const [parquet, csv] = ['points.parquet', 'points.csv'].map((name) => join(folder, name)) as [string, string];
  const instance = await duckDb.DuckDBInstance.create(':memory:', { threads: '1', memory_limit: '2GB' });
  const connection = await instance.connect();
  await connection.run('SELECT setseed(0.5)');
  const near = `row_number <= ${few}`;
  await connection.run(`CREATE TABLE points AS SELECT CASE WHEN ${near} THEN 'few' ELSE 'many' END AS "fileId",
      ${west} + random() * ${columns * width} / CASE WHEN ${near} THEN 6 ELSE 1 END AS lon,
      ${south} + random() * ${rows * height} AS lat, random() * 10 AS "wetMassPerArea"
    FROM (SELECT row_number() OVER () AS row_number FROM range(${count}))`);
  await connection.run(`COPY points TO ${text(parquet)} (FORMAT parquet)`);
  await connection.run(
    `COPY (SELECT "fileId", "wetMassPerArea", 'SRID=4326;POINT(' || lon || ' ' || lat || ')' FROM points) TO ${text(csv)} (HEADER false, DELIMITER '\t')`,
  );
  connection.closeSync();
  instance.closeSync();
  return { parquet, csv };
}

/** The vertices of a border, which are those of both counties beside it, from its lower corner to the higher one. */
function borders(): (from: Position, to: Position) => Position[] {
  const known = new Map<string, Position[]>();
  let seed = 1;
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647 - 0.5;
  };
  const corner = ([x, y]: Position): Position => [west + x * width, south + y * height];
  return (from, to) => {
    const key = `${from} ${to}`;
    const [a, b] = [corner(from), corner(to)];
    const made =
      known.get(key) ??
      Array.from({ length: edgesOfSide + 1 }, (_, index): Position => {
        if (index === 0) return a;
        if (index === edgesOfSide) return b;
        const share = index / edgesOfSide;
        return [a[0] + (b[0] - a[0]) * share + random() * bends, a[1] + (b[1] - a[1]) * share + random() * bends];
      });
    known.set(key, made);
    return made;
  };
}
