import { allPositions, type Parts } from './parts.ts';
import { angle, dot, sum, toVector, unit, type Vector } from './sphere.ts';

/** Larger shapes are rare, and close to half of the earth a cap says nothing. */
const largestRadians = 0.2;
/** The angle of a cosine close to 1 is known to some 10⁻⁸; this is 60 cm of the earth. */
const slackRadians = 1e-7;

/** A cap of the sphere with everything of a shape in it: edges of what lies in a small cap stay in it. */
interface Cap {
  centre: Vector;
  radians: number;
}

/** Undefined for what is large, or has a pole near it: there an outline does not tell its inside. */
function capOf(parts: Parts): Cap | undefined {
  const places = allPositions(parts).map(toVector);
  const [first] = places;
  if (!first) return undefined;
  const centre = unit(places.reduce(sum));
  let cosine = 1;
  for (const place of places) cosine = Math.min(cosine, dot(centre, place));
  const radians = Math.acos(Math.max(-1, cosine)) + slackRadians;
  const isNearPole = Math.asin(Math.min(1, Math.abs(centre[2]))) + radians > Math.PI / 2 - slackRadians;
  return radians > largestRadians || isNearPole ? undefined : { centre, radians };
}

/** What two shapes are apart at least, in radians; 0 where their caps do not tell. */
export function minRadiansApart(one: Parts, other: Parts): number {
  const [first, second] = [capOf(one), capOf(other)];
  if (!first || !second) return 0;
  return Math.max(0, angle(first.centre, second.centre) - first.radians - second.radians);
}

/** Whether two shapes are so far from one another that nothing else need be looked at. Most are, where many are compared with one. */
export function areApart(one: Parts, other: Parts): boolean {
  return minRadiansApart(one, other) > 0;
}
