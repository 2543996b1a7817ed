import type { Cell, CellGrid } from '../../sql/geography/cell-grid.ts';
import type { PolygonRings } from '../geometry/multi-polygon.ts';

/** The hexagons of H3 at sixteen resolutions, from 0, where they are as large as countries, to 15, where they measure a square metre. */
export interface HexGrid extends CellGrid {
  /** The largest piece that these cells make: its outer ring, against the clock, and then its holes, with it. */
  outline(cells: readonly Cell[]): PolygonRings;
}
