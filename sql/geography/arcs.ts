import { crossesAntimeridian, onOneMeridian } from './antimeridian/meridians.ts';
import type { Position } from './shape.ts';

/**
 * An edge as an arc from west to east in degrees, including the first longitude and excluding the last. Its great
 * circle has the latitude with tan(latitude) = p cos(longitude) + q sin(longitude), so that edges need not be cut.
 */
export interface Arc {
  west: number;
  east: number;
  p: number;
  q: number;
}

const radians = Math.PI / 180;
/** Beyond all longitudes, since arcs exclude their eastern end and points may be at 180 degrees. */
const eastEnd = 181;

/** The edges of polygons, except those along a meridian, which a ray along a meridian never crosses. Those over the antimeridian have an arc on either side. */
export function arcsOf(polygons: readonly Position[][][]): Arc[] {
  return polygons.flat().flatMap((ring) => ring.slice(1).flatMap((to, index) => arcOf(ring[index] ?? to, to)));
}

function arcOf(a: Position, b: Position): Arc[] {
  const [first, last] = [a, b].map(([longitude, latitude]): Position => [onOneMeridian(longitude), latitude]) as [
    Position,
    Position,
  ];
  const [from, to] = first[0] < last[0] ? [first, last] : [last, first];
  const span = Math.sin((to[0] - from[0]) * radians);
  if (from[0] === to[0] || span === 0) return [];
  const [low, high] = [Math.tan(from[1] * radians), Math.tan(to[1] * radians)];
  const p = (low * Math.sin(to[0] * radians) - high * Math.sin(from[0] * radians)) / span;
  const q = (high * Math.cos(from[0] * radians) - low * Math.cos(to[0] * radians)) / span;
  if (!crossesAntimeridian(from[0], to[0])) return [{ west: from[0], east: to[0], p, q }];
  const beyond = { west: to[0], east: eastEnd, p, q };
  return from[0] === -180 ? [beyond] : [beyond, { west: -180, east: from[0], p, q }];
}
