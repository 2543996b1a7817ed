import { allEdges, edgesOf, type Parts, partsOf } from './parts.ts';
import type { Position, Shape } from './shape.ts';
import { angle, cross, earthRadius, length, scaled, sum, toPosition, toVector, type Vector } from './sphere.ts';

const radians = Math.PI / 180;

/** Square metres inside of the rings; the side of a ring that is smaller than half of the globe is its inside. */
export function areaOf(shape: Shape): number {
  let total = 0;
  for (const [outer = [], ...holes] of partsOf(shape).polygons) {
    total += Math.abs(ringArea(outer)) - holes.reduce((taken, hole) => taken + Math.abs(ringArea(hole)), 0);
  }
  return total * earthRadius ** 2;
}

/** The spherical excess between a ring's edges and the equator; negative for rings that run clockwise. */
export function ringArea(ring: readonly Position[]): number {
  let excess = 0;
  for (const [index, to] of ring.entries()) {
    const from = ring[index - 1];
    if (!from) continue;
    let turn = to[0] - from[0];
    if (turn > 180) turn -= 360;
    if (turn < -180) turn += 360;
    const [a, b] = [Math.tan((from[1] * radians) / 2), Math.tan((to[1] * radians) / 2)];
    excess -= 2 * Math.atan2(Math.tan((turn * radians) / 2) * (a + b), 1 + a * b);
  }
  return excess;
}

const pathLength = (line: readonly Position[]) =>
  edgesOf(line).reduce((total, [from, to]) => total + angle(from, to), 0);

/** Metres of lines. */
export const lengthOf = (shape: Shape): number =>
  partsOf(shape).lines.reduce((total, line) => total + pathLength(line), 0) * earthRadius;

/** Metres around polygons. */
export const perimeterOf = (shape: Shape): number =>
  partsOf(shape)
    .polygons.flat()
    .reduce((total, ring) => total + pathLength(ring), 0) * earthRadius;

/** The centre of mass of the parts with most dimensions. */
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
        const of = (ring: readonly Position[]) => scaled(momentOf(ring), ringArea(ring) < 0 ? -1 : 1);
        return holes.reduce((total, hole) => sum(total, scaled(of(hole), -1)), of(outer));
      }),
    );
  }
  if (parts.lines.length) {
    return add(allEdges(parts).map(([from, to]) => scaled(sum(from, to), Math.tan(angle(from, to) / 2))));
  }
  return parts.points.length ? add(parts.points.map(toVector)) : undefined;
}

/** The integral of the places inside of a ring that runs anticlockwise. */
function momentOf(ring: readonly Position[]): Vector {
  return edgesOf(ring).reduce<Vector>(
    (total, [from, to]) => {
      const normal = cross(from, to);
      const size = length(normal);
      return size === 0 ? total : sum(total, scaled(normal, angle(from, to) / (2 * size)));
    },
    [0, 0, 0],
  );
}
