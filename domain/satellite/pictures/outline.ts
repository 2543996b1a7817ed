import { type Bounds, boundsOf, type MultiPolygon, type Position } from '../../geometry/multi-polygon.ts';
import { toMercator, unwound } from '../grid/field-grid.ts';

/**
 * The rings of a field in pixels from the upper left corner of a picture in the projection of web maps (EPSG:3857).
 *
 * @param bounds of the picture's edges, in degrees; east is above 180 where it reaches over the antimeridian.
 * @param size of the picture in pixels.
 */
export function outlineOf(
  field: MultiPolygon,
  [west, south, east, north]: Bounds,
  size: { width: number; height: number },
): Position[][] {
  const [[left, bottom], [right, top]] = [toMercator([west, south]), toMercator([east, north])];
  const toPixel = (position: Position): Position => {
    const [x, y] = toMercator(position);
    return [((x - left) / (right - left)) * size.width, ((top - y) / (top - bottom)) * size.height];
  };
  return unwound(field, (west + east) / 2).coordinates.flatMap((rings) => rings.map((ring) => ring.map(toPixel)));
}

/** The rings of a field, north up, in a square of the given side: their larger extent fills it. Heights are from the top. */
export function fittedOutline(field: MultiPolygon, side: number): Position[][] {
  const near = unwound(field, field.coordinates[0]?.[0]?.[0]?.[0]);
  const bounds = boundsOf(near.coordinates);
  if (!bounds) return [];
  const [[left, bottom], [right, top]] = [toMercator([bounds[0], bounds[1]]), toMercator([bounds[2], bounds[3]])];
  const longest = Math.max(right - left, top - bottom);
  return outlineOf(near, bounds, {
    width: (side * (right - left)) / longest,
    height: (side * (top - bottom)) / longest,
  });
}
