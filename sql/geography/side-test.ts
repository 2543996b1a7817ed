import { hasNorthPole, onOneMeridian } from './antimeridian/meridians.ts';
import { boxOfEdge } from './box.ts';
import { isBelow, isOn, type Side } from './relate.ts';
import type { Position } from './shape.ts';
import { toVector } from './sphere.ts';

/** Tests the position of a point in degrees relative to polygons. */
export type SideTest = (longitude: number, latitude: number) => Side;

/** Numbers per edge: its ends, and the range of its latitudes. */
const numbersOfEdge = 6;
/** Maximum strips per edge, on average. */
const maxOfEdge = 8;

/**
 * Creates a test of the positions of many points relative to polygons, with the results of the exact relations: every
 * edge is indexed by the strips of longitude that it passes, and a point is compared only with the edges of its strip.
 * Undefined for polygons over the antimeridian or the north pole, which strips of longitude do not fit.
 *
 * @example sideTest([[[[0, 0], [2, 0], [2, 2], [0, 2], [0, 0]]]])?.(1, 1) // 'inside'
 */
export function sideTest(polygons: readonly Position[][][]): SideTest | undefined {
  const rings = polygons.flat().filter((ring) => ring.length > 1);
  const count = rings.reduce((sum, ring) => sum + ring.length - 1, 0);
  if (count === 0) return () => 'outside';
  if (hasNorthPole(polygons)) return undefined;
  const numbers = new Float64Array(numbersOfEdge * count);
  const reaches = new Float64Array(2 * count);
  let edge = 0;
  for (const ring of rings) {
    for (let index = 1; index < ring.length; index++) {
      const [from, to] = [ring[index - 1] as Position, ring[index] as Position];
      const box = Math.abs(to[0] - from[0]) < 180 ? boxOfEdge(from, to) : undefined;
      if (!box) return undefined;
      const at = numbersOfEdge * edge;
      [numbers[at], numbers[at + 1], numbers[at + 2], numbers[at + 3]] = [from[0], from[1], to[0], to[1]];
      [numbers[at + 4], numbers[at + 5]] = [box[1], box[3]];
      [reaches[2 * edge], reaches[2 * edge + 1]] = [box[0], box[2]];
      edge += 1;
    }
  }
  const reachesWestEnd = reaches.some((degrees) => degrees <= -180);
  const { strip, starts, indexes } = stripsOf(reaches);
  return (given, latitude) => {
    const longitude = reachesWestEnd ? onOneMeridian(given) : given;
    const own = strip(longitude);
    const position: Position = [longitude, latitude];
    let vector: ReturnType<typeof toVector> | undefined;
    let isInside = false;
    const end = starts[own + 1] ?? 0;
    for (let index = starts[own] ?? 0; index < end; index++) {
      const at = numbersOfEdge * (indexes[index] ?? 0);
      if (latitude > (numbers[at + 5] ?? 0)) continue;
      const [first, last] = [numbers[at] ?? 0, numbers[at + 2] ?? 0];
      const passes = first > longitude !== last > longitude;
      if (latitude < (numbers[at + 4] ?? 0)) {
        if (passes) isInside = !isInside;
        continue;
      }
      const from: Position = [first, numbers[at + 1] ?? 0];
      const to: Position = [last, numbers[at + 3] ?? 0];
      vector ??= toVector(position);
      if (isOn(vector, [toVector(from), toVector(to)])) return 'border';
      if (passes && isBelow(position, from, to)) isInside = !isInside;
    }
    return isInside ? 'inside' : 'outside';
  };
}

interface Strips {
  /** The strip of a longitude. */
  strip(longitude: number): number;
  /** Start of the list of each strip, and end of the last one. */
  starts: Int32Array;
  /** Indexes of edges, list after list. */
  indexes: Int32Array;
}

/**
 * Strips of equal width, as many as there are edges; fewer if edges are so long that most are in most strips.
 *
 * @param reaches the range of longitudes of each edge.
 */
function stripsOf(reaches: Float64Array): Strips {
  const edges = reaches.length / 2;
  let [west, east, length] = [180, -180, 0];
  for (let edge = 0; edge < edges; edge++) {
    const [from, to] = [reaches[2 * edge] ?? 0, reaches[2 * edge + 1] ?? 0];
    [west, east] = [Math.min(west, from), Math.max(east, to)];
    length += to - from;
  }
  const span = east - west;
  const count = Math.max(1, Math.min(edges, Math.floor((maxOfEdge * edges * span) / length)));
  const scale = count / span;
  const strip = (longitude: number) => Math.max(0, Math.min(count - 1, Math.floor((longitude - west) * scale)));
  const starts = new Int32Array(count + 1);
  for (let edge = 0; edge < edges; edge++) {
    const last = strip(reaches[2 * edge + 1] ?? 0);
    for (let own = strip(reaches[2 * edge] ?? 0); own <= last; own++) starts[own + 1] = (starts[own + 1] ?? 0) + 1;
  }
  for (let own = 0; own < count; own++) starts[own + 1] = (starts[own + 1] ?? 0) + (starts[own] ?? 0);
  const indexes = new Int32Array(starts[count] ?? 0);
  const filled = starts.slice();
  for (let edge = 0; edge < edges; edge++) {
    const last = strip(reaches[2 * edge + 1] ?? 0);
    for (let own = strip(reaches[2 * edge] ?? 0); own <= last; own++) {
      const at = filled[own] ?? 0;
      indexes[at] = edge;
      filled[own] = at + 1;
    }
  }
  return { strip, starts, indexes };
}
