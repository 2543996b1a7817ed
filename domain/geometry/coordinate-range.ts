import { boundsOf, type PolygonRings } from './multi-polygon.ts';

/** Why coordinates cannot be a boundary on WGS 84, with the values to name. */
export type RangeFault =
  | { fault: 'outOfRange'; longitude: number; latitude: number }
  | { fault: 'crossesAntimeridian'; west: number; east: number }
  | { fault: 'touchesPole'; latitude: number };

/**
 * Finds what keeps degrees from being a boundary: a value that is no number or no degree, a polygon that runs around the antimeridian
 * (seen as being wider than half the globe, since no field is) and one that touches a pole, where longitude means nothing. Parts on
 * either side of the antimeridian, as RFC 7946 has them (section 3.1.9), lie beside each other.
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

/** Whether each polygon is narrow, and all are from a map on which the antimeridian is the middle. */
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

/** Whether a box could be degrees: used where a file does not say what its numbers are. */
export function looksLikeDegrees([west, south, east, north]: [number, number, number, number]): boolean {
  return west >= -180 && east <= 180 && south >= -90 && north <= 90;
}
