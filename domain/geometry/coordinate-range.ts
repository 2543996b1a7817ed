import { boundsOf, type PolygonRings } from './multi-polygon.ts';

/** Why coordinates cannot be a boundary on WGS 84, with the values to name. */
export type RangeFault =
  | { fault: 'outOfRange'; longitude: number; latitude: number }
  | { fault: 'crossesAntimeridian'; west: number; east: number }
  | { fault: 'touchesPole'; latitude: number };

/**
 * Finds what keeps degrees from being a boundary: a value that is no number or no degree, a shape that runs around the antimeridian
 * (seen as being wider than half the globe, since no field is) and one that touches a pole, where longitude means nothing.
 */
export function findRangeFault(polygons: PolygonRings[]): RangeFault | undefined {
  for (const rings of polygons) {
    for (const ring of rings) {
      for (const [longitude, latitude] of ring) {
        // Written so that NaN, which compares false with everything, is a fault as well.
        if (!(Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90)) {
          return { fault: 'outOfRange', longitude, latitude };
        }
      }
    }
  }
  const bounds = boundsOf(polygons);
  if (!bounds) return undefined;
  const [west, south, east, north] = bounds;
  if (east - west > 180) return { fault: 'crossesAntimeridian', west, east };
  if (south <= -90 || north >= 90) return { fault: 'touchesPole', latitude: north >= 90 ? north : south };
  return undefined;
}

/** Whether a box could be degrees: used where a file does not say what its numbers are. */
export function looksLikeDegrees([west, south, east, north]: [number, number, number, number]): boolean {
  return west >= -180 && east <= 180 && south >= -90 && north <= 90;
}
