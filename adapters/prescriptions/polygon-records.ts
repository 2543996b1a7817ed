import type { Ring } from '../../domain/geometry/multi-polygon.ts';

/*
 * Records of polygons in a .shp file (ESRI Shapefile Technical Description, 1998). Coordinates of Z and M follow those of x and y, and are not read.
 */

const headerBytes = 100;
const recordHeadBytes = 8;
const typeAt = 32;
const polygonTypes = new Set([5, 15, 25]);
const shapeNames: Record<number, string> = {
  0: 'empty',
  1: 'points',
  3: 'lines',
  8: 'groups of points',
  11: 'points',
  13: 'lines',
  18: 'groups of points',
  21: 'points',
  23: 'lines',
  28: 'groups of points',
  31: 'surfaces',
};

/** The head of a .shp file. */
export interface ShapeHeader {
  /** What its shapes are if they are not polygons, as a plural. */
  otherShapes?: string;
  statedBytes: number;
}

/** A polygon, or the reason why the record holds none. */
export interface PolygonRecord {
  /** From 1. */
  row: number;
  /** Whether the record is there, and has no shape. */
  isEmpty: boolean;
  /** Completes “the polygon is damaged: … ”. */
  fault: string | undefined;
  /** West, south, east, north of its positions, in the coordinates of the file. */
  bounds: readonly [number, number, number, number];
  /** Its rings as they are in the file; only of a polygon without a fault. */
  rings(): Ring[];
}

/** @returns undefined for bytes that are no .shp file. */
export function shapeHeader(bytes: Buffer): ShapeHeader | undefined {
  if (bytes.length < headerBytes || bytes.readInt32BE(0) !== 9994) return undefined;
  const type = bytes.readInt32LE(typeAt);
  const statedBytes = bytes.readUInt32BE(24) * 2;
  return polygonTypes.has(type)
    ? { statedBytes }
    : { statedBytes, otherShapes: shapeNames[type] ?? `of the unknown type ${type}` };
}

/** The records of a .shp file in their order; ends at a record that reaches beyond the file. */
export function* polygonRecords(bytes: Buffer): Generator<PolygonRecord> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = headerBytes;
  for (let row = 1; at + recordHeadBytes <= bytes.length; row++) {
    const length = view.getInt32(at + 4) * 2;
    const start = at + recordHeadBytes;
    if (length < 4 || start + length > bytes.length) return;
    yield recordOf(view, start, length, row);
    at = start + length;
  }
}

/** West, south, east and north of no position. */
const nowhere = [Infinity, Infinity, -Infinity, -Infinity] as const;
const noRings = () => [];

function recordOf(view: DataView, start: number, length: number, row: number): PolygonRecord {
  const without = (isEmpty: boolean, fault?: string) => ({ row, isEmpty, fault, bounds: nowhere, rings: noRings });
  const type = view.getInt32(start, true);
  if (type === 0) return without(true);
  if (!polygonTypes.has(type)) return without(false, 'it is no polygon');
  const parts = length < 44 ? 0 : view.getInt32(start + 36, true);
  const points = length < 44 ? 0 : view.getInt32(start + 40, true);
  const first = start + 44 + parts * 4;
  if (parts < 1 || points < 1) return without(true);
  const end = first + points * 16;
  if (end - start > length) return without(false, 'it ends before its last corner');
  // Variables of their own: taken from an array, each change of one costs an allocation until the loop is compiled.
  let west = Infinity;
  let south = Infinity;
  let east = -Infinity;
  let north = -Infinity;
  for (let at = first; at < end; at += 16) {
    const x = view.getFloat64(at, true);
    const y = view.getFloat64(at + 8, true);
    if (x - x !== 0 || y - y !== 0) return without(false, 'a corner has no finite coordinates');
    if (x < west) west = x;
    if (y < south) south = y;
    if (x > east) east = x;
    if (y > north) north = y;
  }
  const places = { view, start: start + 44, parts, points };
  const fault = partsFault(places);
  return { row, isEmpty: false, fault, bounds: [west, south, east, north], rings: () => ringsOf(places) };
}

/** The parts of a polygon: numbers of their first positions from `start`, and positions after those. */
interface Parts {
  view: DataView;
  start: number;
  parts: number;
  points: number;
}

/** The position after the last one of a part. */
function endOf({ view, start, parts, points }: Parts, part: number): number {
  return part + 1 < parts ? view.getInt32(start + part * 4 + 4, true) : points;
}

/** Files have hundreds of thousands of polygons: nothing is allocated here for one without a fault. */
function partsFault(places: Parts): string | undefined {
  const { view, start, parts, points } = places;
  let from = view.getInt32(start, true);
  if (from !== 0) return 'its rings are out of order';
  let fault: string | undefined;
  for (let part = 0; part < parts; part++) {
    const to = endOf(places, part);
    if (to > points || from >= to) return 'its rings are out of order';
    fault ??= ringFault(view, start + parts * 4 + from * 16, to - from);
    from = to;
  }
  return fault;
}

/** @param at the byte of the first of its corners. */
function ringFault(view: DataView, at: number, corners: number): string | undefined {
  if (corners < 4) return `a ring has ${corners} corners, and at least 4 are needed with the first repeated`;
  const last = at + (corners - 1) * 16;
  const isClosed =
    view.getFloat64(at, true) === view.getFloat64(last, true) &&
    view.getFloat64(at + 8, true) === view.getFloat64(last + 8, true);
  return isClosed ? undefined : 'a ring is not closed';
}

/** @param places of a polygon without a fault. */
function ringsOf(places: Parts): Ring[] {
  const { view, start, parts } = places;
  return Array.from({ length: parts }, (_, part) => {
    const ring: Ring = [];
    const first = start + parts * 4;
    const [from, to] = [view.getInt32(start + part * 4, true), endOf(places, part)];
    for (let at = first + from * 16; at < first + to * 16; at += 16) {
      ring.push([view.getFloat64(at, true), view.getFloat64(at + 8, true)]);
    }
    return ring;
  });
}
