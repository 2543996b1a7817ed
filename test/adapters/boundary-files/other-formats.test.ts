import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Gdal, loadGdal } from '../../../adapters/gdal/gdal.ts';
import { encodeWkb } from '../../../domain/geometry/wkb.ts';
import { duckDbCaps } from '../../duckdb-caps.ts';
import { readUpload, readUploadAt, square, temporaryDirectory, zip } from './upload-fixture.ts';

let gdal: Gdal;
beforeAll(() => {
  const loaded = loadGdal();
  if (!loaded) throw new Error('these tests need GDAL');
  gdal = loaded;
});

/** Writes fields of 200 m in UTM zone 32 to one layer of the driver's format and returns the path. */
async function write(
  driver: string,
  file: string,
  geometries: string[] = [wkt(500_000), wkt(501_000)],
): Promise<string> {
  const path = join(await temporaryDirectory(), file);
  const dataset = gdal.drivers.get(driver).create(path);
  const layer = dataset.layers.create('fields', gdal.SpatialReference.fromEPSG(25832), gdal.wkbMultiPolygon);
  layer.fields.add(new gdal.FieldDefn('Name', gdal.OFTString));
  geometries.forEach((geometry, index) => {
    const record = new gdal.Feature(layer);
    record.setGeometry(gdal.Geometry.fromWKT(geometry));
    record.fields.set('Name', `Поле ${index + 1}`);
    layer.features.add(record);
  });
  dataset.close();
  return path;
}

function wkt(x: number): string {
  return `MULTIPOLYGON(((${square(x, 5_761_038, 200)
    .map((position) => position.join(' '))
    .join(',')})))`;
}

const twoFields = [
  { name: 'Поле 1', feature: 1, validity: 'VALID' },
  { name: 'Поле 2', feature: 2, validity: 'VALID' },
];

describe('GeoPackage', () => {
  test('is read by layers, reprojected, under any name', async () => {
    const bytes = await readFile(await write('GPKG', 'a.gpkg'));
    const { sets, fields, problems } = await readUpload('fields.sqlite', bytes);
    expect(problems).toEqual([]);
    expect(sets).toMatchObject([{ format: 'GEOPACKAGE', fieldCount: 2 }]);
    expect(fields).toMatchObject(twoFields.map((field) => ({ ...field, layer: 'fields' })));
    expect(fields[0]?.geometry.coordinates[0]?.[0]?.[0]?.[0]).toBeCloseTo(9, 6);
  });

  test('has its arcs converted to lines', async () => {
    const path = join(await temporaryDirectory(), 'arcs.gpkg');
    const source = gdal.open('{"type":"Polygon","coordinates":[[[9,52],[9.01,52],[9.01,52.01],[9,52]]]}', 'r', [
      'GeoJSON',
    ]);
    gdal.vectorTranslate(path, source, ['-f', 'GPKG', '-nlt', 'CURVEPOLYGON']).close();
    const { fields, codes } = await readUpload('arcs.gpkg', await readFile(path));
    expect(codes).toEqual([]);
    expect(fields).toHaveLength(1);
  });

  test('that is damaged is unreadable', async () => {
    const bytes = (await readFile(await write('GPKG', 'a.gpkg'))).fill(0x7f, 200);
    const { sets, problems } = await readUpload('fields.gpkg', bytes);
    expect(sets).toMatchObject([{ format: 'GEOPACKAGE', fieldCount: 0 }]);
    expect(problems).toMatchObject([{ code: 'unreadableFile', severity: 'error' }]);
    expect(problems[0]?.message).not.toContain('/tmp');
  });
});

test('FlatGeobuf is read', async () => {
  const { sets, fields } = await readUpload('fields.fgb', await readFile(await write('FlatGeobuf', 'a.fgb')));
  expect(sets).toMatchObject([{ format: 'FLATGEOBUF', fieldCount: 2 }]);
  expect(fields.map(({ name }) => name).sort()).toEqual(['Поле 1', 'Поле 2']);
});

describe('a File Geodatabase', () => {
  async function members(): Promise<Record<string, Uint8Array>> {
    const folder = await write('OpenFileGDB', 'a.gdb');
    const names = await readdir(folder);
    return Object.fromEntries(
      await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name))] as const)),
    );
  }

  test('is read from a zipped folder of any name, and from the top of the archive', async () => {
    const files = await members();
    for (const folder of ['farm/fields.gdb/', 'copy of it/', '']) {
      const upload = zip(Object.fromEntries(Object.entries(files).map(([name, bytes]) => [folder + name, bytes])));
      const { sets, fields, problems } = await readUpload('upload.zip', upload);
      expect(problems).toEqual([]);
      expect(sets).toMatchObject([{ format: 'FILE_GEODATABASE', fieldCount: 2 }]);
      expect(fields).toMatchObject(twoFields);
    }
  });
});

