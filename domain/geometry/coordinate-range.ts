import { boundsOf, type PolygonRings } from './multi-polygon.ts';

/** The reason why coordinates cannot be a boundary on WGS 84, with the offending values. */
export type RangeFault =
  | { fault: 'outOfRange'; longitude: number; latitude: number }
  | { fault: 'crossesAntimeridian'; west: number; east: number }
  | { fault: 'touchesPole'; latitude: number };

/**
 * Finds the reason why coordinates cannot be a boundary: a number out of range, a polygon around the antimeridian
 * (wider than half the globe, as no field is), or one that touches a pole, where longitude is undefined. Parts on
 * either side of the antimeridian (RFC 7946, section 3.1.9) are accepted. Undefined if there is none.
 *
 * @example findRangeFault([[[[0, 0], [1, 0], [1, 91], [0, 0]]]]) // { fault: 'outOfRange', longitude: 1, latitude: 91 }
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
  if (east - west > 180 && !liesAroundAntimeridian(polygons)) return { fault: 'crossesAntimeridian', west, east };
  if (south <= -90 || north >= 90) return { fault: 'touchesPole', latitude: north >= 90 ? north : south };
  return undefined;
}

/** Whether every polygon is narrow and all are around the antimeridian. */
function liesAroundAntimeridian(polygons: PolygonRings[]): boolean {
  let [westmost, eastmost] = [Infinity, -Infinity];
  for (const polygon of polygons) {
    const [west, , east] = boundsOf([polygon]) ?? [0, 0, 0];
    if (east - west > 180) return false;
    const turn = west + east < 0 ? 360 : 0;
    westmost = Math.min(westmost, west + turn);
    eastmost = Math.max(eastmost, east + turn);
  }
  return eastmost - westmost <= 180;
}

/**
 * Whether a box may be in degrees; for files that do not name their coordinate system.
 *
 * @example looksLikeDegrees([500_000, 5_500_000, 500_100, 5_500_100]) // false
 */
export function looksLikeDegrees([west, south, east, north]: [number, number, number, number]): boolean {
  return west >= -180 && east <= 180 && south >= -90 && north <= 90;
}
