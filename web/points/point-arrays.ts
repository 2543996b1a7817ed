import type { PointLayer } from '../../domain/machine-files/points/point-layer.ts';
import { type Plane, toMetres } from '../map/plane.ts';
import { type PointGrid, pointGrid } from './point-grid.ts';
import type { PointsAbout } from './point-set.ts';

/** The points of a layer as they are drawn, found and counted, in the worker that read them. */
export interface PointArrays {
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
  grid: PointGrid;
}

/** Machines turn around within some records; a longer step leads to the next pass. */
const maxRecords = 12;

/** Makes the points of a layer drawable. @param plane of the map. */
export function pointArraysOf({ header, lon, lat, value, state }: PointLayer, plane: Plane): PointArrays {
  const { count } = header;
  const at = new Float32Array(2 * count);
  for (let index = 0; index < count; index++) {
    const [x, y] = toMetres(plane, [lon[index] ?? 0, lat[index] ?? 0]);
    at[2 * index] = x;
    at[2 * index + 1] = y;
  }
  const { property, unit, categories, points, states, ground, division } = header;
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
      ...(division && { division }),
      ...{ property, points, states, ground },
    },
    grid: pointGrid(at, Math.max(ground.wide, ground.long, 2)),
  };
}

/** Directions from the point before to the point after, or of one of them alone where the other is of another pass. */
function headings(at: Float32Array, long: number): Float32Array {
  const max = (maxRecords * Math.max(long, 0.5)) ** 2;
  const count = at.length / 2;
  const heading = new Float32Array(count);
  const squared = (from: number, to: number) =>
    ((at[2 * to] ?? 0) - (at[2 * from] ?? 0)) ** 2 + ((at[2 * to + 1] ?? 0) - (at[2 * from + 1] ?? 0)) ** 2;
  for (let index = 0; index < count; index++) {
    const from = index > 0 && squared(index - 1, index) <= max ? index - 1 : index;
    const to = index < count - 1 && squared(index, index + 1) <= max ? index + 1 : index;
    const x = (at[2 * to] ?? 0) - (at[2 * from] ?? 0);
    const y = (at[2 * to + 1] ?? 0) - (at[2 * from + 1] ?? 0);
    heading[index] = x === 0 && y === 0 ? (heading[index - 1] ?? 0) : Math.atan2(x, y);
  }
  return heading;
}
