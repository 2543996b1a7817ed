import type { SpatialReference } from 'gdal-async';
import { type BoundaryProblem, type ProblemLocation, problem } from '../../domain/boundary-files/problem.ts';
import { findRangeFault, looksLikeDegrees } from '../../domain/geometry/coordinate-range.ts';
import { boundsOf } from '../../domain/geometry/multi-polygon.ts';
import type { Widened } from '../../domain/geometry/widen.ts';
import { decodeWkb, encodeWkb } from '../../domain/geometry/wkb.ts';
import { ConversionError, reasonOf } from '../boundary-files/conversion.ts';
import { shiftAt } from './datum-shift.ts';
import type { Gdal } from './gdal.ts';

/** Converts a geometry from a file's coordinate system to longitude and latitude on WGS 84. */
export type Reprojection = (geometry: Widened, location: ProblemLocation) => Widened;

export const asIs: Reprojection = (geometry) => geometry;

/** Longitude first, whatever the EPSG registry says: a definition without an authority has no other order. */
const wgs84 = '+proj=longlat +datum=WGS84 +no_defs';

/**
 * Creates the reprojection from a coordinate system to WGS 84.
 *
 * @param xFirst whether x (easting, longitude) comes first, even if the registry has another axis order; true for
 * GeoJSON and GeoParquet. Layers of GDAL's drivers have coordinates in the order that their system names.
 * @param report takes the problem of a shift between datums, once.
 * @throws ConversionError `unknownProjection` if there is no transformation.
 * @example const { polygons } = reprojectionFrom(gdal, findSystem(gdal, 'EPSG:25832', name, location), location, true)(widened, location);
 */
export function reprojectionFrom(
  gdal: Gdal,
  system: SpatialReference,
  location: ProblemLocation,
  xFirst: boolean,
  report?: (problem: BoundaryProblem) => void,
): Reprojection {
  if (isWgs84(system)) return asIs;
  const name = systemName(system);
  const isGeographic = system.isGeographic();
  const swap = xFirst && (system.EPSGTreatsAsLatLong() || system.EPSGTreatsAsNorthingEasting());
  let transformation: InstanceType<Gdal['CoordinateTransformation']>;
  try {
    transformation = new gdal.CoordinateTransformation(system, gdal.SpatialReference.fromProj4(wgs84));
  } catch (error) {
    throw new ConversionError(problem('unknownProjection', location, { name, reason: reasonOf(error) }), {
      cause: error,
    });
  }
  let isReported = report === undefined;
  const reportShift = (polygons: Widened['polygons']) => {
    const [longitude, latitude] = polygons[0]?.[0]?.[0] ?? [];
    if (isReported || longitude === undefined || latitude === undefined) return;
    isReported = true;
    const shift = shiftAt(system, longitude, latitude);
    if (shift) report?.(problem('datumShift', location, shift));
  };
  return (widened, where) => {
    const bounds = boundsOf(widened.polygons);
    if (!bounds) return widened;
    const [x, y] = bounds;
    // Degrees out of range would fail in the transformation without naming the value; they are reported later.
    if (isGeographic && findRangeFault(widened.polygons)?.fault === 'outOfRange') return widened;
    if (!isGeographic && looksLikeDegrees(bounds)) {
      throw new ConversionError(problem('projectionMismatch', where, { name, x, y }));
    }
    try {
      const geometry = gdal.Geometry.fromWKB(Buffer.from(encodeWkb(widened.polygons)));
      if (swap) geometry.swapXY();
      geometry.transform(transformation);
      const { polygons } = decodeWkb(geometry.toWKB());
      reportShift(polygons);
      return { polygons, others: widened.others };
    } catch (error) {
      throw new ConversionError(problem('reprojectionFailed', where, { name, x, y }), { cause: error });
    }
  };
}

/**
 * Finds a coordinate system by its code or its PROJJSON.
 *
 * @param spelling must never come from a file unchecked: GDAL would read paths and fetch URLs.
 *
 * @throws ConversionError `unknownProjection`.
 * @example const system = findSystem(gdal, 'EPSG:25832', 'EPSG:25832', { file: 'fields.gml' });
 */
export function findSystem(gdal: Gdal, spelling: string, name: string, location: ProblemLocation): SpatialReference {
  try {
    return gdal.SpatialReference.fromUserInput(spelling);
  } catch (error) {
    throw new ConversionError(problem('unknownProjection', location, { name, reason: reasonOf(error) }), {
      cause: error,
    });
  }
}

function isWgs84(system: SpatialReference): boolean {
  if (!system.isGeographic() || system.isProjected()) return false;
  const datum = system.getAttrValue('DATUM', 0);
  return datum === 'WGS_1984' || datum === 'D_WGS_1984' || datum === 'World Geodetic System 1984';
}

function systemName(system: SpatialReference): string {
  return system.getAttrValue('PROJCS', 0) || system.getAttrValue('GEOGCS', 0) || 'an unnamed system';
}
