import type { Cell, CellGrid } from '../../sql/geography/cell-grid.ts';
import type { PolygonRings } from '../geometry/multi-polygon.ts';

/** The hexagons of H3 at sixteen resolutions, from 0, as large as countries, to 15, about a square metre. */
export interface HexGrid extends CellGrid {
  /** The largest connected piece of the cells: its outer ring, counter-clockwise, and its holes, clockwise. */
  outline(cells: readonly Cell[]): PolygonRings;
}
