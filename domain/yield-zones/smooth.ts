import type { Cell } from '../../sql/geography/cell-grid.ts';
import { type Figures, meanOf } from './figures.ts';
import type { HexGrid } from './hex-grid.ts';

/** Maximum steps in which values are spread to cells without any. */
const maxSteps = 10;

/**
 * A value for each cell: the mean of its points and those of its neighbours, which evens out single errors. Cells in
 * gaps get the mean of their neighbours, step by step; cells that are not reached get the mean of all, which is 1.
 */
export function smoothed(
  ground: Iterable<Cell>,
  figures: ReadonlyMap<Cell, Figures>,
  grid: Pick<HexGrid, 'neighbours'>,
): Map<Cell, number> {
  const values = new Map<Cell, number>();
  let without: Cell[] = [];
  for (const cell of ground) {
    const around = [cell, ...grid.neighbours(cell)].flatMap((near) => figures.get(near)?.share ?? []);
    const mean = meanOf({
      count: around.reduce((sum, { count }) => sum + count, 0),
      total: around.reduce((sum, { total }) => sum + total, 0),
    });
    if (mean === undefined) without.push(cell);
    else values.set(cell, mean);
  }
  for (let step = 0; step < maxSteps && without.length > 0; step += 1) {
    const found = without.map((cell): [Cell, number[]] => [
      cell,
      grid.neighbours(cell).flatMap((near) => values.get(near) ?? []),
    ]);
    for (const [cell, near] of found) {
      if (near.length > 0) values.set(cell, near.reduce((sum, value) => sum + value, 0) / near.length);
    }
    without = without.filter((cell) => !values.has(cell));
  }
  for (const cell of without) values.set(cell, 1);
  return values;
}
