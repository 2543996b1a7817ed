import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Dataset } from 'gdal-async';
import { loadGdal } from '../../../adapters/gdal/gdal.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

/** A layer that is a view, over a table that is in the schema without having been created. */
interface HostileLayer {
  view: string;
  table?: string;
}

/** A virtual table of SpatiaLite that reads a file of the machine, line by line, behind a view. */
export function fileReadingLayer(path: string): HostileLayer {
  return {
    table: `CREATE VIRTUAL TABLE leak USING VirtualText('${path}', 'UTF-8', 0, POINT, NONE, '|')`,
    view: 'select row_number() over () as fid, leak.COL001 as name, fields.geom from leak, fields',
  };
}

/** A view that runs endlessly without giving a row. */
export const endlessLayer: HostileLayer = {
  view: `with recursive n(i) as (select 1 union all select i + 1 from n)
    select n.i as fid, 'x' as name, fields.geom from n, fields where n.i < 0`,
};

/** A GeoPackage with a field of its own and a hostile layer beside it. */
export function hostileGeoPackage({ view, table }: HostileLayer): Uint8Array {
  const gdal = loadGdal();
  if (!gdal) throw new Error('this needs GDAL');
  const path = join(temporaryFolder('hostile'), 'hostile.gpkg');
  const dataset = gdal.drivers.get('GPKG').create(path);
  const layer = dataset.layers.create('fields', gdal.SpatialReference.fromEPSG(4326), gdal.wkbPolygon);
  layer.fields.add(new gdal.FieldDefn('name', gdal.OFTString));
  const record = new gdal.Feature(layer);
  record.setGeometry(gdal.Geometry.fromWKT('POLYGON((10 52,10.002 52,10.002 52.002,10 52.002,10 52))'));
  record.fields.set('name', 'North');
  layer.features.add(record);
  layer.flush();
  const statements = [
    `create view hostile as ${view}`,
    "insert into gpkg_contents (table_name, identifier, data_type, srs_id) values ('hostile', 'hostile', 'features', 4326)",
    "insert into gpkg_geometry_columns values ('hostile', 'geom', 'POLYGON', 4326, 0, 0)",
    ...(table
      ? [
          'pragma writable_schema = on',
          `insert into sqlite_master (type, name, tbl_name, rootpage, sql) values ('table', 'leak', 'leak', 0, '${table.replaceAll("'", "''")}')`,
        ]
      : []),
  ];
  for (const statement of statements) run(dataset, statement);
  dataset.close();
  return readFileSync(path);
}

/** Runs a statement. One without a result throws an error without a message. */
function run(dataset: Dataset, statement: string): void {
  try {
    dataset.executeSQL(statement);
  } catch (error) {
    if ((error as Error).message !== '') throw error;
  }
}
