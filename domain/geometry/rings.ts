import type { PolygonRings, Position, Ring } from './multi-polygon.ts';

/**
 * Nine decimals of a degree are a tenth of a millimetre: finer than any survey, while the meaningless digits of a
 * reprojection are not stored or compared.
 */
const roundingFactor = 1e9;

/** Three different positions and the repeated first one. */
const minPositions = 4;

/**
 * Rounds degrees to nine decimals.
 *
 * @example roundDegrees(10.12345678912) // 10.123456789
 */
export function roundDegrees(degrees: number): number {
  const rounded = Math.round(degrees * roundingFactor) / roundingFactor;
  return rounded === 0 ? 0 : rounded;
}

/**
 * Rounds, removes repeated positions, and closes. May leave fewer positions than a ring needs.
 *
 * @example tidyRing([[0, 0], [0, 0], [1, 0], [1, 1]]) // [[0, 0], [1, 0], [1, 1], [0, 0]]
 */
export function tidyRing(ring: Ring): Ring {
  const tidy: Ring = [];
  for (const [longitude, latitude] of ring) {
    const position: Position = [roundDegrees(longitude), roundDegrees(latitude)];
    if (!samePosition(tidy.at(-1), position)) tidy.push(position);
  }
  const [first] = tidy;
  if (first && !samePosition(first, tidy.at(-1))) tidy.push([...first]);
  return tidy;
}

export interface TidyPolygons {
  polygons: PolygonRings[];
  /** A position of the first ring that was dropped for having fewer than three different positions. */
  tooFewPointsAt?: Position;
}

/**
 * Tidies every ring. A hole that is too short is dropped; an outer ring that is too short is dropped with its holes.
 *
 * @example tidyPolygons([[[[0, 0], [1, 0], [0, 0]]]]) // { polygons: [], tooFewPointsAt: [0, 0] }
 */
export function tidyPolygons(polygons: PolygonRings[]): TidyPolygons {
  const kept: PolygonRings[] = [];
  let tooFewPointsAt: Position | undefined;
  for (const rings of polygons) {
    const tidy = rings.map(tidyRing);
    const short = tidy.find((ring) => ring.length < minPositions);
    tooFewPointsAt ??= short?.[0];
    const [outer, ...holes] = tidy;
    if (!outer || outer.length < minPositions) continue;
    kept.push([outer, ...holes.filter((hole) => hole.length >= minPositions)]);
  }
  return tooFewPointsAt ? { polygons: kept, tooFewPointsAt } : { polygons: kept };
}

/**
 * The right-hand rule of RFC 7946: outer rings counter-clockwise, holes clockwise.
 *
 * @example orientPolygons([[[[0, 0], [0, 1], [1, 1], [0, 0]]]]) // [[[[0, 0], [1, 1], [0, 1], [0, 0]]]]
 */
export function orientPolygons(polygons: PolygonRings[]): PolygonRings[] {
  return polygons.map((rings) =>
    rings.map((ring, index) => (signedArea(ring) > 0 === (index === 0) ? ring : [...ring].reverse())),
  );
}

/**
 * Whether a ring turns counter-clockwise.
 *
 * @example turnsLeft([[0, 0], [1, 0], [1, 1], [0, 0]]) // true
 */
export function turnsLeft(ring: Ring): boolean {
  return signedArea(ring) > 0;
}

/**
 * In square degrees; about a hundredth of a square metre at the equator. Smaller polygons are lines but for rounding.
 */
const smallestArea = 1e-12;

/**
 * Whether a valid polygon encloses an area, computed in the plane of longitude and latitude.
 *
 * @example hasArea([[[0, 0], [1, 1], [0, 0]]]) // false
 */
export function hasArea([outer = []]: PolygonRings): boolean {
  return ringArea(outer) >= smallestArea;
}

/**
 * Area in the squared unit of the coordinates.
 *
 * @example ringArea([[0, 0], [2, 0], [2, 1], [0, 1], [0, 0]]) // 2
 */
export function ringArea(ring: Ring): number {
  return Math.abs(signedArea(ring)) / 2;
}

/**
 * Twice the signed area in the plane of the coordinates, positive counter-clockwise; relative to the first position for
 * precision.
 */
function signedArea(ring: Ring): number {
  const [origin] = ring;
  if (!origin) return 0;
  let sum = 0;
  let previous = origin;
  for (const current of ring) {
    sum += (previous[0] - origin[0]) * (current[1] - origin[1]) - (current[0] - origin[0]) * (previous[1] - origin[1]);
    previous = current;
  }
  return sum;
}

function samePosition(a: Position | undefined, b: Position | undefined): boolean {
  return a !== undefined && b !== undefined && a[0] === b[0] && a[1] === b[1];
}

/**
 * A canonical form that is the same for equal shapes: each ring starts at its most south-western position, holes and
 * polygons are sorted. Rings must be closed and by the right-hand rule (`orientPolygons`). Positions are compared with
 * nine decimals, as they are stored.
 *
 * @example canonicalPolygons([[[[1, 0], [1, 1], [0, 0], [1, 0]]]]) // [[[[0, 0], [1, 0], [1, 1], [0, 0]]]]
 */
export function canonicalPolygons(polygons: PolygonRings[]): PolygonRings[] {
  return polygons
    .map(([outer = [], ...holes]) => [startingSouthWest(outer), ...holes.map(startingSouthWest).sort(compareRings)])
    .sort(([a = []], [b = []]) => compareRings(a, b));
}

function startingSouthWest(ring: Ring): Ring {
  let start = 0;
  let [min] = ring;
  ring.forEach((position, index) => {
    if (!min || comparePositions(position, min) >= 0) return;
    min = position;
    start = index;
  });
  // The last position repeats the first, so a rotated ring has to repeat its new first position.
  return min && start > 0 ? [...ring.slice(start, -1), ...ring.slice(0, start), min] : ring;
}

function compareRings(a: Ring, b: Ring): number {
  for (const [index, position] of a.entries()) {
    const other = b[index];
    const order = other ? comparePositions(position, other) : 1;
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

function comparePositions(a: Position, b: Position): number {
  return a[0] - b[0] || a[1] - b[1];
}
