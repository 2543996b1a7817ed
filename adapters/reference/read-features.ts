import { createReadStream } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Layer } from 'gdal-async';
import type { ReferenceFeature } from '../../domain/reference/reference-row.ts';
import { gdalInstall, loadGdal } from '../gdal/gdal.ts';
import { flatType } from '../gdal/gdal-dataset.ts';

const polygonTypes = [0, 3, 6];

/** Thrown for a file that cannot be read, or is empty; the message is for the operator. */
export class UnreadableReference extends Error {}

/**
 * The features of one polygon layer of a file that the operator has chosen, in degrees of WGS 84, with repaired rings:
 * a shapefile, also zipped, GeoPackage, File Geodatabase, GeoJSON, FlatGeobuf, or a table of text with shapes in the
 * column `WKT`.
 *
 * @param layer its name; by default the first one with polygons.
 */
export async function* readFeatures(
  path: string,
  layer: string | undefined,
  folder: string,
): AsyncGenerator<ReferenceFeature> {
  const gdal = loadGdal();
  if (!gdal) throw new UnreadableReference(`reading ${path} needs GDAL: ${gdalInstall}`);
  const lines = join(folder, 'features.geojsonl');
  const location = path.endsWith('.zip') ? `/vsizip/${resolve(path)}` : path;
  try {
    const dataset = gdal.open(location, 'r');
    const layers = dataset.layers.map((one: Layer) => one);
    const chosen =
      layers.find(({ name }) => name === layer) ?? (layer === undefined ? layers.find(hasPolygons) : undefined);
    if (!chosen)
      throw new UnreadableReference(
        `${path} has no such layer of polygons: ${layers.map(({ name }) => name).join(', ')}`,
      );
    const source = chosen.srs ? [] : ['-s_srs', 'EPSG:4326'];
    const to = [
      '-f',
      'GeoJSONSeq',
      '-t_srs',
      'EPSG:4326',
      '-dim',
      'XY',
      '-makevalid',
      '-lco',
      'COORDINATE_PRECISION=8',
    ];
    gdal.vectorTranslate(lines, dataset, [...to, ...source, chosen.name]).close();
    dataset.close();
  } catch (error) {
    if (error instanceof UnreadableReference) throw error;
    throw new UnreadableReference(`${path} cannot be read: ${(error as Error).message}`, { cause: error });
  }
  for await (const line of createInterface({ input: createReadStream(lines), crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.trim() !== '') yield JSON.parse(line) as ReferenceFeature;
  }
}

function hasPolygons(layer: Layer): boolean {
  return polygonTypes.includes(flatType(layer));
}
