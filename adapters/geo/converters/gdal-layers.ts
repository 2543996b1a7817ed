import { join } from 'node:path';
import type { Dataset, Feature, Layer } from 'gdal-async';
import { nameColumns, pickName } from '../../../domain/boundary-files/field-name.ts';
import { type ProblemPlace, problem } from '../../../domain/boundary-files/problem.ts';
import { looksLikeDegrees } from '../../../domain/geometry/coordinate-range.ts';
import { decodeWkb } from '../../../domain/geometry/wkb.ts';
import { type Conversion, ConversionError, type Converter, reasonOf, type SourceFeature } from '../conversion.ts';
import { type Gdal, gdalInstall, type VectorDriver } from '../gdal.ts';
import { asIs, type Reprojection, reprojectionFrom } from '../reproject.ts';

/** A converter for a format that GDAL reads with all its layers. */
export function gdalConverter(driver: VectorDriver, format: string): Converter {
  return async function* readLayers(set, conversion) {
    const gdal = requireGdal(conversion, set.file, format);
    const dataset = openDataset(gdal, set.path, driver, format, set.file);
    try {
      for (const layer of dataset.layers) {
        const place = { file: set.file, layer: layer.name };
        const columns = nameColumns(layer.fields.getNames());
        const nameOf = (feature: Feature) => pickName(columns.map((column) => feature.fields.get(column)));
        yield* readLayer({ gdal, layer, place, conversion, nameOf });
      }
    } finally {
      dataset.close();
    }
  };
}

export function requireGdal(conversion: Conversion, file: string, format: string): Gdal {
  const gdal = conversion.gdal();
  if (gdal) return gdal;
  throw new ConversionError(
    problem('engineMissing', { file }, { engine: 'GDAL', need: `reading a ${format}`, install: gdalInstall }),
  );
}

/** Opens a file with one named driver and no other; arcs become lines. */
export function openDataset(gdal: Gdal, path: string, driver: VectorDriver, format: string, file: string): Dataset {
  try {
    const dataset = gdal.open(path, 'r', [driver]);
    return dataset.layers.map(hasArcs).some(Boolean) ? withoutArcs(gdal, dataset, path) : dataset;
  } catch (error) {
    throw new ConversionError(problem('unreadableFile', { file }, { format, reason: openFailure(gdal, error) }), {
      cause: error,
    });
  }
}

function openFailure(gdal: Gdal, error: unknown): string {
  const last = gdal.lastError as { message?: string } | null;
  // GDAL names the generated path, which means nothing to the user.
  return last?.message ? last.message.replaceAll(/\S*\/\S*/g, 'the file') : reasonOf(error);
}

/** The module has no types for arcs, so a layer that declares them is first converted; it lies beside the original then. */
function withoutArcs(gdal: Gdal, dataset: Dataset, path: string): Dataset {
  const target = join(path, '..', 'lines.gpkg');
  gdal.vectorTranslate(target, dataset, ['-f', 'GPKG', '-nlt', 'CONVERT_TO_LINEAR', '-dim', 'XY']).close();
  dataset.close();
  return gdal.open(target, 'r', ['GPKG']);
}

/** The number of a geometry type without its marks for Z and M. */
function flatType(layer: Layer): number {
  return (layer.geomType & 0x7fffffff) % 1000;
}

function hasArcs(layer: Layer): boolean {
  return [8, 9, 10, 11, 12].includes(flatType(layer));
}

const withoutArea: Record<number, string> = { 1: 'Point', 2: 'LineString', 4: 'MultiPoint', 5: 'MultiLineString' };
const noGeometryType = 100;

export interface LayerReading {
  gdal: Gdal;
  layer: Layer;
  place: ProblemPlace;
  conversion: Conversion;
  nameOf(feature: Feature): string | undefined;
  /** The feature's place in the layer when it is not simply counted. */
  numberOf?(feature: Feature): number;
}

/** Yields the features of a layer. A layer of points or lines is one problem, not one for each of its features. */
export function* readLayer({
  gdal,
  layer,
  place,
  conversion,
  nameOf,
  numberOf,
}: LayerReading): Generator<SourceFeature> {
  const type = flatType(layer);
  if (layer.geomType === noGeometryType) return;
  const kind = withoutArea[type];
  if (kind) {
    const found = `layer of ${layer.features.count().toLocaleString('en-US')} ${kind} features`;
    conversion.report(problem('notPolygon', place, { found }));
    return;
  }
  const reproject = layerReprojection(gdal, layer, place, conversion);
  let counted = 0;
  for (let feature = layer.features.first(); feature; feature = layer.features.next()) {
    const current = feature;
    const number = numberOf?.(current) ?? ++counted;
    yield {
      ...(place.layer !== undefined && { layer: place.layer }),
      feature: number,
      read: () => {
        const where = { ...place, feature: number };
        return { name: nameOf(current), geometry: reproject(readGeometry(current, where), where) };
      },
    };
  }
}

function readGeometry(feature: Feature, place: ProblemPlace) {
  try {
    // Null for a record without a shape, although the type does not say so.
    const geometry = feature.getGeometry() as ReturnType<Feature['getGeometry']> | null;
    // The bytes carry Z and M where there are any; the decoder leaves them out, so that a height that is no number does no harm.
    return geometry ? decodeWkb(geometry.toWKB()) : { polygons: [], others: [] };
  } catch (error) {
    throw new ConversionError(problem('malformedGeometry', place, { reason: `cannot be read: ${reasonOf(error)}` }), {
      cause: error,
    });
  }
}

function layerReprojection(gdal: Gdal, layer: Layer, place: ProblemPlace, conversion: Conversion): Reprojection {
  if (layer.srs) return reprojectionFrom(gdal, layer.srs, place, false);
  if (layer.features.count() === 0) return asIs;
  const { minX, minY, maxX, maxY } = layer.getExtent();
  if (!looksLikeDegrees([minX, minY, maxX, maxY])) {
    throw new ConversionError(problem('missingProjection', place, { x: minX, y: minY }));
  }
  conversion.report(problem('assumedWgs84', place));
  return asIs;
}
