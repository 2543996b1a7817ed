import { join } from 'node:path';
import type { Dataset, Layer } from 'gdal-async';
import { problem } from '../../domain/boundary-files/problem.ts';
import { type Conversion, ConversionError, reasonOf, withoutPaths } from '../boundary-files/conversion.ts';
import { DamagedDatabase, isSqlite } from '../boundary-files/sqlite/database-pages.ts';
import { refusedObjectOf } from '../boundary-files/sqlite/plain-schema.ts';
import { type Gdal, gdalInstall, type VectorDriver } from './gdal.ts';

/**
 * GDAL. @throws ConversionError with the problem that says how to install it.
 *
 * @example const gdal = requireGdal(conversion, set.file, 'GeoPackage');
 */
export function requireGdal(conversion: Conversion, file: string, format: string): Gdal {
  const gdal = conversion.gdal();
  if (gdal) return gdal;
  throw new ConversionError(
    problem('engineMissing', { file }, { engine: 'GDAL', need: `reading a ${format}`, install: gdalInstall }),
  );
}

/**
 * Opens a file with only the given driver; arcs become lines. Databases with objects that SQLite would execute are
 * refused before the driver opens them.
 *
 * @example const dataset = openDataset(gdal, set.path, 'GPKG', 'GeoPackage', set.file);
 */
export function openDataset(gdal: Gdal, path: string, driver: VectorDriver, format: string, file: string): Dataset {
  refuseActiveDatabase(path, format, file);
  try {
    const dataset = gdal.open(path, 'r', [driver]);
    return dataset.layers.map(hasArcs).some(Boolean) ? withoutArcs(gdal, dataset, path) : dataset;
  } catch (error) {
    throw new ConversionError(problem('unreadableFile', { file }, { format, reason: openFailure(gdal, error) }), {
      cause: error,
    });
  }
}

function refuseActiveDatabase(path: string, format: string, file: string): void {
  try {
    const refused = isSqlite(path) ? refusedObjectOf(path) : undefined;
    if (refused) throw new ConversionError(problem('activeDatabase', { file }, refused));
  } catch (error) {
    if (!(error instanceof DamagedDatabase)) throw error;
    throw new ConversionError(problem('unreadableFile', { file }, { format, reason: error.message }), { cause: error });
  }
}

function openFailure(gdal: Gdal, error: unknown): string {
  const last = gdal.lastError as { message?: string } | null;
  return last?.message ? withoutPaths(last.message) : reasonOf(error);
}

/** Converts a layer that declares arcs, for which the module has no types, into a file beside the original. */
function withoutArcs(gdal: Gdal, dataset: Dataset, path: string): Dataset {
  const target = join(path, '..', 'lines.gpkg');
  gdal.vectorTranslate(target, dataset, ['-f', 'GPKG', '-nlt', 'CONVERT_TO_LINEAR', '-dim', 'XY']).close();
  dataset.close();
  return gdal.open(target, 'r', ['GPKG']);
}

/**
 * The number of a geometry type without its flags for Z and M.
 *
 * @example const isPoints = flatType(layer) === 1; // for Point, PointZ and PointM
 */
export function flatType(layer: Layer): number {
  return (layer.geomType & 0x7fffffff) % 1000;
}

function hasArcs(layer: Layer): boolean {
  return [8, 9, 10, 11, 12].includes(flatType(layer));
}
