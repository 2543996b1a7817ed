import type { Position } from './shape.ts';

/** A cell by its index in hexadecimal digits. */
export type Cell = string;

/**
 * A grid of cells of resolutions from 0 to 15 that covers the globe. The caller of the compiler provides it, since the
 * compiler has no library of its own.
 */
export interface CellGrid {
  cellAt(latitude: number, longitude: number, resolution: number): Cell;
  /** The neighbouring cells, in a constant order. */
  neighbours(cell: Cell): Cell[];
  areaSquareMetres(cell: Cell): number;
  /** Average distance between the centres of neighbouring cells. */
  spacingMetres(resolution: number): number;
  /** Its centre, in degrees. */
  centre(cell: Cell): Position;
  /** Its outline as a closed ring; undefined for an invalid index. */
  border(cell: Cell): Position[] | undefined;
}
