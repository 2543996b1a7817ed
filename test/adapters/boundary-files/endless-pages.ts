import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabasePages } from '../../../adapters/boundary-files/sqlite/database-pages.ts';
import { schemaRows } from '../../../adapters/boundary-files/sqlite/schema-rows.ts';
import { loadGdal } from '../../../adapters/gdal/gdal.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const [interiorOfTable, headerBytes, cellBytes] = [5, 12, 5];
/** Levels of pages, of which SQLite follows 20. Six levels of 800 cells each are too many pages to read. */
const levels = 6;

/**
 * A GeoPackage with one field on 800⁶ pages, in 100 kB: the table's pages refer to the same page below again and again. Its schema is
 * plain, and SQLite, which only detects circles, reads on and on.
 */
export function endlessPages(): Buffer {
  const path = plainGeoPackage();
  const root = rootOf(path, 'fields');
  const file = readFileSync(path);
  const size = file.readUInt16BE(16) === 1 ? 65_536 : file.readUInt16BE(16);
  const first = file.length / size;
  const leaf = Buffer.from(file.subarray((root - 1) * size, root * size));
  const pages = Array.from({ length: levels }, (_, level) => interiorPage(size, first + level + 2));
  const whole = Buffer.concat([file, ...pages, leaf]);
  interiorPage(size, first + 1).copy(whole, (root - 1) * size);
  whole.writeUInt32BE(whole.length / size, 28);
  return whole;
}

function plainGeoPackage(): string {
  const gdal = loadGdal();
  if (!gdal) throw new Error('this needs GDAL');
  const path = join(temporaryFolder('endless-pages'), 'endless.gpkg');
  const dataset = gdal.drivers.get('GPKG').create(path);
  const wgs84 = gdal.SpatialReference.fromEPSG(4326);
  const layer = dataset.layers.create('fields', wgs84, gdal.wkbPolygon, ['SPATIAL_INDEX=NO']);
  const record = new gdal.Feature(layer);
  record.setGeometry(gdal.Geometry.fromWKT('POLYGON((10 52,10.002 52,10.002 52.002,10 52.002,10 52))'));
  layer.features.add(record);
  dataset.close();
  return path;
}

function rootOf(path: string, table: string): number {
  const pages = openDatabasePages(path);
  try {
    for (const { name, rootPage } of schemaRows(pages)) if (name === table) return rootPage;
    throw new Error(`there is no table ${table}`);
  } finally {
    pages.close();
  }
}

/** A page filled with references to another one. Source: SQLite's file format, "B-tree Pages". */
function interiorPage(size: number, child: number): Buffer {
  const page = Buffer.alloc(size);
  const cells = Math.floor((size - headerBytes) / (cellBytes + 2));
  page.writeUInt8(interiorOfTable, 0);
  page.writeUInt16BE(cells, 3);
  page.writeUInt16BE(size - cells * cellBytes, 5);
  page.writeUInt32BE(child, 8);
  for (let cell = 0; cell < cells; cell++) {
    const at = size - (cell + 1) * cellBytes;
    page.writeUInt32BE(child, at);
    page.writeUInt8(1, at + 4);
    page.writeUInt16BE(at, headerBytes + 2 * cell);
  }
  return page;
}
