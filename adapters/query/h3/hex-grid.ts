import type * as h3 from 'h3-js';
import { areaHectares } from '../../../domain/geometry/area.ts';
import { multiPolygon, type PolygonRings } from '../../../domain/geometry/multi-polygon.ts';
import type { HexGrid } from '../../../domain/yield-zones/hex-grid.ts';
import type { Cell } from '../../../sql/geography/cell-grid.ts';
import type { Position } from '../../../sql/geography/shape.ts';

export type H3 = typeof h3;

/** Decimals of degrees; the last one is a centimetre. */
const digits = 7;
const rounded = (degrees: number) => Number(degrees.toFixed(digits));

/** H3, computed by its own library. */
export function hexGrid(library: H3): HexGrid {
  const known = new Map<Cell, Cell[]>();
  return {
    cellAt: (latitude, longitude, resolution) => library.latLngToCell(latitude, longitude, resolution),
    neighbours(cell) {
      const found = known.get(cell) ?? library.gridDisk(cell, 1).filter((other) => other !== cell);
      known.set(cell, found);
      return found;
    },
    areaSquareMetres: (cell) => library.cellArea(cell, 'm2'),
    // The centres of hexagons are √3 edge lengths apart.
    spacingMetres: (resolution) => library.getHexagonEdgeLengthAvg(resolution, 'm') * Math.sqrt(3),
    centre(cell) {
      const [latitude, longitude] = library.cellToLatLng(cell);
      return [longitude, latitude];
    },
    border: (cell) => (library.isValidCell(cell) ? (library.cellToBoundary(cell, true) as Position[]) : undefined),
    outline(cells) {
      // Outer rings are counter-clockwise and holes clockwise, as in GeoJSON.
      const pieces = library.cellsToMultiPolygon([...cells], true) as PolygonRings[];
      const [largest] = pieces
        .map((rings) => ({ rings, area: pieces.length === 1 ? 0 : areaHectares(multiPolygon([rings.slice(0, 1)])) }))
        .sort((a, b) => b.area - a.area);
      return (largest?.rings ?? []).map((ring) =>
        ring.map(([longitude, latitude]) => [rounded(longitude), rounded(latitude)]),
      );
    },
  };
}
