import type { PointLayer, PointLayerHeader } from '../../domain/machine-files/points/point-layer.ts';
import { type Plane, toMetres } from '../map/plane.ts';
import { type PointGrid, pointGrid } from './point-grid.ts';

/** The points of a layer as the map draws and counts them. All arrays can be moved between threads. */
export interface PointSet {
  count: number;
  /** Metres east and north on the plane of the map, in turns. */
  at: Float32Array;
  value: Float32Array;
  /** Directions of travel in radians, clockwise from north. */
  heading: Float32Array;
  /** Indexes of `states`; those above 0 are hidden. */
  state: Uint8Array;
  /** Square metres of each point; absent until they are known. */
  area?: Float32Array;
  about: PointsAbout;
  /** Values that a share of the points does not exceed, in steps of a thousandth: of all points, and of those that are shown. */
  quantiles: { all: Float32Array; shown: Float32Array };
  grid: PointGrid;
}

/** What a layer says of itself. */
export type PointsAbout = Pick<PointLayerHeader, 'unit' | 'categories' | 'points' | 'states' | 'ground'> & {
  /** What a point stands for: a place that a machine passed, a pixel of a picture, or a sample, which has no ground. */
  of: 'machine' | 'pixels' | 'samples';
};

const thousandths = 1_000;
/** Machines turn around within some records; a longer step leads to the next pass. */
const maxRecords = 12;

/** Makes the points of a layer drawable. @param plane of the map. */
export function pointSetOf({ header, lon, lat, value, state }: PointLayer, plane: Plane): PointSet {
  const { count } = header;
  const at = new Float32Array(2 * count);
  for (let index = 0; index < count; index++) {
    const [x, y] = toMetres(plane, [lon[index] ?? 0, lat[index] ?? 0]);
    at[2 * index] = x;
    at[2 * index + 1] = y;
  }
  const { unit, categories, points, states, ground } = header;
  return {
    count,
    at,
    value: new Float32Array(value),
    heading: headings(at, ground.long),
    state,
    about: {
      of: 'machine',
      ...(unit !== undefined && { unit }),
      ...(categories && { categories }),
      ...{ points, states, ground },
    },
    quantiles: quantilesOf(value, state),
    grid: pointGrid(at, Math.max(ground.wide, ground.long, 2)),
  };
}

/** Values that shares of the points do not exceed, in steps of a thousandth. */
export function quantilesOf(value: ArrayLike<number>, state: Uint8Array): PointSet['quantiles'] {
  const all = new Float32Array(value);
  const shown = all.filter((_, index) => state[index] === 0);
  return { all: thousandthsOf(all.sort()), shown: thousandthsOf(shown.sort()) };
}

function thousandthsOf(sorted: Float32Array): Float32Array {
  if (sorted.length === 0) return new Float32Array(0);
  return Float32Array.from({ length: thousandths + 1 }, (_, share) => {
    const place = (share / thousandths) * (sorted.length - 1);
    const low = sorted[Math.floor(place)] ?? 0;
    return low + (place - Math.floor(place)) * ((sorted[Math.ceil(place)] ?? low) - low);
  });
}

/** Directions from the point before to the point after, or of one of them alone where the other is of another pass. */
function headings(at: Float32Array, long: number): Float32Array {
  const max = (maxRecords * Math.max(long, 0.5)) ** 2;
  const count = at.length / 2;
  const heading = new Float32Array(count);
  const squared = (from: number, to: number) => stepOf(at, from, to).reduce((sum, step) => sum + step * step, 0);
  for (let index = 0; index < count; index++) {
    const from = index > 0 && squared(index - 1, index) <= max ? index - 1 : index;
    const to = index < count - 1 && squared(index, index + 1) <= max ? index + 1 : index;
    const [x, y] = stepOf(at, from, to);
    heading[index] = x === 0 && y === 0 ? (heading[index - 1] ?? 0) : Math.atan2(x, y);
  }
  return heading;
}

function stepOf(at: Float32Array, from: number, to: number): [x: number, y: number] {
  return [(at[2 * to] ?? 0) - (at[2 * from] ?? 0), (at[2 * to + 1] ?? 0) - (at[2 * from + 1] ?? 0)];
}
