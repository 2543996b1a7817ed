import { insideOf } from './inside.ts';
import { boundsOf, multiPolygon, type PolygonRings, type Position, type Ring } from './multi-polygon.ts';
import { ringArea } from './rings.ts';

/** Maximum pairs of rings that are compared; more are treated as an attempt to keep the reader busy. */
const maxPairs = 2_000_000;

/**
 * Sorts rings that do not cross into polygons by containment, whatever their orientation: a ring in another is its
 * hole, a ring in that hole is a polygon again. Rings that cross, or that are equal, do not contain one another.
 *
 * @example nestRings([outer, hole]) // [[outer, hole]]
 */
export function nestRings(rings: Ring[]): PolygonRings[] {
  const sorted = [...rings].sort((a, b) => ringArea(b) - ringArea(a));
  const tests = sorted.map(holderOf);
  const parents = sorted.map((ring, index) => {
    // From the smallest: the first ring that contains it is the nearest.
    for (let other = index - 1; other >= 0; other--) if (tests[other]?.(ring)) return other;
    return undefined;
  });
  const depths: number[] = [];
  for (const parent of parents) depths.push(parent === undefined ? 0 : (depths[parent] ?? 0) + 1);
  return sorted.flatMap((shell, index) => {
    if ((depths[index] ?? 0) % 2 === 1) return [];
    return [[shell, ...sorted.filter((_, inner) => parents[inner] === index)]];
  });
}

/**
 * Recognises holes that a format without structure returns as separate polygons with the orientation of their shell.
 * Polygons that do not contain one another are returned unchanged.
 *
 * @example nestPolygons([[outer], [hole]]) // [[outer, hole]]
 */
export function nestPolygons(polygons: PolygonRings[]): PolygonRings[] {
  const rings = polygons.flat();
  if (polygons.length < 2 || rings.length ** 2 > maxPairs) return polygons;
  const shells = polygons.map(([shell = []]) => shell);
  const isNested = shells.some((shell, index) =>
    polygons.some(([outer = [], ...holes], other) => {
      if (other === index || !holderOf(outer)(shell)) return false;
      return !holes.some((hole) => holderOf(hole)(shell) || coverEachOther(hole, shell));
    }),
  );
  return isNested ? nestRings(rings) : polygons;
}

/** Creates a test whether a ring lies within the outer one, possibly along its border. */
function holderOf(outer: Ring): (ring: Ring) => boolean {
  const [west, south, east, north] = boundsOf([[outer]]) ?? [Infinity, Infinity, -Infinity, -Infinity];
  const area = ringArea(outer);
  let inside: ((x: number, y: number) => boolean) | undefined;
  return (ring) => {
    const box = boundsOf([[ring]]);
    if (!box || box[0] < west || box[1] < south || box[2] > east || box[3] > north) return false;
    if (ringArea(ring) >= area) return false;
    inside ??= insideOf(multiPolygon([[outer]]));
    const holds = inside;
    return ring.every((position) => holds(...position) || isOnRing(outer, position)) && !liesAlong(outer, ring, holds);
  };
}

/** Judges a ring that has only vertices of the outer one by the middles of its edges. */
function liesAlong(outer: Ring, ring: Ring, holds: (x: number, y: number) => boolean): boolean {
  return ring.slice(1).some(([x, y], index) => {
    const [fromX, fromY] = ring[index] ?? [x, y];
    const middle: Position = [(x + fromX) / 2, (y + fromY) / 2];
    return !holds(...middle) && !isOnRing(outer, middle);
  });
}

function coverEachOther(a: Ring, b: Ring): boolean {
  return ringArea(a) === ringArea(b) && b.every((position) => isOnRing(a, position));
}

/**
 * Distance from an edge, relative to its length, at which a position counts as on it: the rounding error of a middle.
 */
const tolerance = 1e-9;

function isOnRing(ring: Ring, [x, y]: Position): boolean {
  return ring.slice(1).some(([x2, y2], index) => {
    const [x1, y1] = ring[index] ?? [x2, y2];
    const [dx, dy] = [x2 - x1, y2 - y1];
    const square = dx * dx + dy * dy;
    const along = (x - x1) * dx + (y - y1) * dy;
    const across = Math.abs((x - x1) * dy - (y - y1) * dx);
    return across <= tolerance * square && along >= -tolerance * square && along <= (1 + tolerance) * square;
  });
}
