import { invalid } from '../../../../../domain/errors.ts';
import { addFigures, type Figures, noFigures } from '../../../../../domain/yield-zones/figures.ts';
import type { HexGrid } from '../../../../../domain/yield-zones/hex-grid.ts';
import type { Cell } from '../../../../../sql/geography/cell-grid.ts';
import type { ResultRow } from './first-rows.ts';
import type { UserRows } from './user-rows.ts';
import { type Measure, squaresText } from './zone-queries.ts';

/** Rows of a hundred bytes or two, which are in memory at once. */
const maxSquares = 100_000;
const maxBytes = 50_000_000;
/** Zones of so many cells are made in some seconds, and their answer has a megabyte. */
const maxCells = 20_000;

/** Sums of the points in each hexagon. @throws Problem 400 `tooManyCells` for an area too large for its resolution. */
export async function readCells(
  asked: UserRows,
  measure: Measure | undefined,
  resolution: number,
  grid: HexGrid,
): Promise<Map<Cell, Figures>> {
  const text = squaresText(asked.ground, measure, grid.spacingMetres(resolution));
  const { rows, truncated } = await asked.run(text, { rows: maxSquares, bytes: maxBytes });
  const cells = new Map<Cell, Figures>();
  for (const row of rows) {
    const cell = grid.cellAt(Number(row.latitude), Number(row.longitude), resolution);
    cells.set(cell, addFigures(cells.get(cell) ?? noFigures, figuresOf(row)));
  }
  if (truncated || cells.size > maxCells) throw tooManyCells(resolution);
  return cells;
}

function figuresOf(row: ResultRow): Figures {
  const sum = (name: string) => ({ count: Number(row[`${name}Count`]), total: Number(row[`${name}Total`] ?? 0) });
  return {
    points: Number(row.points),
    value: { ...sum('value'), min: Number(row.minValue ?? Infinity), max: Number(row.maxValue ?? -Infinity) },
    share: { ...sum('share'), squares: Number(row.squares ?? 0) },
    moisture: sum('harvestMoisture'),
    elevation: sum('elevation'),
    speed: sum('speed'),
  };
}

function tooManyCells(resolution: number) {
  const message = `The points lie in more than ${maxCells} cells of resolution ${resolution}, or too far apart. Use a polygon, a shorter time or a lower resolution.`;
  return invalid('#/h3resolution', message, 'tooManyCells');
}
