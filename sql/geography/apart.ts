import { allPositions, type Parts } from './parts.ts';
import { angle, dot, sum, toVector, unit, type Vector } from './sphere.ts';

/** Maximum radius of a cap; larger shapes are rare, and caps near a hemisphere are not selective. */
const maxRadians = 0.2;
/** An angle is known from a cosine close to 1 with a precision of some 10⁻⁸; this is 60 cm on the earth. */
const slackRadians = 1e-7;

/** A cap of the sphere that contains a shape: edges between points of a small cap stay in it. */
interface Cap {
  centre: Vector;
  radians: number;
}

/** Undefined for large shapes, and near a pole, where the outline does not determine the inside. */
function capOf(parts: Parts): Cap | undefined {
  const positions = allPositions(parts).map(toVector);
  const [first] = positions;
  if (!first) return undefined;
  const centre = unit(positions.reduce(sum));
  let cosine = 1;
  for (const position of positions) cosine = Math.min(cosine, dot(centre, position));
  const radians = Math.acos(Math.max(-1, cosine)) + slackRadians;
  const isNearPole = Math.asin(Math.min(1, Math.abs(centre[2]))) + radians > Math.PI / 2 - slackRadians;
  return radians > maxRadians || isNearPole ? undefined : { centre, radians };
}

/** A lower bound of the distance between two shapes in radians; 0 if their caps overlap or are unknown. */
export function minRadiansApart(one: Parts, other: Parts): number {
  const [first, second] = [capOf(one), capOf(other)];
  if (!first || !second) return 0;
  return Math.max(0, angle(first.centre, second.centre) - first.radians - second.radians);
}

/**
 * Whether two shapes are certainly disjoint, so that exact tests can be skipped; true for most pairs when many are
 * compared with one.
 */
export function areApart(one: Parts, other: Parts): boolean {
  return minRadiansApart(one, other) > 0;
}
