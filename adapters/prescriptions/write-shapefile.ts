import type { MultiPolygon, Ring } from '../../domain/geometry/multi-polygon.ts';
import { orientPolygons } from '../../domain/geometry/rings.ts';
import { maxNameBytes, shapeFiles, shapeTable, wgs84Projection } from '../../formats/shapefile.ts';

/** Rows of a shapefile: polygons on WGS 84, each with its rate. */
export interface ShapefileRows {
  /** The name of the column, at most ten characters. */
  column: string;
  rows: readonly { geometry: MultiPolygon; rate: number }[];
}

/**
 * Writes a shapefile (ESRI Shapefile Technical Description, 1998; dBASE III) of polygons with one numeric column.
 *
 * @returns the bytes of its parts by their extensions.
 * @example const { shp, shx, dbf, prj } = writeShapefile({ column: 'rate', rows });
 */
export function writeShapefile({ column, rows }: ShapefileRows): Record<'shp' | 'shx' | 'dbf' | 'prj', Buffer> {
  const shapes = rows.map(({ geometry }) => shapeOf(geometry));
  const { shp, shx } = shapeFiles({
    type: 'polygon',
    count: shapes.length,
    box: unionOf(shapes.map(({ bounds }) => bounds)),
    sizeOf: (index) => shapes[index]?.bytes ?? 0,
    write: (view, at, index) => shapes[index]?.write(view, at),
  });
  const dbf = table(
    column,
    rows.map(({ rate }) => rate),
  );
  return { shp: Buffer.from(shp), shx: Buffer.from(shx), dbf, prj: Buffer.from(wgs84Projection, 'latin1') };
}

type Box = [west: number, south: number, east: number, north: number];

/** The content of a polygon: its bounds, the beginnings of its rings, and their positions. */
function shapeOf(geometry: MultiPolygon) {
  // Outer rings are clockwise in shapefiles, the other way round than in GeoJSON.
  const rings = orientPolygons(geometry.coordinates).flatMap((polygon) => polygon.map((ring) => [...ring].reverse()));
  const points = rings.flat();
  const bounds = boxOf(points);
  return {
    bounds,
    bytes: 40 + rings.length * 4 + points.length * 16,
    write(view: DataView, at: number) {
      for (const [index, value] of bounds.entries()) view.setFloat64(at + index * 8, value, true);
      view.setInt32(at + 32, rings.length, true);
      view.setInt32(at + 36, points.length, true);
      let first = 0;
      for (const [part, ring] of rings.entries()) {
        view.setInt32(at + 40 + part * 4, first, true);
        first += ring.length;
      }
      const start = at + 40 + rings.length * 4;
      for (const [index, [x, y]] of points.entries()) {
        view.setFloat64(start + index * 16, x, true);
        view.setFloat64(start + index * 16 + 8, y, true);
      }
    },
  };
}

const empty: Box = [Infinity, Infinity, -Infinity, -Infinity];

function boxOf(points: Ring): Box {
  return unionOf(points.map(([x, y]) => [x, y, x, y]));
}

function unionOf(boxes: Box[]): Box {
  return boxes.reduce<Box>(
    ([west, south, east, north], [w, s, e, n]) => [
      Math.min(west, w),
      Math.min(south, s),
      Math.max(east, e),
      Math.max(north, n),
    ],
    empty,
  );
}

/** The width of a cell: what a double needs, and every reader takes. */
const cellBytes = 20;
const maxDecimals = 10;

function table(column: string, rates: number[]): Buffer {
  const decimals = rates.reduce((most, rate) => Math.max(most, Math.min(maxDecimals, decimalsOf(rate))), 0);
  const cells = rates.map((rate) => [Buffer.from(rate.toFixed(decimals))]);
  const name = column.slice(0, maxNameBytes);
  return Buffer.from(shapeTable([{ name, type: 'N', width: cellBytes, decimals }], cells));
}

function decimalsOf(rate: number): number {
  const [, decimals = ''] = String(rate).split('.');
  return decimals.includes('e') ? maxDecimals : decimals.length;
}
