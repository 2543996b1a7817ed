import type { Cell } from '../../sql/geography/cell-grid.ts';
import type { HexGrid } from './hex-grid.ts';

type Grid = Pick<HexGrid, 'neighbours'>;

/**
 * Fills gaps between cells that are narrower than twice `width` cells, such as those between passes of wide machines:
 * grows the cells by `width` and shrinks them again.
 */
export function withoutGaps(cells: ReadonlySet<Cell>, width: number, grid: Grid): Set<Cell> {
  const grown = new Set(cells);
  let edge = [...cells];
  for (let step = 0; step < width; step += 1) {
    const next: Cell[] = [];
    for (const cell of edge) {
      for (const other of grid.neighbours(cell)) {
        if (grown.has(other)) continue;
        grown.add(other);
        next.push(other);
      }
    }
    edge = next;
  }
  const isAtEdge = (cell: Cell) => grid.neighbours(cell).some((other) => !grown.has(other));
  for (let step = 0; step < width; step += 1) {
    const outermost = [...grown].filter((cell) => !cells.has(cell) && isAtEdge(cell));
    for (const cell of outermost) grown.delete(cell);
  }
  return grown;
}

/** The connected pieces of cells, the largest first. */
export function piecesOf(cells: ReadonlySet<Cell>, grid: Grid): Cell[][] {
  const left = new Set(cells);
  const pieces: Cell[][] = [];
  for (const start of cells) {
    if (!left.delete(start)) continue;
    const piece = [start];
    for (let at = 0; at < piece.length; at += 1) {
      for (const other of grid.neighbours(piece[at] ?? start)) if (left.delete(other)) piece.push(other);
    }
    pieces.push(piece);
  }
  return pieces.sort((a, b) => b.length - a.length);
}
