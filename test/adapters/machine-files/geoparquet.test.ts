import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { duckDbCaps } from '../../duckdb-caps.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { deereZip } from './deere-zip.ts';
import { harvestCsv } from './harvest-text.ts';
import { processUpload } from './process-upload.ts';

/** The requirements of GeoParquet 1.1 on the members that we write. */
const number = { type: 'number' };
const corner = (name: string) => ({ const: ['bbox', name] });
const isGeoParquet = new Ajv2020().compile({
  type: 'object',
  required: ['version', 'primary_column', 'columns'],
  properties: {
    version: { const: '1.1.0' },
    primary_column: { const: 'geometry' },
    columns: {
      type: 'object',
      required: ['geometry'],
      properties: {
        geometry: {
          type: 'object',
          required: ['encoding', 'geometry_types', 'bbox'],
          properties: {
            encoding: { const: 'WKB' },
            geometry_types: { type: 'array', uniqueItems: true, items: { enum: ['Point', 'Polygon'] } },
            bbox: { type: 'array', items: number, minItems: 4, maxItems: 4 },
            covering: {
              type: 'object',
              required: ['bbox'],
              properties: {
                bbox: {
                  type: 'object',
                  required: ['xmin', 'ymin', 'xmax', 'ymax'],
                  properties: Object.fromEntries(['xmin', 'ymin', 'xmax', 'ymax'].map((name) => [name, corner(name)])),
                },
              },
            },
          },
        },
      },
    },
  },
});

let paths: Record<'standardGeoparquet' | 'polygonGeoparquet' | 'lake', string>;
let query: (sql: string) => Promise<Record<string, unknown>[]>;

const folder = temporaryFolder('geoparquet');

beforeAll(async () => {
  const settings = { enableGeoparquetOutput: true, enablePolygonOutput: true };
  const { sets } = await processUpload('harvest.csv', harvestCsv(), settings);
  const write = async (name: keyof typeof paths) => {
    const path = join(folder, `${name}.parquet`);
    await writeFile(path, sets[0]?.made[name] ?? '');
    return path;
  };
  paths = {
    standardGeoparquet: await write('standardGeoparquet'),
    polygonGeoparquet: await write('polygonGeoparquet'),
    lake: await write('lake'),
  };
  const connection = await (await DuckDBInstance.create(':memory:', duckDbCaps)).connect();
  query = async (sql) => (await connection.runAndReadAll(sql)).getRowObjectsJson();
});

describe.each(['standardGeoparquet', 'polygonGeoparquet'] as const)('%s', (name) => {
  test('has the metadata that GeoParquet 1.1 requires', async () => {
    const [row] = await query(
      `select decode(value) as geo from parquet_kv_metadata('${paths[name]}') where decode(key) = 'geo'`,
    );
    const geo = JSON.parse(String(row?.geo));
    expect([isGeoParquet(geo), isGeoParquet.errors]).toEqual([true, null]);
    expect(geo.columns.geometry.geometry_types).toEqual([name === 'polygonGeoparquet' ? 'Polygon' : 'Point']);
    expect(geo.columns.geometry).toHaveProperty('covering');
  });

  test('has a geometry that readers understand', async () => {
    const [row] = await query(`select typeof(any_value(geometry)) as type, count(*)::int as rows,
      count(*) filter (st_astext(geometry) like 'PO%')::int as known from '${paths[name]}'`);
    expect(row).toMatchObject({ type: expect.stringMatching(/^GEOMETRY/), known: row?.rows });
    expect(row?.rows).toBeGreaterThan(90);
  });

  test('is compressed with zstd, with positions in numbers of eight bytes', async () => {
    const types = await storedTypes(paths[name]);
    expect(types['bbox, xmin']).toBe('DOUBLE ZSTD');
    expect(types.geometry).toBe('BYTE_ARRAY ZSTD');
  });
});

test('points in the lake have positions in numbers of eight bytes, no geometry, and the row of their source', async () => {
  const types = await storedTypes(paths.lake);
  expect(types).toMatchObject({ lon: 'DOUBLE ZSTD', lat: 'DOUBLE ZSTD', sourceRow: 'INT64 ZSTD' });
  expect(types).not.toHaveProperty('geometry');
  const rows = await query(`select epoch_ms("timestamp")::double as at, sourceRow::int as "row"
    from read_parquet('${paths.lake}', file_row_number = true) order by file_row_number`);
  const byTime = rows.toSorted((a, b) => Number(a.at) - Number(b.at) || Number(a.row) - Number(b.row));
  expect(rows).toEqual(byTime);
});

/** The type and compression of each stored column, by its path. */
async function storedTypes(path: string): Promise<Record<string, string>> {
  const columns = await query(
    `select distinct path_in_schema as path, type || ' ' || compression as stored from parquet_metadata('${path}')`,
  );
  return Object.fromEntries(columns.map(({ path: name, stored }) => [name, String(stored)]));
}

test.each(['standardGeoparquet', 'polygonGeoparquet'] as const)('%s has the bounding box of each row', async (name) => {
  const [row] = await query(`select count(*)::int as rows,
    count(*) filter (bbox.xmin <= bbox.xmax and bbox.ymin <= bbox.ymax)::int as boxes from '${paths[name]}'`);
  expect(row?.boxes).toBe(row?.rows);
});

test('standardGeoparquet has times in UTC, and marks tank mixes', async () => {
  const settings = { enableGeoparquetOutput: true };
  const { sets } = await processUpload('spray.zip', deereZip(), settings);
  const path = join(folder, 'spray.parquet');
  await writeFile(path, sets[0]?.made.standardGeoparquet ?? '');
  await query("set timezone = 'America/Chicago'");
  const [row] =
    await query(`select typeof(any_value("timestamp")) as type, min(epoch_ms("timestamp"))::varchar as first,
    bool_or(tankMix) as mix from '${path}'`);
  expect(row).toEqual({
    type: 'TIMESTAMP WITH TIME ZONE',
    first: String(Date.parse('2024-05-01T12:00:00Z')),
    mix: false,
  });
  const { features } = JSON.parse(String(sets[0]?.made.standardGeojson));
  expect(features[0].properties).toMatchObject({ timestamp: '2024-05-01T12:00:00.000Z', tankMix: false });
});

test('the geometry of a point is little-endian, and neighbouring rows lie side by side', async () => {
  await query('set enable_geoparquet_conversion = false');
  const rows = await query(
    `select hex(geometry)[1:10] as head, bbox.xmin as lon, bbox.ymin as lat
      from read_parquet('${paths.standardGeoparquet}', file_row_number = true)
      order by file_row_number`,
  );
  expect(new Set(rows.map(({ head }) => head))).toEqual(new Set(['0101000000']));
  const steps = rows.slice(1).map((row, index) => {
    const before = rows[index];
    return Math.hypot(Number(row.lon) - Number(before?.lon), Number(row.lat) - Number(before?.lat)) * 100_000;
  });
  // A Hilbert curve takes small steps: half of them no longer than the distance of two passes, ten metres.
  expect(steps.sort((a, b) => a - b)[Math.floor(steps.length / 2)]).toBeLessThan(20);
});
