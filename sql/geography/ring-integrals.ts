import { type Edge, edgesOf } from './parts.ts';
import type { Position } from './shape.ts';
import { angle, cross, dot, length, scaled, sum, toVector, type Vector } from './sphere.ts';

const radians = Math.PI / 180;
/**
 * In radians, about 300 m: below it the mean of a triangle's corners is nearer to its centroid than the rounded exact
 * formula.
 */
const flat = 5e-5;
/** Cosine of the distance up to which a ring is split into triangles, about 57 degrees. */
const nearby = Math.cos(1);

/**
 * The area of a ring in steradians; negative for a clockwise ring. The inside is the smaller side.
 *
 * @example ringArea([[0, 0], [90, 0], [0, 90], [0, 0]]) // 1.5707963267948963
 */
export function ringArea(ring: readonly Position[]): number {
  const triangles = trianglesOf(ring);
  return triangles ? triangles.reduce((total, triangle) => total + triangleArea(...triangle), 0) : equatorArea(ring);
}

/**
 * The integral of the position vector over the inside of a ring, on the unit sphere; negative for a clockwise ring. Its
 * direction is the centroid, its length about the area in steradians.
 */
export function ringMoment(ring: readonly Position[]): Vector {
  const triangles = trianglesOf(ring);
  const moments = triangles ? triangles.map((corners) => triangleMoment(...corners)) : edgesOf(ring).map(edgeMoment);
  return moments.reduce(sum, [0, 0, 0]);
}

type Triangle = readonly [Vector, Vector, Vector];

/**
 * Triangles between the first corner of a ring and its edges, signed by orientation; undefined for a ring larger than a
 * continent.
 *
 * Integrals along the edges alone have terms as large as the edges, while their sum is as small as the area: for a
 * small polygon most digits cancel out, and around a pole they need a special case. Sums of triangles keep their digits
 * everywhere.
 */
function trianglesOf(ring: readonly Position[]): Triangle[] | undefined {
  const [first] = ring;
  if (!first) return [];
  const corner = toVector(first);
  const edges = edgesOf(ring);
  return edges.every(([from]) => dot(from, corner) > nearby) ? edges.map(([a, b]) => [corner, a, b]) : undefined;
}

const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];

/** The spherical excess, by the formula of Van Oosterom and Strackee (1983). */
function triangleArea(a: Vector, b: Vector, c: Vector): number {
  return 2 * Math.atan2(dot(a, cross(minus(b, a), minus(c, a))), 1 + dot(a, b) + dot(b, c) + dot(c, a));
}

/**
 * With stretch(edge) = angle / sine, the integral is the vector m with m · a = stretch(bc) det(a, b, c) / 2, and
 * likewise for b and c (Brock 1975, The inertia tensor for a spherical triangle).
 */
function triangleMoment(a: Vector, b: Vector, c: Vector): Vector {
  const [toB, toC] = [minus(b, a), minus(c, a)];
  const normal = cross(toB, toC);
  if (length(toB) < flat && length(toC) < flat) {
    return scaled(sum(a, scaled(sum(toB, toC), 1 / 3)), dot(normal, a) / 2);
  }
  const [ofA, ofB, ofC] = [stretch(b, c), stretch(c, a), stretch(a, b)];
  const solved = [scaled(normal, ofA), scaled(cross(toC, a), ofB - ofA), scaled(cross(a, toB), ofC - ofA)];
  return scaled(solved.reduce(sum), 0.5);
}

/** The angle between two vectors divided by its sine; 1 if they are equal. */
function stretch(a: Vector, b: Vector): number {
  const sine = length(cross(a, b));
  return sine === 0 ? 1 : Math.atan2(sine, dot(a, b)) / sine;
}

/** The contribution of one edge to the integral along a ring. */
function edgeMoment([from, to]: Edge): Vector {
  const normal = cross(from, to);
  const size = length(normal);
  return size === 0 ? [0, 0, 0] : scaled(normal, angle(from, to) / (2 * size));
}

/** The spherical excess between a ring's edges and the equator; around a pole, the rest of its hemisphere. */
function equatorArea(ring: readonly Position[]): number {
  let [excess, turned] = [0, 0];
  for (const [index, to] of ring.entries()) {
    const from = ring[index - 1];
    if (!from) continue;
    let turn = to[0] - from[0];
    if (turn > 180) turn -= 360;
    if (turn < -180) turn += 360;
    turned += turn;
    const [a, b] = [Math.tan((from[1] * radians) / 2), Math.tan((to[1] * radians) / 2)];
    excess -= 2 * Math.atan2(Math.tan((turn * radians) / 2) * (a + b), 1 + a * b);
  }
  if (Math.abs(turned) < 180) return excess;
  return excess < 0 ? excess + 2 * Math.PI : excess - 2 * Math.PI;
}
