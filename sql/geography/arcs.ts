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

/** The edges of polygons, except those along a meridian, which a ray along a meridian never crosses. */
export function arcsOf(polygons: readonly Position[][][]): Arc[] {
  return polygons.flat().flatMap((ring) => ring.slice(1).flatMap((to, index) => arcOf(ring[index] ?? to, to)));
}

function arcOf(a: Position, b: Position): Arc[] {
  const [from, to] = a[0] < b[0] ? [a, b] : [b, a];
  const span = Math.sin((to[0] - from[0]) * radians);
  if (from[0] === to[0] || span === 0) return [];
  const [first, last] = [Math.tan(from[1] * radians), Math.tan(to[1] * radians)];
  const p = (first * Math.sin(to[0] * radians) - last * Math.sin(from[0] * radians)) / span;
  const q = (last * Math.cos(from[0] * radians) - first * Math.cos(to[0] * radians)) / span;
  return [{ west: from[0], east: to[0], p, q }];
}
