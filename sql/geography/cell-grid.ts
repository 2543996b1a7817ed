import type { Position } from './shape.ts';

/** A cell by its index in hexadecimal digits. */
export type Cell = string;

/** Cells of resolutions from 0 to 15 that cover the globe. Whatever runs the compiler brings them: it has no library of its own. */
export interface CellGrid {
  cellAt(latitude: number, longitude: number, resolution: number): Cell;
  /** The cells that touch it, in an order that never changes. */
  neighbours(cell: Cell): Cell[];
  areaSquareMetres(cell: Cell): number;
  /** From the middle of a cell to that of the next, on the average. */
  spacingMetres(resolution: number): number;
  /** Its middle, in degrees. */
  centre(cell: Cell): Position;
  /** Its outline as a closed ring; undefined for an index that is not a cell. */
  border(cell: Cell): Position[] | undefined;
}
