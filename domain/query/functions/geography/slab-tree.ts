import { number } from './number-text.ts';

/**
 * An edge from west to east, in degrees. Its great circle has the latitude with tan(latitude) = p cos(longitude) + q sin(longitude).
 */
export interface Edge {
  west: number;
  east: number;
  p: number;
  q: number;
}

/** More text takes the engine longer to read than it saves. */
const longest = 120_000;

/**
 * Whether an odd number of edges passes north of a point, as SQL: the longitude leads down a tree to the few edges of its slab, between two
 * neighbouring vertices. Undefined for edges of which that would be too long.
 *
 * @param x the point's longitude; @param y its latitude.
 */
export function slabTree(edges: readonly Edge[], x: string, y: string): string | undefined {
  const cuts = [...new Set(edges.flatMap(({ west, east }) => [west, east]))].sort((a, b) => a - b);
  // Sorted once, so that a slab need not look at all edges.
  const slabs = cuts.slice(1).map((): string[] => []);
  const placeOf = new Map(cuts.map((cut, place) => [cut, place]));
  let length = slabs.length * 40;
  for (const edge of edges) {
    const north = northOf(edge, x, y);
    for (let place = placeOf.get(edge.west) ?? 0; place < (placeOf.get(edge.east) ?? 0); place++) {
      slabs[place]?.push(north);
      length += north.length;
      if (length > longest) return undefined;
    }
  }
  const tree = (from: number, to: number): string => {
    if (to - from === 1)
      return (slabs[from] ?? []).reduce((all, one) => (all ? `(${all} <> ${one})` : one), '') || 'FALSE';
    const middle = (from + to) >> 1;
    return `CASE WHEN ${x} < ${number(cuts[middle] ?? 0)} THEN ${tree(from, middle)} ELSE ${tree(middle, to)} END`;
  };
  return tree(0, slabs.length);
}

/** Whether the edge passes north of the point; p cos + q sin as one wave. */
function northOf({ p, q }: Edge, x: string, y: string): string {
  const crest = (Math.atan2(q, p) * 180) / Math.PI;
  return `(tan(radians(${y})) < ${number(Math.hypot(p, q))} * cos(radians(${x} - ${number(crest)})))`;
}
