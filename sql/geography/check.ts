import { limits } from '../limits.ts';
import { onOneMeridian, turnBetween, turnsOf } from './antimeridian/meridians.ts';
import { allPositions, partsOf } from './parts.ts';
import type { Position, Shape } from './shape.ts';

/** The reason why a shape is not a valid geography; undefined for a valid one. */
export function faultOf(shape: Shape): string | undefined {
  const parts = partsOf(shape);
  const positions = allPositions(parts);
  if (positions.length > limits.geographyVertices) return `it has more than ${limits.geographyVertices} vertices`;
  for (const [longitude, latitude] of positions) {
    if (!(Math.abs(latitude) <= 90)) return `latitude ${latitude} is not between -90 and 90`;
    if (!(Math.abs(longitude) <= 180)) return `longitude ${longitude} is not between -180 and 180`;
  }
  if (parts.lines.some((line) => line.length < 2)) return 'a line has fewer than two vertices';
  for (const ring of parts.polygons.flat()) {
    if (ring.length < 4) return 'a ring has fewer than four vertices';
    const [first, last] = [ring[0], ring.at(-1)];
    if (!first || !last || !isSame(first, last)) return 'a ring is not closed';
    const fault = faultOfRing(ring);
    if (fault) return fault;
  }
  return undefined;
}

/** -180 and 180 degrees are one meridian, and a pole has all longitudes. */
const isSame = (a: Position, b: Position) =>
  a[1] === b[1] && (onOneMeridian(a[0]) === onOneMeridian(b[0]) || Math.abs(a[1]) === 90);

/**
 * An edge takes the shorter way around the earth, also over the antimeridian, and the inside of a ring is its smaller
 * side, as in BigQuery. Rings are refused where that is ambiguous, or surely not meant.
 */
function faultOfRing(ring: readonly Position[]): string | undefined {
  let [at, west, east] = [0, 0, 0];
  for (const [index, to] of ring.entries()) {
    const from = ring[index - 1];
    if (!from) continue;
    if (Math.abs(to[0] - from[0]) === 360 && Math.abs(to[1]) < 90)
      return 'an edge from -180 to 180 has no length, since both are one meridian: give it vertices between';
    if (Math.abs(to[0] - from[0]) === 180 && to[1] === -from[1])
      return 'an edge leads to the other side of the earth, and may take any way: give it vertices between';
    at += turnBetween(from[0], to[0]);
    [west, east] = [Math.min(west, at), Math.max(east, at)];
  }
  return east - west > 180 && turnsOf(ring) === 0 ? 'polygons wider than a hemisphere are not supported' : undefined;
}
