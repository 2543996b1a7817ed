import type { MultiPolygon, Position, Ring } from './multi-polygon.ts';

/** Longitudes further apart than this belong to a shape that was cut at the 180th meridian. */
const halfTurn = 180;

/**
 * The centroid of a shape's area on the plane of longitude and latitude, in degrees; holes count. The error is below a
 * metre for a field. The shape must have an area, as stored shapes do.
 *
 * Formula: the area-weighted mean of the triangles between each edge and a reference point (Green's theorem).
 *
 * @example centroidOf(multiPolygon([[[[0, 0], [1, 0], [1, 1], [0, 1], [0, 0]]]])) // { longitude: 0.5, latitude: 0.5 }
 */
export function centroidOf({ coordinates }: MultiPolygon): { longitude: number; latitude: number } {
  const longitudes = coordinates.flat(2).map(([longitude]) => longitude);
  const isCut = longitudes.reduce((a, b) => Math.max(a, b)) - longitudes.reduce((a, b) => Math.min(a, b)) > halfTurn;
  const unrolled = ([longitude, latitude]: Position): Position => [
    isCut && longitude < 0 ? longitude + 360 : longitude,
    latitude,
  ];
  const origin = unrolled(coordinates[0]?.[0]?.[0] ?? [0, 0]);
  const sums = { area: 0, x: 0, y: 0 };
  for (const rings of coordinates) {
    rings.forEach((ring, index) => {
      const own = momentsOf(ring.map(unrolled), origin);
      // Rings may have any orientation: outer rings add area, holes subtract it.
      const sign = own.area < 0 === (index === 0) ? -1 : 1;
      sums.area += sign * own.area;
      sums.x += sign * own.x;
      sums.y += sign * own.y;
    });
  }
  const [x, y] = sums.area === 0 ? [0, 0] : [sums.x / (3 * sums.area), sums.y / (3 * sums.area)];
  const longitude = origin[0] + x;
  return { longitude: longitude > 180 ? longitude - 360 : longitude, latitude: origin[1] + y };
}

/** Twice the signed area of a ring and its first moments, relative to a point. */
function momentsOf(ring: Ring, [originX, originY]: Position): { area: number; x: number; y: number } {
  const sums = { area: 0, x: 0, y: 0 };
  for (const [index, [x, y]] of ring.entries()) {
    const [nextX, nextY] = ring[index + 1] ?? [x, y];
    const [ax, ay, bx, by] = [x - originX, y - originY, nextX - originX, nextY - originY];
    const cross = ax * by - bx * ay;
    sums.area += cross;
    sums.x += (ax + bx) * cross;
    sums.y += (ay + by) * cross;
  }
  return sums;
}
