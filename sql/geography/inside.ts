import { hasNorthPole } from './antimeridian/meridians.ts';
import { type Arc, arcsOf } from './arcs.ts';
import type { Position } from './shape.ts';

const radians = Math.PI / 180;
/** Maximum entries in lists of slabs; more would cost memory without making tests faster. */
const maxEntries = 1_000_000;

/**
 * Creates a test whether a point is in some polygons, in degrees: whether an odd number of edges passes between it and the
 * north pole, or an even number if that is inside.
 * Its longitude leads to the few edges of its slab, between two neighbouring vertices.
 */
export function insideTest(polygons: readonly Position[][][]): (longitude: number, latitude: number) => boolean {
  const edges = arcsOf(polygons);
  const { cuts, starts, indexes } = slabsOf(edges);
  // Four consecutive numbers per edge: separate objects would be scattered in memory.
  const numbers = Float64Array.from(edges.flatMap(({ west, east, p, q }) => [west, east, p, q]));
  const last = cuts.length - 1;
  const startsInside = hasNorthPole(polygons);
  return (longitude, latitude) => {
    if (!(longitude >= (cuts[0] ?? 0) && longitude < (cuts[last] ?? 0))) return startsInside;
    const slab = slabOf(cuts, longitude);
    const height = Math.tan(latitude * radians);
    const [cosine, sine] = [Math.cos(longitude * radians), Math.sin(longitude * radians)];
    const end = starts[slab + 1] ?? 0;
    let isInside = startsInside;
    for (let index = starts[slab] ?? 0; index < end; index++) {
      const at = 4 * (indexes[index] ?? 0);
      const isBeside = longitude < (numbers[at] ?? 0) || longitude >= (numbers[at + 1] ?? 0);
      if (!isBeside && height < (numbers[at + 2] ?? 0) * cosine + (numbers[at + 3] ?? 0) * sine) isInside = !isInside;
    }
    return isInside;
  };
}

interface Slabs {
  /** Longitudes between slabs, and the outermost two. */
  cuts: Float64Array;
  /** Start of the list of each slab, and end of the last one. */
  starts: Int32Array;
  /** Indexes of edges that reach into a slab, list after list. */
  indexes: Int32Array;
}

/** A slab between every two neighbouring vertices, or wider ones if too many edges pass too many others. */
function slabsOf(edges: readonly Arc[]): Slabs {
  const all = [...new Set(edges.flatMap(({ west, east }) => [west, east]))].sort((a, b) => a - b);
  for (let step = 1; ; step *= 2) {
    const cuts = Float64Array.from(all.filter((_, index) => index % step === 0 || index === all.length - 1));
    const spans = edges.map(({ west, east }) => [slabOf(cuts, west), slabBefore(cuts, east)] as const);
    const count = spans.reduce((sum, [from, to]) => sum + to - from + 1, 0);
    if (count > maxEntries && cuts.length > 2) continue;
    const lists = Array.from({ length: Math.max(0, cuts.length - 1) }, (): number[] => []);
    for (const [edge, [from, to]] of spans.entries()) {
      for (let slab = from; slab <= to; slab++) lists[slab]?.push(edge);
    }
    const starts = new Int32Array(lists.length + 1);
    for (const [slab, list] of lists.entries()) starts[slab + 1] = (starts[slab] ?? 0) + list.length;
    return { cuts, starts, indexes: Int32Array.from(lists.flat()) };
  }
}

/** The slab of a longitude that is at least the first cut. */
function slabOf(cuts: Float64Array, longitude: number): number {
  let [from, to] = [0, cuts.length - 1];
  while (to - from > 1) {
    const middle = (from + to) >> 1;
    if (longitude < (cuts[middle] ?? 0)) to = middle;
    else from = middle;
  }
  return from;
}

/** The last slab of an edge that ends at a longitude. */
function slabBefore(cuts: Float64Array, longitude: number): number {
  const index = slabOf(cuts, longitude);
  return cuts[index] === longitude ? index - 1 : index;
}
