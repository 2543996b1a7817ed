import { limits } from '../limits.ts';
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
    if (first?.[0] !== last?.[0] || first?.[1] !== last?.[1]) return 'a ring is not closed';
  }
  // Checked for each polygon: shapes that cross the antimeridian have parts on either side (RFC 7946).
  if (parts.polygons.some((rings) => spanOf(rings.flat()) > 180))
    return 'polygons over the antimeridian or wider than a hemisphere are not supported';
  return undefined;
}

function spanOf(positions: readonly Position[]): number {
  let [west, east] = [Infinity, -Infinity];
  for (const [longitude] of positions) {
    west = Math.min(west, longitude);
    east = Math.max(east, longitude);
  }
  return east - west;
}
