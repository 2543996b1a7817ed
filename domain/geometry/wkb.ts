import type { PolygonRings, Position, Ring } from './multi-polygon.ts';
import type { Widened } from './widen.ts';

/** Thrown for bytes that are not well-known binary. */
export class WkbError extends Error {}

const kinds = ['Geometry', 'Point', 'LineString', 'Polygon', 'MultiPoint', 'MultiLineString', 'MultiPolygon'];
const curvedKinds: Record<number, string> = { 8: 'CircularString', 9: 'CompoundCurve', 10: 'CurvePolygon' };
const polygonCode = 3;
const multiPolygonCode = 6;
const collectionCode = 7;
const deepestCollection = 8;

interface Cursor {
  view: DataView;
  offset: number;
}

/**
 * Decodes the polygons of ISO or extended well-known binary (both byte orders; Z, M and SRID are skipped).
 *
 * @throws WkbError if the bytes end early or name an unknown kind inside a collection.
 * @example const { polygons, others } = decodeWkb(geometry.toWKB());
 */
export function decodeWkb(bytes: Uint8Array): Widened {
  const widened: Widened = { polygons: [], others: [] };
  try {
    readGeometry({ view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), offset: 0 }, widened, 0);
  } catch (error) {
    if (error instanceof RangeError) throw new WkbError('the geometry ends before its last position', { cause: error });
    throw error;
  }
  return widened;
}

function readGeometry(cursor: Cursor, into: Widened, depth: number): void {
  const little = cursor.view.getUint8(cursor.offset) === 1;
  const raw = cursor.view.getUint32(cursor.offset + 1, little);
  cursor.offset += 5;
  if (raw & 0x20000000) cursor.offset += 4;
  const plain = raw & 0x1fffffff;
  const code = plain % 1000;
  const thousands = Math.floor(plain / 1000);
  const hasZ = (raw & 0x80000000) !== 0 || thousands === 1 || thousands === 3;
  const hasM = (raw & 0x40000000) !== 0 || thousands === 2 || thousands === 3;
  const stride = 8 * (2 + Number(hasZ) + Number(hasM));

  if (code === polygonCode) {
    const rings = readRings(cursor, little, stride);
    if (rings.length > 0) into.polygons.push(rings);
  } else if (code === multiPolygonCode || code === collectionCode) {
    if (depth >= deepestCollection) throw new WkbError(`collections nest more than ${deepestCollection} deep`);
    for (let left = readCount(cursor, little); left > 0; left--) readGeometry(cursor, into, depth + 1);
  } else {
    into.others.push(kinds[code] ?? curvedKinds[code] ?? `geometry of kind ${code}`);
    skip(cursor, code, little, stride, depth);
  }
}

/** Skips a part that is not a polygon. */
function skip(cursor: Cursor, code: number, little: boolean, stride: number, depth: number): void {
  if (code === 1) cursor.offset += stride;
  else if (code === 2) {
    const count = readCount(cursor, little);
    cursor.offset += count * stride;
  } else if (code === 4 || code === 5) {
    for (let left = readCount(cursor, little); left > 0; left--)
      readGeometry(cursor, { polygons: [], others: [] }, depth);
  } else if (depth > 0) throw new WkbError(`a collection contains a geometry of the unknown kind ${code}`);
}

function readRings(cursor: Cursor, little: boolean, stride: number): PolygonRings {
  const rings: PolygonRings = [];
  for (let left = readCount(cursor, little); left > 0; left--) rings.push(readRing(cursor, little, stride));
  return rings;
}

function readRing(cursor: Cursor, little: boolean, stride: number): Ring {
  const { view } = cursor;
  const count = readCount(cursor, little);
  if (count * stride > view.byteLength - cursor.offset) throw new RangeError('ring');
  const ring: Ring = [];
  for (let left = count; left > 0; left--) {
    ring.push([view.getFloat64(cursor.offset, little), view.getFloat64(cursor.offset + 8, little)]);
    cursor.offset += stride;
  }
  return ring;
}

function readCount(cursor: Cursor, little: boolean): number {
  const count = cursor.view.getUint32(cursor.offset, little);
  cursor.offset += 4;
  return count;
}

/**
 * Encodes polygons as one little-endian MultiPolygon without Z or M.
 *
 * @example gdal.Geometry.fromWKB(Buffer.from(encodeWkb(polygons)))
 */
export function encodeWkb(polygons: PolygonRings[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(encodedSize(polygons)));
  let offset = 0;
  const header = (code: number, count: number) => {
    view.setUint8(offset, 1);
    view.setUint32(offset + 1, code, true);
    view.setUint32(offset + 5, count, true);
    offset += 9;
  };
  const write = ([x, y]: Position) => {
    view.setFloat64(offset, x, true);
    view.setFloat64(offset + 8, y, true);
    offset += 16;
  };
  header(multiPolygonCode, polygons.length);
  for (const rings of polygons) {
    header(polygonCode, rings.length);
    for (const ring of rings) {
      view.setUint32(offset, ring.length, true);
      offset += 4;
      ring.forEach(write);
    }
  }
  return new Uint8Array(view.buffer);
}

function encodedSize(polygons: PolygonRings[]): number {
  let size = 9;
  for (const rings of polygons) {
    size += 9;
    for (const ring of rings) size += 4 + ring.length * 16;
  }
  return size;
}
