import type { Position } from './shape.ts';

/** Radius in metres of the sphere of GoogleSQL and Trino. */
export const earthRadius = 6_371_010;
/** Distance in radians up to which two points are equal: a hundredth of a millimetre. */
export const tolerance = 1e-12;

const radians = Math.PI / 180;

export type Vector = readonly [number, number, number];

/**
 * The unit vector from the centre of the Earth to a position in degrees.
 *
 * @example toVector([0, 0]) // [1, 0, 0]
 */
export function toVector([longitude, latitude]: Position): Vector {
  const flat = Math.cos(latitude * radians);
  return [flat * Math.cos(longitude * radians), flat * Math.sin(longitude * radians), Math.sin(latitude * radians)];
}

/**
 * The position, in degrees, to which a vector of any length points.
 *
 * @example toPosition([1, 0, 0]) // [0, 0]
 */
export function toPosition([x, y, z]: Vector): Position {
  return [Math.atan2(y, x) / radians, Math.atan2(z, Math.hypot(x, y)) / radians];
}

export const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const length = (a: Vector): number => Math.hypot(a[0], a[1], a[2]);
export const scaled = (a: Vector, by: number): Vector => [a[0] * by, a[1] * by, a[2] * by];
export const sum = (a: Vector, b: Vector): Vector => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
const difference = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const unit = (a: Vector): Vector => scaled(a, 1 / (length(a) || 1));

/** Angle in radians; exact for the smallest and the largest angles. */
export const angle = (a: Vector, b: Vector): number => Math.atan2(length(cross(a, b)), dot(a, b));

/**
 * A normal of an edge, twice as long as its sine: computed from sum and difference, it is exact for edges of
 * centimetres.
 */
export const normalOf = (from: Vector, to: Vector): Vector => cross(sum(from, to), difference(to, from));

/** The point on an edge that is nearest to a point. */
export function nearestOnEdge(position: Vector, from: Vector, to: Vector): Vector {
  const normal = normalOf(from, to);
  const size = length(normal);
  if (size < 1e-15) return from;
  const inside = dot(cross(normal, from), position) >= 0 && dot(cross(to, normal), position) >= 0;
  if (inside) {
    const away = scaled(normal, dot(position, normal) / (size * size));
    return unit(sum(position, scaled(away, -1)));
  }
  // Cosines of small angles are too imprecise to compare.
  return length(difference(position, from)) <= length(difference(position, to)) ? from : to;
}

/** The point where two edges cross, except at their ends. */
export function crossing(a: Vector, b: Vector, c: Vector, d: Vector): Vector | undefined {
  const [one, other] = [cross(a, b), cross(c, d)];
  if (dot(one, c) * dot(one, d) >= 0 || dot(other, a) * dot(other, b) >= 0) return undefined;
  const line = cross(one, other);
  if (length(line) < 1e-18) return undefined;
  const position = unit(line);
  // The circles cross twice; each edge may pass the point in its own hemisphere.
  const isHere = dot(position, sum(a, b)) > 0;
  if (isHere !== dot(position, sum(c, d)) > 0) return undefined;
  return isHere ? position : scaled(position, -1);
}
