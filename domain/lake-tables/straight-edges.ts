import type { Shape } from '../../sql/geography/shape.ts';
import { cross, dot, earthRadius, toVector, unit } from '../../sql/geography/sphere.ts';
import type { MultiPolygon, PolygonRings, Position } from '../geometry/multi-polygon.ts';

const toleranceMetres = 0.01;
/** No field has an edge that needs more. */
const maxParts = 10_000;

/**
 * A shape on the map as one on the sphere: edges of the one are straight in degrees (RFC 7946), edges of the other are great circles, so long
 * ones are cut until both are within a centimetre. One part alone is a polygon. Undefined for a shape without parts.
 */
export function onSphere({ coordinates }: MultiPolygon): Shape | undefined {
  const polygons = coordinates.filter((rings) => rings.length > 0).map(cut);
  const [first] = polygons;
  if (!first) return undefined;
  return polygons.length === 1
    ? { type: 'Polygon', coordinates: first }
    : { type: 'MultiPolygon', coordinates: polygons };
}

const cut = (rings: PolygonRings): PolygonRings =>
  rings.map((ring) => ring.flatMap((to, index) => (index === 0 ? [to] : edge(ring[index - 1] ?? to, to))));

/** Positions on the way, without the first. */
function edge(from: Position, to: Position): Position[] {
  // How far a chord leaves its curve grows with the square of its length.
  const parts = Math.min(maxParts, Math.max(1, Math.ceil(Math.sqrt(metresApart(from, to) / toleranceMetres))));
  return Array.from({ length: parts }, (_, index) => between(from, to, (index + 1) / parts));
}

const between = (from: Position, to: Position, share: number): Position =>
  share === 1 ? to : [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];

/** How far the middle of a line on the map is from the great circle through its ends. */
function metresApart(from: Position, to: Position): number {
  const pole = unit(cross(toVector(from), toVector(to)));
  return Math.abs(Math.asin(dot(pole, toVector(between(from, to, 0.5))))) * earthRadius;
}
