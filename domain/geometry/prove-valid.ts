import type { PolygonRings, Position, Ring } from './multi-polygon.ts';

interface Edge {
  from: Position;
  to: Position;
  ring: number;
  index: number;
  /** Number of edges of its ring. */
  count: number;
}

/**
 * Maximum comparisons, after which the proof is abandoned: a field takes thousands, only a hostile shape takes
 * millions.
 */
const maxComparisons = 20_000_000;

/**
 * Tries to prove in plain JavaScript that tidy polygons (see `tidyPolygons`) are valid: no two edges touch except
 * neighbours at their common end, and only holes are inside an outer ring. `false` means "not proved", not "invalid":
 * rings that touch in a single point are valid, and are left to an engine that can also repair.
 *
 * @example provedValid([[[[0, 0], [1, 1], [1, 0], [0, 1], [0, 0]]]]) // false, a bow tie
 */
export function provedValid(polygons: PolygonRings[]): boolean {
  return edgesStayApart(edgesOf(polygons)) && ringsNestRight(polygons);
}

function edgesOf(polygons: PolygonRings[]): Edge[] {
  const edges: Edge[] = [];
  let ringNumber = 0;
  for (const ring of polygons.flat()) {
    const count = ring.length - 1;
    ring.slice(1).forEach((to, index) => {
      const from = ring[index];
      if (from) edges.push({ from, to, ring: ringNumber, index, count });
    });
    ringNumber++;
  }
  return edges;
}

/** Sweeps from west to east and compares each edge with those whose longitudes it overlaps. */
function edgesStayApart(edges: Edge[]): boolean {
  const byWest = [...edges].sort((a, b) => west(a) - west(b));
  let active: Edge[] = [];
  let comparisons = 0;
  for (const edge of byWest) {
    active = active.filter((other) => east(other) >= west(edge));
    comparisons += active.length;
    if (comparisons > maxComparisons) return false;
    if (active.some((other) => clash(edge, other))) return false;
    active.push(edge);
  }
  return true;
}

function clash(a: Edge, b: Edge): boolean {
  if (areNeighbours(a, b)) return doubleBack(a, b);
  if (north(a) < south(b) || north(b) < south(a)) return false;
  const [a1, a2] = [side(b, a.from), side(b, a.to)];
  const [b1, b2] = [side(a, b.from), side(a, b.to)];
  return a1 * a2 <= 0 && b1 * b2 <= 0;
}

function areNeighbours(a: Edge, b: Edge): boolean {
  if (a.ring !== b.ring) return false;
  const distance = Math.abs(a.index - b.index);
  return distance === 1 || distance === a.count - 1;
}

/** Whether the second of two neighbours, which share an end, runs back over the first. */
function doubleBack(a: Edge, b: Edge): boolean {
  const [first, second] = (a.index + 1) % a.count === b.index ? [a, b] : [b, a];
  if (side(first, second.to) !== 0) return false;
  const [dx, dy] = [first.to[0] - first.from[0], first.to[1] - first.from[1]];
  return dx * (second.to[0] - first.to[0]) + dy * (second.to[1] - first.to[1]) < 0;
}

function ringsNestRight(polygons: PolygonRings[]): boolean {
  return polygons.every(([outer = [], ...holes], index) => {
    const holesFit = holes.every(
      (hole) => isInside(hole, outer) && holes.every((other) => other === hole || !isInside(hole, other)),
    );
    return holesFit && polygons.every((other, otherIndex) => otherIndex === index || !isInFlesh(outer, other));
  });
}

/** Whether a ring is inside a polygon and outside its holes. */
function isInFlesh(ring: Ring, [outer = [], ...holes]: PolygonRings): boolean {
  return isInside(ring, outer) && !holes.some((hole) => isInside(ring, hole));
}

/** Even-odd rule for the first position, which is enough for rings that do not touch. */
function isInside([position]: Ring, ring: Ring): boolean {
  if (!position) return false;
  const [x, y] = position;
  let inside = false;
  let previous = ring.at(-1);
  for (const current of ring) {
    if (previous && current[1] > y !== previous[1] > y) {
      const crossing = previous[0] + ((y - previous[1]) / (current[1] - previous[1])) * (current[0] - previous[0]);
      if (x < crossing) inside = !inside;
    }
    previous = current;
  }
  return inside;
}

/** Positive when the position is left of the edge, zero when it is on its line. */
function side({ from, to }: Edge, [x, y]: Position): number {
  return (to[0] - from[0]) * (y - from[1]) - (x - from[0]) * (to[1] - from[1]);
}

const west = ({ from, to }: Edge) => Math.min(from[0], to[0]);
const east = ({ from, to }: Edge) => Math.max(from[0], to[0]);
const south = ({ from, to }: Edge) => Math.min(from[1], to[1]);
const north = ({ from, to }: Edge) => Math.max(from[1], to[1]);
