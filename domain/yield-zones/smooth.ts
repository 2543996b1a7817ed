import type { Cell } from '../../sql/geography/cell-grid.ts';
import { type Figures, meanOf } from './figures.ts';
import type { HexGrid } from './hex-grid.ts';

/** Steps in which values reach cells that have none. */
const maxSteps = 10;

/**
 * A value for each cell: the mean of its points and of those around it, since single points err. Cells in gaps take the mean of their
 * neighbours, one step after the other; where none comes, the mean of all, which is 1.
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
