import type { Feature, Layer } from 'gdal-async';
import { nameColumns, pickName } from '../../../domain/boundary-files/field-name.ts';
import { type ProblemLocation, problem } from '../../../domain/boundary-files/problem.ts';
import { looksLikeDegrees } from '../../../domain/geometry/coordinate-range.ts';
import type { PolygonRings } from '../../../domain/geometry/multi-polygon.ts';
import { decodeWkb } from '../../../domain/geometry/wkb.ts';
import type { Gdal, VectorDriver } from '../../gdal/gdal.ts';
import { flatType, openDataset, requireGdal } from '../../gdal/gdal-dataset.ts';
import { asIs, type Reprojection, reprojectionFrom } from '../../gdal/reproject.ts';
import { type Conversion, ConversionError, type Converter, reasonOf, type SourceFeature } from '../conversion.ts';

/** A converter for a format that GDAL reads, with all layers. */
export function gdalConverter(driver: VectorDriver, format: string): Converter {
  return async function* readLayers(set, conversion) {
    const gdal = requireGdal(conversion, set.file, format);
    const dataset = openDataset(gdal, set.path, driver, format, set.file);
    try {
      for (const layer of dataset.layers) {
        const location = { file: set.file, layer: layer.name };
        const columns = nameColumns(layer.fields.getNames());
        const nameOf = (feature: Feature) => pickName(columns.map((column) => attributeOf(feature, column)));
        yield* readLayer({ gdal, layer, location, conversion, nameOf });
      }
    } finally {
      dataset.close();
    }
  };
}

/** The value of a column; undefined if its type is unknown to the module. */
function attributeOf(feature: Feature, column: string): unknown {
  try {
    return feature.fields.get(column);
  } catch {
    return undefined;
  }
}

const withoutArea: Record<number, string> = { 1: 'Point', 2: 'LineString', 4: 'MultiPoint', 5: 'MultiLineString' };
const noGeometryType = 100;

export interface LayerReading {
  gdal: Gdal;
  layer: Layer;
  location: ProblemLocation;
  conversion: Conversion;
  nameOf(feature: Feature): string | undefined;
  /** Whether a feature exists in the file; all do by default. */
  isThere?(feature: Feature): boolean;
  /** Number of features according to another part of the file. */
  stated?: number | undefined;
  /** Sorts rings of a format that does not distinguish holes. */
  arrange?(polygons: PolygonRings[]): PolygonRings[];
  /** The feature's number in the layer; counted by default. */
  numberOf?(feature: Feature): number;
}

/** Yields the features of a layer. A layer of points or lines is one problem, instead of one for each feature. */
export function* readLayer({
  gdal,
  layer,
  location,
  conversion,
  nameOf,
  numberOf,
  isThere,
  stated = 0,
  arrange = (polygons) => polygons,
}: LayerReading): Generator<SourceFeature> {
  const type = flatType(layer);
  if (layer.geomType === noGeometryType) return;
  const kind = withoutArea[type];
  if (kind) {
    const found = `layer of ${layer.features.count().toLocaleString('en-US')} ${kind} features`;
    conversion.report(problem('notPolygon', location, { found }));
    return;
  }
  const reproject = layerReprojection(gdal, layer, location, conversion);
  const expected = Math.max(layer.features.count(), stated);
  let read = 0;
  for (const feature of featuresOf(layer)) {
    if (isThere?.(feature) === false) continue;
    const number = numberOf?.(feature) ?? read + 1;
    read++;
    yield {
      ...(location.layer !== undefined && { layer: location.layer }),
      feature: number,
      read: () => {
        const where = { ...location, feature: number };
        const { polygons, others } = readGeometry(feature, where);
        return { name: nameOf(feature), geometry: reproject({ polygons: arrange(polygons), others }, where) };
      },
    };
  }
  if (read < expected) conversion.report(problem('featuresLost', location, { read, expected }));
}

/** GDAL ends a layer at the first feature that it cannot read, with or without an exception. */
function* featuresOf(layer: Layer): Generator<Feature> {
  try {
    for (let feature = layer.features.first(); feature; feature = layer.features.next()) yield feature;
  } catch {
    return;
  }
}

function readGeometry(feature: Feature, location: ProblemLocation) {
  try {
    // Null for a record without a shape, in spite of the declared type.
    const geometry = feature.getGeometry() as ReturnType<Feature['getGeometry']> | null;
    // The bytes contain Z and M if there are any; the decoder skips them, so that a height of NaN is harmless.
    return geometry ? decodeWkb(geometry.toWKB()) : { polygons: [], others: [] };
  } catch (error) {
    throw new ConversionError(
      problem('malformedGeometry', location, { reason: `cannot be read: ${reasonOf(error)}` }),
      {
        cause: error,
      },
    );
  }
}

function layerReprojection(gdal: Gdal, layer: Layer, location: ProblemLocation, conversion: Conversion): Reprojection {
  if (layer.srs) return reprojectionFrom(gdal, layer.srs, location, false, conversion.report);
  if (layer.features.count() === 0) return asIs;
  const { minX, minY, maxX, maxY } = extentOf(layer, location);
  if (!looksLikeDegrees([minX, minY, maxX, maxY])) {
    throw new ConversionError(problem('missingProjection', location, { x: minX, y: minY }));
  }
  conversion.report(problem('assumedWgs84', location));
  return asIs;
}

function extentOf(layer: Layer, location: ProblemLocation) {
  try {
    return layer.getExtent();
  } catch (error) {
    const reason = reasonOf(error);
    throw new ConversionError(problem('unreadableFile', location, { format: 'geodata', reason }), { cause: error });
  }
}
