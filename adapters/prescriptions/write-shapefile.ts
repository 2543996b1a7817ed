import type { MultiPolygon, Ring } from '../../domain/geometry/multi-polygon.ts';
import { orientPolygons } from '../../domain/geometry/rings.ts';

/** Rows of a shapefile: polygons on WGS 84, each with its rate. */
export interface ShapefileRows {
  /** The name of the column, at most ten characters. */
  column: string;
  rows: readonly { geometry: MultiPolygon; rate: number }[];
}

const headerBytes = 100;
const polygonType = 5;
const wgs84 =
  'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]';

/**
 * Writes a shapefile (ESRI Shapefile Technical Description, 1998; dBASE III) of polygons with one numeric column.
 *
 * @returns the bytes of its parts by their extensions.
 * @example const { shp, shx, dbf, prj } = writeShapefile({ column: 'rate', rows });
 */
export function writeShapefile({ column, rows }: ShapefileRows): Record<'shp' | 'shx' | 'dbf' | 'prj', Buffer> {
  const records = rows.map(({ geometry }, index) => record(geometry, index + 1));
  const box = unionOf(records.map(({ bounds }) => bounds));
  const index = Buffer.alloc(records.length * 8);
  let at = headerBytes;
  for (const [row, { bytes }] of records.entries()) {
    index.writeInt32BE(at / 2, row * 8);
    index.writeInt32BE((bytes.length - 8) / 2, row * 8 + 4);
    at += bytes.length;
  }
  return {
    shp: Buffer.concat([header(at, box), ...records.map(({ bytes }) => bytes)]),
    shx: Buffer.concat([header(headerBytes + index.length, box), index]),
    dbf: table(
      column,
      rows.map(({ rate }) => rate),
    ),
    prj: Buffer.from(wgs84, 'latin1'),
  };
}

type Box = [west: number, south: number, east: number, north: number];

function header(bytes: number, box: Box): Buffer {
  const head = Buffer.alloc(headerBytes);
  head.writeInt32BE(9994, 0);
  head.writeInt32BE(bytes / 2, 24);
  head.writeInt32LE(1000, 28);
  head.writeInt32LE(polygonType, 32);
  for (const [index, value] of box.entries()) head.writeDoubleLE(value, 36 + index * 8);
  return head;
}

function record(geometry: MultiPolygon, number: number): { bytes: Buffer; bounds: Box } {
  // Outer rings are clockwise in shapefiles, the other way round than in GeoJSON.
  const rings = orientPolygons(geometry.coordinates).flatMap((polygon) => polygon.map((ring) => [...ring].reverse()));
  const points = rings.flat();
  const bounds = boxOf(points);
  const bytes = Buffer.alloc(8 + 44 + rings.length * 4 + points.length * 16);
  bytes.writeInt32BE(number, 0);
  bytes.writeInt32BE((bytes.length - 8) / 2, 4);
  bytes.writeInt32LE(polygonType, 8);
  for (const [index, value] of bounds.entries()) bytes.writeDoubleLE(value, 12 + index * 8);
  bytes.writeInt32LE(rings.length, 44);
  bytes.writeInt32LE(points.length, 48);
  let first = 0;
  for (const [part, ring] of rings.entries()) {
    bytes.writeInt32LE(first, 52 + part * 4);
    first += ring.length;
  }
  const start = 52 + rings.length * 4;
  for (const [index, [x, y]] of points.entries()) {
    bytes.writeDoubleLE(x, start + index * 16);
    bytes.writeDoubleLE(y, start + index * 16 + 8);
  }
  return { bytes, bounds };
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
  const head = Buffer.alloc(32 + 32 + 1);
  head.writeUInt8(3, 0);
  // The day of the last change, which nobody reads: the same rows make the same bytes.
  head.set([100, 1, 1], 1);
  head.writeUInt32LE(rates.length, 4);
  head.writeUInt16LE(head.length, 8);
  head.writeUInt16LE(1 + cellBytes, 10);
  head.write(column.slice(0, 10), 32, 'latin1');
  head.write('N', 43, 'latin1');
  head.writeUInt8(cellBytes, 48);
  head.writeUInt8(decimals, 49);
  head.writeUInt8(0x0d, 64);
  const cells = rates.map((rate) => ` ${rate.toFixed(decimals).padStart(cellBytes)}`).join('');
  return Buffer.concat([head, Buffer.from(`${cells}\x1a`, 'latin1')]);
}

function decimalsOf(rate: number): number {
  const [, decimals = ''] = String(rate).split('.');
  return decimals.includes('e') ? maxDecimals : decimals.length;
}
