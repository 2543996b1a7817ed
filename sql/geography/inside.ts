import { type Arc, arcsOf } from './arcs.ts';
import type { Position } from './shape.ts';

const radians = Math.PI / 180;
/** Places in lists of slabs; more of them make a test no faster that can be paid. */
const maxPlaces = 1_000_000;

/**
 * Whether a point lies in some polygons, both in degrees: whether an odd number of edges passes north of it. Its longitude leads to the few
 * edges of its slab, between two neighbouring vertices.
 */
export function insideTest(polygons: readonly Position[][][]): (longitude: number, latitude: number) => boolean {
  const edges = arcsOf(polygons);
  const { cuts, starts, places } = slabsOf(edges);
  // One behind the other, four numbers an edge: an object for each is somewhere else in memory.
  const numbers = Float64Array.from(edges.flatMap(({ west, east, p, q }) => [west, east, p, q]));
  const last = cuts.length - 1;
  return (longitude, latitude) => {
    if (!(longitude >= (cuts[0] ?? 0) && longitude < (cuts[last] ?? 0))) return false;
    const slab = placeOf(cuts, longitude);
    const height = Math.tan(latitude * radians);
    const [cosine, sine] = [Math.cos(longitude * radians), Math.sin(longitude * radians)];
    const end = starts[slab + 1] ?? 0;
    let isOdd = false;
    for (let place = starts[slab] ?? 0; place < end; place++) {
      const at = 4 * (places[place] ?? 0);
      const isBeside = longitude < (numbers[at] ?? 0) || longitude >= (numbers[at + 1] ?? 0);
      if (!isBeside && height < (numbers[at + 2] ?? 0) * cosine + (numbers[at + 3] ?? 0) * sine) isOdd = !isOdd;
    }
    return isOdd;
  };
}

interface Slabs {
  /** Longitudes between slabs, and the outermost two. */
  cuts: Float64Array;
  /** Where the list of each slab begins, and where the last one ends. */
  starts: Int32Array;
  /** Of edges that reach into a slab, list after list. */
  places: Int32Array;
}

/** A slab between every two neighbouring vertices, or wider ones where too many edges pass by too many others. */
function slabsOf(edges: readonly Arc[]): Slabs {
  const all = [...new Set(edges.flatMap(({ west, east }) => [west, east]))].sort((a, b) => a - b);
  for (let step = 1; ; step *= 2) {
    const cuts = Float64Array.from(all.filter((_, index) => index % step === 0 || index === all.length - 1));
    const spans = edges.map(({ west, east }) => [placeOf(cuts, west), placeBefore(cuts, east)] as const);
    const count = spans.reduce((sum, [from, to]) => sum + to - from + 1, 0);
    if (count > maxPlaces && cuts.length > 2) continue;
    const lists = Array.from({ length: Math.max(0, cuts.length - 1) }, (): number[] => []);
    for (const [edge, [from, to]] of spans.entries()) {
      for (let slab = from; slab <= to; slab++) lists[slab]?.push(edge);
    }
    const starts = new Int32Array(lists.length + 1);
    for (const [slab, list] of lists.entries()) starts[slab + 1] = (starts[slab] ?? 0) + list.length;
    return { cuts, starts, places: Int32Array.from(lists.flat()) };
  }
}

/** The slab in which a longitude lies that is no less than the first cut. */
function placeOf(cuts: Float64Array, longitude: number): number {
  let [from, to] = [0, cuts.length - 1];
  while (to - from > 1) {
    const middle = (from + to) >> 1;
    if (longitude < (cuts[middle] ?? 0)) to = middle;
    else from = middle;
  }
  return from;
}

/** The last slab of an edge that goes no farther than to a longitude. */
function placeBefore(cuts: Float64Array, longitude: number): number {
  const place = placeOf(cuts, longitude);
  return cuts[place] === longitude ? place - 1 : place;
}
