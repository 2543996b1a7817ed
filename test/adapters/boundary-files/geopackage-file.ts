import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Dataset } from 'gdal-async';
import { loadGdal } from '../../../adapters/gdal/gdal.ts';
import { collection, feature, polygon, square, temporaryDirectory } from './upload-fixture.ts';

export const twoSquares = collection([
  feature(polygon(square(9, 52, 0.01)), { name: 'North' }),
  feature(polygon(square(9.1, 52, 0.01)), { name: 'South' }),
]);

/** Writes a GeoPackage of two fields as GDAL does, runs statements on it, and returns its path. */
export async function geoPackageAt(statements: string[] = [], options: string[] = []): Promise<string> {
  const gdal = loadGdal();
  if (!gdal) throw new Error('these tests need GDAL');
  const path = join(await temporaryDirectory(), 'made.gpkg');
  const source = gdal.open(twoSquares, 'r', ['GeoJSON']);
  gdal.vectorTranslate(path, source, ['-f', 'GPKG', '-nln', 'fields', ...options]).close();
  if (statements.length > 0) {
    const dataset = gdal.open(path, 'r+', ['GPKG']);
    for (const statement of ['PRAGMA synchronous = OFF', ...statements]) run(dataset, statement);
    dataset.close();
  }
  return path;
}

/** Runs a statement. The module throws an error without a message where a statement has no rows. */
function run(dataset: Dataset, statement: string): void {
  try {
    dataset.executeSQL(statement);
  } catch (error) {
    if ((error as Error).message !== '') throw error;
  }
}

export async function geoPackage(statements: string[] = []): Promise<Buffer> {
  return readFile(await geoPackageAt(statements));
}

/** Statements that put a row into the schema, whether or not this SQLite has the modules that it needs. */
export function schemaRow(type: string, name: string, rootPage: number | null, sql: string | null): string[] {
  const quoted = (text: string | null) => (text === null ? 'NULL' : `'${text.replaceAll("'", "''")}'`);
  return [
    'PRAGMA writable_schema = ON',
    `INSERT INTO sqlite_master VALUES (${[quoted(type), quoted(name), quoted(name), rootPage ?? 'NULL', quoted(sql)].join()})`,
  ];
}
