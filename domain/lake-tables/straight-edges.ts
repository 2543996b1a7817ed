import type { Shape } from '../../sql/geography/shape.ts';
import { cross, dot, earthRadius, toVector, unit } from '../../sql/geography/sphere.ts';
import type { MultiPolygon, PolygonRings, Position } from '../geometry/multi-polygon.ts';

const toleranceMetres = 0.01;
/** Maximum parts of an edge; no field needs more. */
const maxParts = 10_000;

/**
 * Converts a shape on the map, with edges that are straight in degrees (RFC 7946), to one on the sphere, whose edges
 * are great circles: long edges are cut until both are within a centimetre. A single part becomes a polygon. Undefined
 * for a shape without parts.
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

/** Positions along the edge, without the first. */
function edge(from: Position, to: Position): Position[] {
  // The distance between a chord and its curve grows with the square of its length.
  const parts = Math.min(maxParts, Math.max(1, Math.ceil(Math.sqrt(metresApart(from, to) / toleranceMetres))));
  return Array.from({ length: parts }, (_, index) => between(from, to, (index + 1) / parts));
}

const between = (from: Position, to: Position, share: number): Position =>
  share === 1 ? to : [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];

/** Distance in metres between the middle of a line on the map and the great circle through its ends. */
function metresApart(from: Position, to: Position): number {
  const pole = unit(cross(toVector(from), toVector(to)));
  return Math.abs(Math.asin(dot(pole, toVector(between(from, to, 0.5))))) * earthRadius;
}
