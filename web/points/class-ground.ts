import { classAt } from '../../domain/machine-files/maps/division.ts';
import { type Plane, toDegrees } from '../map/plane.ts';
import { cellsWithin, ringsOfCells } from './cell-rings.ts';
import type { PointArrays } from './point-arrays.ts';

/** Points that are in the class, of all points around a cell, from which on the cell is ground of the class. */
const minShare = 0.5;
/** Smaller pieces and holes are noise of the machine. */
const minCellsOfPiece = 6;
const minCellMetres = 3;
/** Queries take polygons of some thousand corners. */
const maxCorners = 800;

/**
 * The ground of a class: square cells around which at least half of the shown points are in it, without small pieces and holes. Cells are as large as
 * two machines are wide, and larger where the ground would have too many corners.
 *
 * @returns undefined if no cell is of the class.
 */
export function classGround(
  set: PointArrays,
  bounds: readonly number[],
  number: number,
  showHidden: boolean,
  plane: Plane,
): GeoJSON.MultiPolygon | undefined {
  const { wide, long } = set.about.ground;
  for (
    let cell = Math.max(minCellMetres, set.about.of === 'pixels' ? Math.max(wide, long) : 2 * Math.max(wide, long));
    ;
    cell *= 1.5
  ) {
    const { cells, columns, at } = cellsOf(set, bounds, number, showHidden, cell);
    const pieces = ringsOfCells(cells, columns).flatMap(([outer, ...holes]) =>
      outer && cellsWithin(outer) >= minCellsOfPiece
        ? [[outer, ...holes.filter((hole) => cellsWithin(hole) >= minCellsOfPiece)]]
        : [],
    );
    if (pieces.flat(2).length > maxCorners) continue;
    const ring = (corners: [number, number][]) => {
      const positions = corners.map(([column, row]) => toDegrees(plane, at(column, row)));
      return [...positions, ...positions.slice(0, 1)];
    };
    return pieces.length > 0
      ? { type: 'MultiPolygon', coordinates: pieces.map((rings) => rings.map(ring)) }
      : undefined;
  }
}

function cellsOf(set: PointArrays, bounds: readonly number[], number: number, showHidden: boolean, cell: number) {
  const { at, value, state, count, grid } = set;
  const columns = Math.floor((grid.columns * grid.cell) / cell) + 2;
  const rows = Math.floor((grid.rows * grid.cell) / cell) + 2;
  const [all, own] = [new Uint32Array(columns * rows), new Uint32Array(columns * rows)];
  // Pixels lie in the middle of their cells.
  const [west, south] = [grid.xmin - cell / 2, grid.ymin - cell / 2];
  for (let index = 0; index < count; index++) {
    if (!showHidden && state[index] !== 0) continue;
    const column = Math.floor(((at[2 * index] ?? 0) - west) / cell);
    const row = Math.floor(((at[2 * index + 1] ?? 0) - south) / cell);
    const place = row * columns + column;
    all[place] = (all[place] ?? 0) + 1;
    if (classAt(value[index] ?? 0, bounds) === number) own[place] = (own[place] ?? 0) + 1;
  }
  const around = (points: Uint32Array, place: number) => {
    let sum = 0;
    for (const row of [-columns, 0, columns]) {
      for (const column of [-1, 0, 1]) sum += points[place + row + column] ?? 0;
    }
    return sum;
  };
  const cells = Uint8Array.from(all, (points, place) =>
    points > 0 && around(own, place) >= minShare * around(all, place) ? 1 : 0,
  );
  return {
    cells,
    columns,
    at: (column: number, row: number): [number, number] => [west + column * cell, south + row * cell],
  };
}
