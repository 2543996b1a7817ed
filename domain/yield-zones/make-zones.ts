import type { Cell } from '../../sql/geography/cell-grid.ts';
import type { PolygonRings } from '../geometry/multi-polygon.ts';
import { addFigures, type Figures, noFigures } from './figures.ts';
import type { HexGrid } from './hex-grid.ts';
import { mergeCells } from './merge-cells.ts';
import { piecesOf, withoutGaps } from './pieces.ts';
import { smoothed } from './smooth.ts';

export interface Zone {
  cells: Cell[];
  /** The outer ring, followed by a ring for each hole. */
  outline: PolygonRings;
  areaSquareMetres: number;
  figures: Figures;
}

export interface Zones {
  zones: Zone[];
  /** Gaps up to twice this width were filled, in metres. */
  bufferMeters: number;
  /** Number of cells with points in no zone, because they are few and far from the others. */
  cellsLeftOut: number;
}

/** Maximum distance in metres between passes of a wide machine. */
const filledMetres = 16;
const widestFill = 4;
/** Pieces smaller than this share of the largest are left out: points on the way, and outliers. */
const minPiece = 0.01;
/** Maximum pieces; the smallest ones above it are left out as well. */
const maxPieces = 100;

/** @param figures of every cell with points. */
export function makeZones(
  figures: ReadonlyMap<Cell, Figures>,
  { resolution, wanted }: { resolution: number; wanted: number },
  grid: HexGrid,
): Zones {
  const spacing = grid.spacingMetres(resolution);
  const width = Math.min(widestFill, Math.round(filledMetres / spacing));
  const withPoints = new Set([...figures.keys()].sort());
  const pieces = piecesOf(withoutGaps(withPoints, width, grid), grid);
  const min = (pieces[0]?.length ?? 0) * minPiece;
  const ground = pieces
    .slice(0, maxPieces)
    .filter(({ length }) => length >= min)
    .flat();
  const clusters = mergeCells(smoothed(ground, figures, grid), wanted, grid);
  const zones = clusters
    .map((cells): Zone => {
      const found = cells.flatMap((cell) => figures.get(cell) ?? []);
      return {
        cells: cells.sort(),
        outline: grid.outline(cells),
        areaSquareMetres: cells.reduce((sum, cell) => sum + grid.areaSquareMetres(cell), 0),
        figures: found.reduce(addFigures, noFigures),
      };
    })
    // Enclosing zones come first, so that they are drawn below.
    .sort((a, b) => b.areaSquareMetres - a.areaSquareMetres);
  const inZones = new Set(ground);
  return {
    zones,
    bufferMeters: Math.round(width * spacing * 10) / 10,
    cellsLeftOut: [...withPoints].filter((cell) => !inZones.has(cell)).length,
  };
}
