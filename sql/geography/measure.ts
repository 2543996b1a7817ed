import { allEdges, edgesOf, type Parts, partsOf } from './parts.ts';
import { ringArea, ringMoment } from './ring-integrals.ts';
import type { Position, Shape } from './shape.ts';
import { angle, earthRadius, length, scaled, sum, toPosition, toVector, type Vector } from './sphere.ts';

/** Area in square metres; the smaller side of a ring is its inside. */
export function areaOf(shape: Shape): number {
  let total = 0;
  for (const [outer = [], ...holes] of partsOf(shape).polygons) {
    total += Math.abs(ringArea(outer)) - holes.reduce((taken, hole) => taken + Math.abs(ringArea(hole)), 0);
  }
  return total * earthRadius ** 2;
}

const pathLength = (line: readonly Position[]) =>
  edgesOf(line).reduce((total, [from, to]) => total + angle(from, to), 0);

/** Length of lines in metres. */
export const lengthOf = (shape: Shape): number =>
  partsOf(shape).lines.reduce((total, line) => total + pathLength(line), 0) * earthRadius;

/** Perimeter of polygons in metres. */
export const perimeterOf = (shape: Shape): number =>
  partsOf(shape)
    .polygons.flat()
    .reduce((total, ring) => total + pathLength(ring), 0) * earthRadius;

/** The centroid of the parts of the highest dimension. */
export function centroidOf(shape: Shape): Shape | undefined {
  const parts = partsOf(shape);
  const centre = weighted(parts);
  return centre && length(centre) > 0 ? { type: 'Point', coordinates: toPosition(centre) } : undefined;
}

function weighted(parts: Parts): Vector | undefined {
  const add = (vectors: Vector[]) => vectors.reduce(sum, [0, 0, 0]);
  if (parts.polygons.length) {
    return add(
      parts.polygons.map(([outer = [], ...holes]) => {
        const of = (ring: readonly Position[]) => scaled(ringMoment(ring), ringArea(ring) < 0 ? -1 : 1);
        return holes.reduce((total, hole) => sum(total, scaled(of(hole), -1)), of(outer));
      }),
    );
  }
  if (parts.lines.length) {
    return add(allEdges(parts).map(([from, to]) => scaled(sum(from, to), Math.tan(angle(from, to) / 2))));
  }
  return parts.points.length ? add(parts.points.map(toVector)) : undefined;
}
