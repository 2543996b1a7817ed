import { minRadiansApart } from './apart.ts';
import { allEdges, allPositions, type Parts, partsOf } from './parts.ts';
import { intersects } from './relate.ts';
import type { Position, Shape } from './shape.ts';
import { angle, earthRadius, nearestOnEdge, toPosition, toVector, type Vector } from './sphere.ts';

interface Nearest {
  radians: number;
  on: Vector;
}

/** The point of `b` nearest to a point of `a`: if edges do not cross, one of the two is a vertex. */
function nearest(positions: readonly Position[], { points, lines, polygons }: Parts): Nearest & { from: Vector } {
  let best = { radians: Infinity, on: [1, 0, 0] as Vector, from: [1, 0, 0] as Vector };
  const edges = [
    ...points.map((point) => [toVector(point), toVector(point)] as const),
    ...allEdges({ points: [], lines, polygons }),
  ];
  for (const position of positions) {
    const from = toVector(position);
    for (const edge of edges) {
      const on = nearestOnEdge(from, ...edge);
      const away = angle(from, on);
      if (away < best.radians) best = { radians: away, on, from };
    }
  }
  return best;
}

/**
 * Metres between two shapes; `undefined` if one is empty.
 *
 * @example distance({ type: 'Point', coordinates: [8, 47] }, { type: 'Point', coordinates: [8, 47] }) // 0
 */
export function distance(a: Shape, b: Shape): number | undefined {
  const [one, other] = [partsOf(a), partsOf(b)];
  if (allPositions(one).length === 0 || allPositions(other).length === 0) return undefined;
  const apart =
    one.points.length === 1 &&
    other.points.length === 1 &&
    !one.lines.length &&
    !other.lines.length &&
    !one.polygons.length &&
    !other.polygons.length;
  if (!apart && intersects(a, b)) return 0;
  return Math.min(nearest(allPositions(one), other).radians, nearest(allPositions(other), one).radians) * earthRadius;
}

/** The point of `a` that is nearest to `b`. */
export function closestPoint(a: Shape, b: Shape): Shape | undefined {
  const [one, other] = [partsOf(a), partsOf(b)];
  if (allPositions(one).length === 0 || allPositions(other).length === 0) return undefined;
  const [near, far] = [nearest(allPositions(other), one), nearest(allPositions(one), other)];
  return { type: 'Point', coordinates: toPosition(near.radians <= far.radians ? near.on : far.from) };
}

/** Whether they are within a number of metres; `undefined` if one is empty. */
export function isNear(a: Shape, b: Shape, metres: number): boolean | undefined {
  if (minRadiansApart(partsOf(a), partsOf(b)) * earthRadius > metres) return false;
  const away = distance(a, b);
  return away === undefined ? undefined : away <= metres;
}

/** Metres between the vertices that are furthest apart; `undefined` if one is empty. */
export function maxDistance(a: Shape, b: Shape): number | undefined {
  const [one, other] = [a, b].map((shape) => allPositions(partsOf(shape)).map(toVector));
  if (!one?.length || !other?.length) return undefined;
  return one.reduce((max, from) => other.reduce((far, to) => Math.max(far, angle(from, to)), max), 0) * earthRadius;
}
