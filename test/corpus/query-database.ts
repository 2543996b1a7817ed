import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as duckDb from '@duckdb/node-api';
import { geosOverlay } from '../../adapters/geos/geos-overlay.ts';
import { addGeography } from '../../adapters/query/duckdb/add-geography.ts';
import { addText } from '../../adapters/query/duckdb/add-text.ts';
import { type Catalogue, type CatalogueColumn, catalogueOf } from '../../sql/catalogue.ts';
import { boxOf } from '../../sql/geography/box.ts';
import { shapeOverlay } from '../../sql/geography/overlay/overlay.ts';
import { toWkbHex } from '../../sql/geography/wkb.ts';
import { fromWkt } from '../../sql/geography/wkt.ts';
import { storedType } from '../../sql/types/parse-type.ts';
import { duckDbCaps } from '../duckdb-caps.ts';

type Columns = [name: string, type: string][];
const text = (value: string) => `'${value.replaceAll("'", "''")}'`;
const engineTypes: Record<string, string> = {
  STRING: 'VARCHAR',
  INT64: 'BIGINT',
  FLOAT64: 'DOUBLE',
  BOOL: 'BOOLEAN',
  TIMESTAMP: 'TIMESTAMP',
  DATE: 'DATE',
};

function engineType(type: string): string {
  const array = /^ARRAY<(.*)>$/.exec(type)?.[1];
  if (array) return `${engineType(array)}[]`;
  const struct = /^STRUCT<(.*)>$/.exec(type)?.[1];
  if (!struct) return engineTypes[type] ?? 'VARCHAR';
  const fields = struct.split(', ').map((field) => field.split(' ') as [string, string]);
  return `STRUCT(${fields.map(([name, inner]) => `"${name}" ${engineType(inner)}`).join(', ')})`;
}

/** The tables of a corpus as a catalogue of one owner's rows. Points are stored as degrees, other geographies as WKB with their boxes. */
export function corpusCatalogue(folder: string, owner: string): Catalogue {
  const schema = JSON.parse(readFileSync(join(folder, 'dataset/schema.json'), 'utf8')) as Record<string, Columns>;
  return catalogueOf(
    Object.entries(schema).map(([name, columns]) => ({
      name,
      stored: ['store', name],
      only: { owner },
      columns: columns.map(([column, type]) => ({
        name: column,
        type: storedType(type),
        stored: storedAs(name, column, type),
      })),
      ...(name === 'points' && { locatedBy: { keys: 'fieldIds', geometry: 'geometry' } }),
    })),
  );
}

function storedAs(table: string, column: string, type: string): CatalogueColumn['stored'] {
  if (type !== 'GEOGRAPHY') return { column };
  return table === 'points' ? { longitude: 'lon', latitude: 'lat' } : { column, box };
}

const box = { west: 'west', south: 'south', east: 'east', north: 'north' };

/** A DuckDB with the rows of every owner of a corpus. */
export async function corpusDatabase(folder: string): Promise<duckDb.DuckDBConnection> {
  const instance = await duckDb.DuckDBInstance.create(':memory:', duckDbCaps);
  const connection = await instance.connect();
  const overlay = await geosOverlay(() => import('geos-wasm'));
  addGeography(
    duckDb,
    connection,
    shapeOverlay(() => overlay),
  );
  addText(duckDb, connection);
  await connection.run('CREATE SCHEMA store');
  const schema = JSON.parse(readFileSync(join(folder, 'dataset/schema.json'), 'utf8')) as Record<string, Columns>;
  for (const [name, columns] of Object.entries(schema)) {
    const own = columns.filter(([, type]) => type !== 'GEOGRAPHY');
    const types = [
      "owner: 'VARCHAR'",
      ...own.map(([column, type]) => `${text(column)}: ${text(engineType(type))}`),
      "geometry: 'VARCHAR'",
    ];
    const source = `read_json(${text(join(folder, 'dataset', `${name}.ndjson`))}, format = 'newline_delimited', columns = {${types.join(', ')}})`;
    await connection.run(`CREATE TABLE store.${name} AS SELECT * FROM ${source}`);
    if (name === 'points') await splitPoints(connection);
    else await packShapes(connection, name);
  }
  return connection;
}

async function splitPoints(connection: duckDb.DuckDBConnection): Promise<void> {
  const part = (group: number) =>
    `CAST(nullif(regexp_extract(geometry, 'POINT\\((\\S+) (\\S+)\\)', ${group}), '') AS DOUBLE)`;
  await connection.run(
    `CREATE OR REPLACE TABLE store.points AS SELECT * EXCLUDE (geometry), ${part(1)} AS lon, ${part(2)} AS lat FROM store.points`,
  );
}

async function packShapes(connection: duckDb.DuckDBConnection, table: string): Promise<void> {
  const rows = await connection.runAndReadAll(
    `SELECT DISTINCT geometry FROM store.${table} WHERE geometry IS NOT NULL`,
  );
  const sides = Object.values(box);
  await connection.run(`ALTER TABLE store.${table} ADD COLUMN wkb BLOB`);
  for (const side of sides) await connection.run(`ALTER TABLE store.${table} ADD COLUMN ${side} DOUBLE`);
  for (const [wkt] of rows.getRows()) {
    const shape = fromWkt(String(wkt));
    if (!shape) throw new Error(`the corpus has a geometry that is none: ${wkt}`);
    const degrees = boxOf(shape)?.map((one, side) => `, ${sides[side]} = ${one}`) ?? [];
    await connection.run(
      `UPDATE store.${table} SET wkb = unhex('${toWkbHex(shape)}')${degrees.join('')} WHERE geometry = ${text(String(wkt))}`,
    );
  }
  await connection.run(`ALTER TABLE store.${table} DROP COLUMN geometry`);
  await connection.run(`ALTER TABLE store.${table} RENAME COLUMN wkb TO geometry`);
}
