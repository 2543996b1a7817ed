import { splitRings } from '../../sql/geography/antimeridian/split-rings.ts';
import { boundsOf, type PolygonRings, type Position, type Ring } from './multi-polygon.ts';
import { nestRings } from './nesting.ts';
import { hasArea, orientPolygons } from './rings.ts';

/** Maximum width of a polygon in degrees; wider ones are in other coordinates. */
const widest = 180;
/**
 * Maximum width in degrees of a polygon that only longitudes beyond 180 suggest to cross the meridian, since such
 * numbers may also be metres.
 */
const widestBeyond = 10;

/**
 * Cuts polygons that cross the 180th meridian into parts on either side of it (RFC 7946, section 3.1.9): polygons whose
 * longitudes jump from one end of the map to the other, and polygons with longitudes beyond 180. Others, and those that
 * cannot be cut, are returned unchanged.
 *
 * @example
 * const { polygons, isCut } = cutAtAntimeridian([[[[179, 0], [181, 0], [181, 1], [179, 1], [179, 0]]]]);
 * // isCut, and two polygons: 179 to 180 and -180 to -179
 */
export function cutAtAntimeridian(polygons: PolygonRings[]): { polygons: PolygonRings[]; isCut: boolean } {
  let isCut = false;
  const parts = polygons.flatMap((rings) => {
    const cut = cutPolygon(rings);
    if (cut) isCut = true;
    return cut ?? [rings];
  });
  return isCut ? { polygons: parts, isCut } : { polygons, isCut };
}

function cutPolygon(polygon: PolygonRings): PolygonRings[] | undefined {
  const rings = polygon.map(closed);
  const hasJump = rings.some(jumps) && rings.flat().every(([x]) => Math.abs(x) <= 180);
  const unrolled = hasJump ? besideShell(rings.map(unroll)) : rings;
  const [west, east] = spanOf(unrolled);
  if (!(east - west <= (hasJump ? widest : widestBeyond))) return undefined;
  if (unrolled.some((ring) => ring[0]?.[0] !== ring.at(-1)?.[0])) return undefined;
  const line = east > 180 ? 180 : -180;
  if (west >= -180 && east <= 180) return hasJump ? [unrolled] : undefined;
  // Entirely beyond the meridian: the numbers are not longitudes.
  if (!hasJump && (west >= line || east <= line)) return undefined;
  const sides = splitRings(orientPolygons([unrolled]).flat(), line);
  return sides && [...partsOf(sides.west, line === 180 ? 0 : 360), ...partsOf(sides.east, line === 180 ? -360 : 0)];
}

function jumps(ring: Ring): boolean {
  return ring.slice(1).some(([x], index) => Math.abs(x - (ring[index]?.[0] ?? x)) > 180);
}

/** Makes longitudes continue beyond 180 instead of jumping. */
function unroll(ring: Ring): Ring {
  let turn = 0;
  return ring.map(([x, y], index): Position => {
    const step = x - (ring[index - 1]?.[0] ?? x);
    if (step > 180) turn -= 360;
    else if (step < -180) turn += 360;
    return [x + turn, y];
  });
}

/** Moves holes to the turn of the globe that their shell is on. */
function besideShell([shell = [], ...holes]: Ring[]): Ring[] {
  const middle = middleOf(shell);
  return [
    shell,
    ...holes.map((hole) => {
      const turn = Math.round((middle - middleOf(hole)) / 360) * 360;
      return turn === 0 ? hole : hole.map(([x, y]): Position => [x + turn, y]);
    }),
  ];
}

function middleOf(ring: Ring): number {
  const [west, east] = spanOf([ring]);
  return (west + east) / 2;
}

function spanOf(rings: Ring[]): [west: number, east: number] {
  const [west, , east] = boundsOf([rings]) ?? [0, 0, 0];
  return [west, east];
}

function closed(ring: Ring): Ring {
  const [first, last] = [ring[0], ring.at(-1)];
  return first && last && (first[0] !== last[0] || first[1] !== last[1]) ? [...ring, first] : ring;
}

function partsOf(rings: Ring[], turn: number): PolygonRings[] {
  const moved = rings.map((ring) => ring.map(([x, y]): Position => [x + turn, y]));
  return nestRings(moved.filter((ring) => hasArea([ring])));
}