describe('GeoParquet', () => {
  async function parquet(geo: unknown, polygons = [[square(10, 52, 0.01)], [square(11, 52, 0.01)]]): Promise<string> {
    const path = join(await temporaryDirectory(), 'fields.parquet');
    const connection = await (await DuckDBInstance.create(':memory:', duckDbCaps)).connect();
    const rows = polygons.map(
      (rings, index) => `('Field ${index + 1}', from_hex('${Buffer.from(encodeWkb([rings])).toString('hex')}'))`,
    );
    const metadata = geo === undefined ? '' : `, kv_metadata {geo: '${JSON.stringify(geo).replaceAll("'", "''")}'}`;
    await connection.run('set enable_geoparquet_conversion = false');
    await connection.run(
      `copy (select * from (values ${rows.join(',')}) t("Name", geometry)) to '${path}' (format parquet${metadata})`,
    );
    connection.closeSync();
    return path;
  }

  function metadata(column: Record<string, unknown>) {
    return {
      version: '1.1.0',
      primary_column: 'geometry',
      columns: { geometry: { encoding: 'WKB', geometry_types: [], ...column } },
    };
  }

  async function read(path: string) {
    return readUploadAt('fields.parquet', path, await temporaryDirectory());
  }

  test('is read as longitude and latitude when it names no coordinate system', async () => {
    const { sets, fields, problems } = await read(await parquet(metadata({})));
    expect(problems).toEqual([]);
    expect(sets).toMatchObject([{ format: 'GEOPARQUET', fieldCount: 2 }]);
    expect(fields).toMatchObject([{ name: 'Field 1' }, { name: 'Field 2' }]);
  });

  test('is reprojected from the system it names, x first', async () => {
    const { fields } = await read(await parquet(metadata({ crs: projJson }), [[square(500_000, 5_761_038, 200)]]));
    expect(fields[0]?.geometry.coordinates[0]?.[0]?.[0]?.[0]).toBeCloseTo(9, 6);
  });

  test('with an unknown coordinate system is read as WGS 84 with a warning', async () => {
    expect((await read(await parquet(metadata({ crs: null })))).codes).toEqual(['assumedWgs84']);
  });

  test('without a geometry, or with one that is not binary, is unreadable', async () => {
    expect((await read(await parquet(undefined))).problems).toMatchObject([{ code: 'unreadableFile' }]);
    const { problems } = await read(await parquet(metadata({ encoding: 'polygon' })));
    expect(problems[0]?.message).toContain('"polygon"');
  });

  test('that was truncated is unreadable, and the message does not show its path', async () => {
    const bytes = await readFile(await parquet(metadata({})));
    const { problems } = await readUpload('fields.parquet', bytes.subarray(0, bytes.length - 20));
    expect(problems).toMatchObject([{ code: 'unreadableFile' }]);
    expect(problems[0]?.message).not.toContain('/');
  });
});

/** UTM zone 32 north on GRS 80 as PROJJSON. */
const projJson = {
  $schema: 'https://proj.org/schemas/v0.7/projjson.schema.json',
  type: 'ProjectedCRS',
  name: 'ETRS89 / UTM zone 32N',
  base_crs: {
    name: 'ETRS89',
    datum: {
      type: 'GeodeticReferenceFrame',
      name: 'European Terrestrial Reference System 1989',
      ellipsoid: { name: 'GRS 1980', semi_major_axis: 6378137, inverse_flattening: 298.257222101 },
    },
    coordinate_system: {
      subtype: 'ellipsoidal',
      axis: [
        { name: 'Geodetic latitude', abbreviation: 'Lat', direction: 'north', unit: 'degree' },
        { name: 'Geodetic longitude', abbreviation: 'Lon', direction: 'east', unit: 'degree' },
      ],
    },
  },
  conversion: {
    name: 'UTM zone 32N',
    method: { name: 'Transverse Mercator', id: { authority: 'EPSG', code: 9807 } },
    parameters: [
      { name: 'Latitude of natural origin', value: 0, unit: 'degree', id: { authority: 'EPSG', code: 8801 } },
      { name: 'Longitude of natural origin', value: 9, unit: 'degree', id: { authority: 'EPSG', code: 8802 } },
      { name: 'Scale factor at natural origin', value: 0.9996, unit: 'unity', id: { authority: 'EPSG', code: 8805 } },
      { name: 'False easting', value: 500000, unit: 'metre', id: { authority: 'EPSG', code: 8806 } },
      { name: 'False northing', value: 0, unit: 'metre', id: { authority: 'EPSG', code: 8807 } },
    ],
  },
  coordinate_system: {
    subtype: 'Cartesian',
    axis: [
      { name: 'Easting', abbreviation: 'E', direction: 'east', unit: 'metre' },
      { name: 'Northing', abbreviation: 'N', direction: 'north', unit: 'metre' },
    ],
  },
  id: { authority: 'EPSG', code: 25832 },
};
