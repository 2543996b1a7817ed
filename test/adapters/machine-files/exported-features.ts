import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadGdal } from '../../../adapters/gdal/gdal.ts';

/** A feature as it is written by `exported`. */
export interface WrittenFeature {
  geometry: { type: 'Point' | 'Polygon' | 'MultiPolygon'; coordinates: unknown };
  properties: Record<string, string | number | null>;
}

export function geoJsonOf(features: WrittenFeature[]): string {
  const written = features.map((feature) => ({ type: 'Feature', ...feature }));
  return JSON.stringify({ type: 'FeatureCollection', features: written });
}

/**
 * The files that GDAL writes of features, by their names.
 *
 * @param name of the file without its ending, which is also the name of the layer.
 * @param options of GDAL's vector translation, such as `['-t_srs', 'EPSG:32615']`.
 * @param times whether columns of times are text, as machines write them, or of the format's own type.
 */
export async function exported(
  driver: 'ESRI Shapefile' | 'GPKG' | 'FlatGeobuf',
  name: string,
  features: WrittenFeature[],
  options: string[] = [],
  times: 'text' | 'time' = 'text',
): Promise<Record<string, Buffer>> {
  const gdal = loadGdal();
  if (!gdal) throw new Error('GDAL is not installed');
  const folder = await mkdtemp(join(tmpdir(), 'furrow-exported-'));
  try {
    const source = join(folder, 'source.geojson');
    await writeFile(source, geoJsonOf(features));
    const ending = { 'ESRI Shapefile': 'shp', GPKG: 'gpkg', FlatGeobuf: 'fgb' }[driver];
    const types = times === 'text' ? ['-fieldTypeToString', 'Date,DateTime'] : [];
    const dataset = gdal.open(source);
    gdal
      .vectorTranslate(join(folder, `${name}.${ending}`), dataset, ['-f', driver, '-nln', name, ...types, ...options])
      .close();
    dataset.close();
    const files = (await readdir(folder)).filter((file) => file.startsWith(`${name}.`));
    return Object.fromEntries(await Promise.all(files.map(async (file) => [file, await readFile(join(folder, file))])));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
