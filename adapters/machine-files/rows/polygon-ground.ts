import { metresPerDegree } from '../../../domain/geometry/local-plane.ts';
import type { ToWgs84 } from './wgs84-positions.ts';

/**
 * Square metres of polygon rings: outer rings and holes turn in opposite directions, so that their signed areas add up.
 * Polygons of machines are so small that the ellipsoid is flat below them.
 *
 * @param rings the rings in the coordinates of the file, closed or not.
 */
export function groundOf(rings: { x: Float64Array; y: Float64Array }[], toWgs84: ToWgs84): number {
  let [total, perLongitude, perLatitude] = [0, 0, 0];
  for (const { x, y } of rings) {
    const { lon, lat } = toWgs84(x, y);
    if (perLatitude === 0) {
      const metres = metresPerDegree(lat[0] ?? Number.NaN);
      [perLongitude, perLatitude] = [metres.longitude, metres.latitude];
    }
    total += signedArea(lon, lat) * perLongitude * perLatitude;
  }
  return Math.abs(total);
}

/** The area of a ring in its own coordinates, negative if it turns clockwise. */
function signedArea(x: Float64Array, y: Float64Array): number {
  const [originX = 0, originY = 0] = [x[0], y[0]];
  let twice = 0;
  for (let index = 0; index < x.length; index++) {
    const next = (index + 1) % x.length;
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = [x[index], y[index], x[next], y[next]];
    twice += (x1 - originX) * (y2 - originY) - (x2 - originX) * (y1 - originY);
  }
  return twice / 2;
}
