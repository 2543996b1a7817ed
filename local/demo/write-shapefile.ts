/** A record of a polygon shapefile: rings in the plane of the projection, outer rings clockwise, holes counter-clockwise, closed. */
export interface ShapeRecord {
  rings: [x: number, y: number][][];
  attributes: Record<string, string>;
}

export interface ShapefileOptions {
  /** Well-known text of the coordinate system; if absent, no .prj is written. */
  projection?: string;
  /** Encodes an attribute's text; if absent, UTF-8 with a .cpg that says so. */
  encode?: (text: string) => Uint8Array;
}

const polygonType = 5;
const headerBytes = 100;
const textColumnBytes = 80;

/**
 * Writes a polygon shapefile (ESRI Shapefile Technical Description, 1998) with text attributes.
 *
 * @returns the parts by extension: `shp`, `shx`, `dbf` and, as wanted, `prj` and `cpg`.
 */
export function writeShapefile(
  records: ShapeRecord[],
  { projection, encode }: ShapefileOptions = {},
): Record<string, Buffer> {
  const shapes = records.map(({ rings }) => polygonContent(rings));
  const bounds = boundsOf(records.flatMap(({ rings }) => rings).flat());
  let offset = headerBytes;
  const index = shapes.map((shape) => {
    const entry = Buffer.alloc(8);
    entry.writeInt32BE(offset / 2, 0);
    entry.writeInt32BE(shape.length / 2, 4);
    offset += 8 + shape.length;
    return entry;
  });
  const numbered = shapes.map((shape, number) => {
    const head = Buffer.alloc(8);
    head.writeInt32BE(number + 1, 0);
    head.writeInt32BE(shape.length / 2, 4);
    return Buffer.concat([head, shape]);
  });
  return {
    shp: withHeader(numbered, bounds),
    shx: withHeader(index, bounds),
    dbf: attributeTable(
      records.map(({ attributes }) => attributes),
      encode ?? ((text) => Buffer.from(text)),
    ),
    ...(projection && { prj: Buffer.from(projection) }),
    ...(!encode && { cpg: Buffer.from('UTF-8') }),
  };
}

function withHeader(parts: Buffer[], bounds: number[]): Buffer {
  const header = Buffer.alloc(headerBytes);
  const content = Buffer.concat(parts);
  header.writeInt32BE(9994, 0);
  header.writeInt32BE((headerBytes + content.length) / 2, 24);
  header.writeInt32LE(1000, 28);
  header.writeInt32LE(polygonType, 32);
  bounds.forEach((value, at) => {
    header.writeDoubleLE(value, 36 + at * 8);
  });
  return Buffer.concat([header, content]);
}

function polygonContent(rings: ShapeRecord['rings']): Buffer {
  const points = rings.flat();
  const content = Buffer.alloc(44 + rings.length * 4 + points.length * 16);
  content.writeInt32LE(polygonType, 0);
  boundsOf(points).forEach((value, at) => {
    content.writeDoubleLE(value, 4 + at * 8);
  });
  content.writeInt32LE(rings.length, 36);
  content.writeInt32LE(points.length, 40);
  let start = 0;
  rings.forEach((ring, at) => {
    content.writeInt32LE(start, 44 + at * 4);
    start += ring.length;
  });
  points.forEach(([x, y], at) => {
    content.writeDoubleLE(x, 44 + rings.length * 4 + at * 16);
    content.writeDoubleLE(y, 52 + rings.length * 4 + at * 16);
  });
  return content;
}

/** Minimum x and y, maximum x and y. */
function boundsOf(points: [number, number][]): number[] {
  if (points.length === 0) return [0, 0, 0, 0];
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

function attributeTable(rows: Record<string, string>[], encode: (text: string) => Uint8Array): Buffer {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const header = Buffer.alloc(32 + columns.length * 32 + 1);
  // Version 3 of dBase, last changed on 1 January 2024: a fixed day, so that the same fields make the same bytes.
  header.set([0x03, 124, 1, 1], 0);
  header.writeUInt32LE(rows.length, 4);
  header.writeUInt16LE(header.length, 8);
  header.writeUInt16LE(1 + columns.length * textColumnBytes, 10);
  columns.forEach((column, at) => {
    const from = 32 + at * 32;
    header.set(encode(column).subarray(0, 10), from);
    header.write('C', from + 11, 'latin1');
    header.writeUInt8(textColumnBytes, from + 16);
  });
  header.writeUInt8(0x0d, header.length - 1);
  const cells = rows.map((row) =>
    Buffer.concat([Buffer.from(' '), ...columns.map((column) => cell(encode(row[column] ?? '')))]),
  );
  return Buffer.concat([header, ...cells, Buffer.from([0x1a])]);
}

function cell(text: Uint8Array): Buffer {
  const padded = Buffer.alloc(textColumnBytes, 0x20);
  padded.set(text.subarray(0, textColumnBytes));
  return padded;
}
