import { ringArea } from '../ring-integrals.ts';
import type { Position } from '../shape.ts';

/** The meridians of -180 and 180 degrees are one; it is counted as -180. */
export const onOneMeridian = (longitude: number): number => (longitude === 180 ? -180 : longitude);

/** Whether the edge between two longitudes, which takes the shorter way, crosses the antimeridian. */
export const crossesAntimeridian = (from: number, to: number): boolean => Math.abs(to - from) > 180;

/**
 * Degrees from one longitude to another by the shorter way, negative to the west.
 *
 * @example turnBetween(179, -179) // 2
 */
export function turnBetween(from: number, to: number): number {
  const turn = to - from;
  if (turn > 180) return turn - 360;
  return turn < -180 ? turn + 360 : turn;
}

/** Whether the meridian of a longitude crosses an edge, including its western end and excluding the eastern one. */
export function passesMeridian(longitude: number, from: number, to: number): boolean {
  const [own, first, last] = [onOneMeridian(longitude), onOneMeridian(from), onOneMeridian(to)];
  if (!crossesAntimeridian(first, last)) return first > own !== last > own;
  return own >= Math.max(first, last) || own < Math.min(first, last);
}

/** How often a ring turns around the poles, eastwards: 0, 1 or -1. */
export function turnsOf(ring: readonly Position[]): number {
  let turned = 0;
  for (const [index, to] of ring.entries()) turned += turnBetween((ring[index - 1] ?? to)[0], to[0]);
  return Math.round(turned / 360);
}

/** The pole inside of a ring, whose inside is its smaller side. */
export function enclosedPole(ring: readonly Position[]): 'north' | 'south' | undefined {
  const turns = turnsOf(ring);
  if (turns === 0) return undefined;
  // The inside is to the left of a ring with a positive area, and north is to the left of the way east.
  return ringArea(ring) > 0 === turns > 0 ? 'north' : 'south';
}

/** Whether the north pole is inside of polygons, from which the sides of all points are counted. */
export function hasNorthPole(polygons: readonly Position[][][]): boolean {
  return polygons.flat().filter((ring) => enclosedPole(ring) === 'north').length % 2 === 1;
}
