import type { PolygonRings } from '../geometry/multi-polygon.ts';

/** A cell of H3 by its index in hexadecimal digits. */
export type Cell = string;

/** The hexagons of H3 at sixteen resolutions, from 0, where they are as large as countries, to 15, where they measure a square metre. */
export interface HexGrid {
  cellAt(latitude: number, longitude: number, resolution: number): Cell;
  /** Those that touch it, in an order that stays. */
  neighbours(cell: Cell): Cell[];
  areaSquareMetres(cell: Cell): number;
  /** From the middle of a cell to that of the next, on the average. */
  spacingMetres(resolution: number): number;
  /** The largest piece that these cells make: its outer ring, against the clock, and then its holes, with it. */
  outline(cells: readonly Cell[]): PolygonRings;
}
