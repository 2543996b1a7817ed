import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { loadGdal } from '../../adapters/gdal/gdal.ts';
import { encodeWkb } from '../../domain/geometry/wkb.ts';
import { writeShapefile } from '../../local/demo/write-shapefile.ts';
import { duckDbCaps } from '../duckdb-caps.ts';

/** The files of an upload by their names. */
export type SeedFiles = Record<string, Buffer>;

const side = 0.01;
const ringAt = (x: number, y: number): [number, number][] => [
  [x, y],
  [x, y + side],
  [x + side, y + side],
  [x + side, y],
  [x, y],
];
const rings = Array.from({ length: 12 }, (_, index) =>
  ringAt(9 + (index % 4) * 0.02, 52 + Math.floor(index / 4) * 0.02),
);

export const boundaries = JSON.stringify({
  type: 'FeatureCollection',
  features: rings.map((ring, index) => ({
    type: 'Feature',
    properties: { name: `Field ${index}`, hectares: index * 1.5, sown: '2024-05-01' },
    geometry: { type: 'Polygon', coordinates: [ring] },
  })),
});

function inFolder<T>(work: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'furrow-seed-'));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The boundaries written by one of GDAL's drivers: a file, or the files of a folder. */
export function writtenByGdal(driver: string, name: string, options: string[] = []): SeedFiles {
  const gdal = loadGdal();
  if (!gdal) throw new Error('the seeds need GDAL');
  // Drivers write the date into their files.
  gdal.config.set('OGR_CURRENT_DATE', '2024-01-01T00:00:00.000Z');
  gdal.config.set('OGR_SQLITE_SYNCHRONOUS', 'OFF');
  return inFolder((folder) => {
    const path = join(folder, name);
    const source = gdal.open(boundaries, 'r', ['GeoJSON']);
    gdal.vectorTranslate(path, source, ['-f', driver, '-nln', 'fields', ...options]).close();
    if (!statSync(path).isDirectory()) return { [name]: readFileSync(path) };
    return Object.fromEntries(readdirSync(path).map((part) => [`${name}/${part}`, readFileSync(join(path, part))]));
  });
}

export function shapefile(): SeedFiles {
  const records = rings.map((ring, index) => ({ rings: [ring], attributes: { name: `Field ${index}` } }));
  const projection =
    'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]]';
  const parts = Object.entries(writeShapefile(records, { projection }));
  return Object.fromEntries(parts.map(([part, bytes]) => [`fields.${part}`, bytes]));
}

export async function geoParquet(compression: string): Promise<SeedFiles> {
  const folder = mkdtempSync(join(tmpdir(), 'furrow-seed-'));
  try {
    const path = join(folder, 'fields.parquet');
    const connection = await (await DuckDBInstance.create(':memory:', duckDbCaps)).connect();
    const rows = rings.map(
      (ring, index) => `('Field ${index}', from_hex('${Buffer.from(encodeWkb([[ring]])).toString('hex')}'))`,
    );
    const column = { encoding: 'WKB', geometry_types: ['MultiPolygon'] };
    const geo = JSON.stringify({ version: '1.1.0', primary_column: 'geometry', columns: { geometry: column } });
    await connection.run('set enable_geoparquet_conversion = false');
    await connection.run(
      `copy (select * from (values ${rows.join(',')}) t(name, geometry)) to '${path}' (format parquet, compression ${compression}, kv_metadata {geo: '${geo}'})`,
    );
    connection.closeSync();
    return { 'fields.parquet': readFileSync(path) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export function kml(): SeedFiles {
  const marks = rings.map(
    (ring, index) =>
      `<Placemark><name>Field ${index}</name><Polygon><outerBoundaryIs><LinearRing><coordinates>${ring.map((position) => `${position.join()},0`).join(' ')}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>`,
  );
  return {
    'fields.kml': Buffer.from(
      `<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${marks.join('')}</Document></kml>`,
    ),
  };
}

export function gml(): SeedFiles {
  const members = rings.map(
    (ring, index) =>
      `<wfs:member><f:Parcel><f:name>Field ${index}</f:name><f:shape><gml:Surface srsName="urn:ogc:def:crs:EPSG::4258"><gml:patches><gml:PolygonPatch><gml:exterior><gml:LinearRing><gml:posList srsDimension="2">${ring.map(([x, y]) => `${y} ${x}`).join(' ')}</gml:posList></gml:LinearRing></gml:exterior></gml:PolygonPatch></gml:patches></gml:Surface></f:shape></f:Parcel></wfs:member>`,
  );
  return {
    'fields.gml': Buffer.from(
      `<wfs:FeatureCollection xmlns:wfs="http://www.opengis.net/wfs/2.0" xmlns:gml="http://www.opengis.net/gml/3.2" xmlns:f="urn:f">${members.join('')}</wfs:FeatureCollection>`,
    ),
  };
}

export function taskData(): SeedFiles {
  const fields = rings.map(
    (ring, index) =>
      `<PFD A="PFD${index + 1}" C="Field ${index}" D="10000"><PLN A="1"><LSG A="1">${ring.map(([x, y]) => `<PNT A="2" C="${y}" D="${x}"/>`).join('')}</LSG></PLN></PFD>`,
  );
  return {
    'TASKDATA/TASKDATA.XML': Buffer.from(
      `<?xml version="1.0" encoding="UTF-8"?><ISO11783_TaskData VersionMajor="4" VersionMinor="0" DataTransferOrigin="1">${fields.join('')}</ISO11783_TaskData>`,
    ),
  };
}
