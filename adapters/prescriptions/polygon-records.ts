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
  fault?: string;
  /** West, south, east, north of its positions, in the coordinates of the file. */
  bounds: readonly [number, number, number, number];
  /** Its rings as they are in the file. */
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

const none: readonly [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];

function recordOf(view: DataView, start: number, length: number, row: number): PolygonRecord {
  const without = (rest: Partial<PolygonRecord>) => ({ row, isEmpty: false, bounds: none, rings: () => [], ...rest });
  const type = view.getInt32(start, true);
  if (type === 0) return without({ isEmpty: true });
  if (!polygonTypes.has(type)) return without({ fault: 'it is no polygon' });
  const parts = length < 44 ? 0 : view.getInt32(start + 36, true);
  const points = length < 44 ? 0 : view.getInt32(start + 40, true);
  const first = start + 44 + parts * 4;
  if (parts < 1 || points < 1) return without({ isEmpty: true });
  if (first - start + points * 16 > length) return without({ fault: 'it ends before its last corner' });
  const bounds: [number, number, number, number] = [...none];
  for (let point = 0; point < points; point++) {
    const x = view.getFloat64(first + point * 16, true);
    const y = view.getFloat64(first + point * 16 + 8, true);
    if (x - x !== 0 || y - y !== 0) return without({ fault: 'a corner has no finite coordinates' });
    if (x < bounds[0]) bounds[0] = x;
    if (y < bounds[1]) bounds[1] = y;
    if (x > bounds[2]) bounds[2] = x;
    if (y > bounds[3]) bounds[3] = y;
  }
  const spans = spansOf(view, start + 44, parts, points);
  const fault = spans ? spans.map((span) => ringFault(view, first, span)).find(Boolean) : 'its rings are out of order';
  return {
    row,
    isEmpty: false,
    ...(fault && { fault }),
    bounds,
    rings: () => (spans ?? []).map((span) => ringOf(view, first, span)),
  };
}

type Span = readonly [from: number, to: number];

function spansOf(view: DataView, at: number, parts: number, points: number): Span[] | undefined {
  const spans: Span[] = [];
  for (let part = 0; part < parts; part++) {
    const from = view.getInt32(at + part * 4, true);
    const to = part + 1 < parts ? view.getInt32(at + part * 4 + 4, true) : points;
    if (from < 0 || to > points || from >= to || (part === 0 && from !== 0)) return undefined;
    spans.push([from, to]);
  }
  return spans;
}

function ringFault(view: DataView, first: number, [from, to]: Span): string | undefined {
  if (to - from < 4) return `a ring has ${to - from} corners, and at least 4 are needed with the first repeated`;
  const [a, b] = [first + from * 16, first + (to - 1) * 16];
  const isClosed =
    view.getFloat64(a, true) === view.getFloat64(b, true) &&
    view.getFloat64(a + 8, true) === view.getFloat64(b + 8, true);
  return isClosed ? undefined : 'a ring is not closed';
}

function ringOf(view: DataView, first: number, [from, to]: Span): Ring {
  const ring: Ring = [];
  for (let point = from; point < to; point++) {
    ring.push([view.getFloat64(first + point * 16, true), view.getFloat64(first + point * 16 + 8, true)]);
  }
  return ring;
}
