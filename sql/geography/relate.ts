import { hasNorthPole, passesMeridian } from './antimeridian/meridians.ts';
import { areApart } from './apart.ts';
import { allEdges, allPositions, type Edge, edgesOf, type Parts, partsOf } from './parts.ts';
import type { Position, Shape } from './shape.ts';
import { angle, crossing, nearestOnEdge, sum, tolerance, toPosition, toVector, unit, type Vector } from './sphere.ts';

const radians = Math.PI / 180;

/** The position of a point relative to polygons. */
export type Side = 'inside' | 'border' | 'outside';

export const isOn = (position: Vector, [from, to]: Edge) =>
  angle(position, nearestOnEdge(position, from, to)) <= tolerance;

/** The position of a point relative to polygons, by counting the edges that its meridian crosses to the north. */
export function sideOf(position: Position, polygons: readonly Position[][][]): Side {
  const vector = toVector(position);
  let inside = hasNorthPole(polygons);
  for (const ring of polygons.flat()) {
    for (const edge of edgesOf(ring)) if (isOn(vector, edge)) return 'border';
    for (const [index, to] of ring.entries()) {
      const from = ring[index - 1];
      if (from && isBelow(position, from, to)) inside = !inside;
    }
  }
  return inside ? 'inside' : 'outside';
}

/** Whether the meridian of a point crosses an edge to the north of it. */
export function isBelow([longitude, latitude]: Position, from: Position, to: Position): boolean {
  if (!passesMeridian(longitude, from[0], to[0])) return false;
  const span = Math.sin((to[0] - from[0]) * radians);
  const height =
    Math.tan(from[1] * radians) * Math.sin((to[0] - longitude) * radians) +
    Math.tan(to[1] * radians) * Math.sin((longitude - from[0]) * radians);
  return Math.tan(latitude * radians) < height / span;
}

const touchesPoint = (position: Position, { points, lines, polygons }: Parts): boolean => {
  const vector = toVector(position);
  return (
    points.some((other) => angle(vector, toVector(other)) <= tolerance) ||
    lines.some((line) => edgesOf(line).some((edge) => isOn(vector, edge))) ||
    sideOf(position, polygons) !== 'outside'
  );
};

export const edgesMeet = (a: Edge, b: Edge) =>
  crossing(...a, ...b) !== undefined || isOn(a[0], b) || isOn(a[1], b) || isOn(b[0], a) || isOn(b[1], a);

/**
 * Whether two geographies have a point in common.
 *
 * @example intersects({ type: 'Point', coordinates: [8, 47] }, { type: 'Point', coordinates: [8, 47] }) // true
 */
export function intersects(a: Shape, b: Shape): boolean {
  const [one, other] = [partsOf(a), partsOf(b)];
  if (areApart(one, other)) return false;
  if (allPositions(one).some((position) => touchesPoint(position, other))) return true;
  if (allPositions(other).some((position) => touchesPoint(position, one))) return true;
  const edges = allEdges(other);
  return allEdges(one).some((edge) => edges.some((second) => edgesMeet(edge, second)));
}

/** Points where others cross or touch an edge, in order, without its ends. */
export function cutsOf(edge: Edge, by: readonly Edge[]): Vector[] {
  const [from, to] = edge;
  const found = by.flatMap((other) => {
    const position = crossing(...edge, ...other);
    const ends = other.filter((end) => isOn(end, edge));
    return position ? [position, ...ends] : ends;
  });
  const positions: Vector[] = [];
  for (const position of found.sort((a, b) => angle(from, a) - angle(from, b))) {
    const isNew = angle(positions.at(-1) ?? from, position) > tolerance && angle(position, to) > tolerance;
    if (isNew) positions.push(position);
  }
  return positions;
}

/** The middles of the pieces into which the edges of one cut those of the other. */
function piecesOf(edges: readonly Edge[], by: readonly Edge[]): Position[] {
  return edges.flatMap((edge) => {
    const [from, to] = edge;
    const positions = [from, ...cutsOf(edge, by), to];
    return positions.slice(1).flatMap((position, index) => {
      const before = positions[index];
      return before && angle(before, position) > tolerance ? [toPosition(unit(sum(before, position)))] : [];
    });
  });
}

/** Whether no point of `b` is outside of `a`. @example covers(field, point) // true on an edge too */
export function covers(a: Shape, b: Shape): boolean {
  const [one, other] = [partsOf(a), partsOf(b)];
  const positions = allPositions(other);
  if (positions.length === 0 || areApart(one, other) || !positions.every((position) => touchesPoint(position, one)))
    return false;
  const middles = piecesOf(allEdges(other), allEdges(one));
  if (!middles.every((position) => touchesPoint(position, one))) return false;
  if (other.polygons.length === 0) return true;
  // Holes of `a` within `b` leave something uncovered.
  const holes = piecesOf(allEdges(one), allEdges(other));
  return one.polygons.length > 0 && !holes.some((position) => sideOf(position, other.polygons) === 'inside');
}

/** Whether the interiors intersect. */
function insidesMeet(a: Parts, b: Parts): boolean {
  const middles = (parts: Parts, by: Parts) => piecesOf(allEdges(parts), allEdges(by));
  const isWithin = (own: Parts, other: Parts) =>
    [...own.points, ...middles(own, other)].some((position) => sideOf(position, other.polygons) === 'inside');
  // The border of a polygon is not part of its interior, so its edges may coincide with lines and points.
  const without = ({ points, lines }: Parts): Parts => ({ points, lines, polygons: [] });
  const isOnThose = (own: Parts, other: Parts) =>
    [...own.points, ...middles(without(own), other)].some((position) => touchesPoint(position, without(other)));
  if (isWithin(a, b) || isWithin(b, a) || isOnThose(a, b) || isOnThose(b, a)) return true;
  const [one, other] = [allEdges(a), allEdges(b)];
  return one.some((edge) => other.some((second) => crossing(...edge, ...second) !== undefined)) || sameArea(a, b);
}

const sameArea = (a: Parts, b: Parts) =>
  a.polygons.length > 0 &&
  b.polygons.length > 0 &&
  allPositions(a).every((position) => sideOf(position, b.polygons) === 'border') &&
  allPositions(b).every((position) => sideOf(position, a.polygons) === 'border') &&
  piecesOf(allEdges(a), allEdges(b)).every((position) => sideOf(position, b.polygons) === 'border');

export const contains = (a: Shape, b: Shape): boolean => covers(a, b) && insidesMeet(partsOf(a), partsOf(b));
export const touches = (a: Shape, b: Shape): boolean => intersects(a, b) && !insidesMeet(partsOf(a), partsOf(b));
export const equals = (a: Shape, b: Shape): boolean => covers(a, b) && covers(b, a);
