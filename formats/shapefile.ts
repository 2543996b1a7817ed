/** Degrees on WGS 84, as the `.prj` of a shapefile names them. */
export const wgs84Projection =
  'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]';

/** Types of shapes (ESRI Shapefile Technical Description, 1998). */
const types = { point: 1, polygon: 5 } as const;

const headerBytes = 100;
/** The number of a record and its length, before its content. */
const recordHeadBytes = 8;
const typeBytes = 4;
/** Column names are longer in no reader. */
export const maxNameBytes = 10;

export type ShapeBox = readonly [west: number, south: number, east: number, north: number];

export interface Shapes {
  type: keyof typeof types;
  count: number;
  /** Outer edges of all shapes. */
  box: ShapeBox;
  /** Bytes of a shape's content after its type. */
  sizeOf(index: number): number;
  /** Writes the content of a shape after its type. */
  write(view: DataView, at: number, index: number): void;
}

/** The shapes of a shapefile, and their index. */
export function shapeFiles({
  type,
  count,
  box,
  sizeOf,
  write,
}: Shapes): Record<'shp' | 'shx', Uint8Array<ArrayBuffer>> {
  const sizes = Array.from({ length: count }, (_, index) => typeBytes + sizeOf(index));
  const shp = viewOf(
    sizes.reduce((sum, size) => sum + recordHeadBytes + size, headerBytes),
    type,
    box,
  );
  const shx = viewOf(headerBytes + count * 8, type, box);
  let at = headerBytes;
  for (const [index, size] of sizes.entries()) {
    shp.setInt32(at, index + 1);
    shp.setInt32(at + 4, size / 2);
    shp.setInt32(at + recordHeadBytes, types[type], true);
    write(shp, at + recordHeadBytes + typeBytes, index);
    shx.setInt32(headerBytes + index * 8, at / 2);
    shx.setInt32(headerBytes + index * 8 + 4, size / 2);
    at += recordHeadBytes + size;
  }
  return { shp: new Uint8Array(shp.buffer), shx: new Uint8Array(shx.buffer) };
}

function viewOf(bytes: number, type: Shapes['type'], box: ShapeBox): DataView<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(bytes));
  view.setInt32(0, 9994);
  view.setInt32(24, bytes / 2);
  view.setInt32(28, 1000, true);
  view.setInt32(32, types[type], true);
  for (const [index, edge] of box.entries()) view.setFloat64(36 + index * 8, edge, true);
  return view;
}

export interface TableColumn {
  name: string;
  /** `N` for numbers, which are written on the right of their cell, `C` for texts. */
  type: 'N' | 'C';
  /** Bytes of a cell. */
  width: number;
  decimals: number;
}

/** A table in dBASE III. Names are in UTF-8; the day of the last change, which nobody reads, is always the same, so that the same rows make the same bytes. */
export function shapeTable(
  columns: readonly TableColumn[],
  rows: readonly (readonly Uint8Array[])[],
): Uint8Array<ArrayBuffer> {
  const recordBytes = columns.reduce((sum, { width }) => sum + width, 1);
  const head = 32 + columns.length * 32 + 1;
  const bytes = new Uint8Array(head + rows.length * recordBytes + 1).fill(0x20, head);
  const view = new DataView(bytes.buffer);
  bytes.set([3, 100, 1, 1]);
  view.setUint32(4, rows.length, true);
  view.setUint16(8, head, true);
  view.setUint16(10, recordBytes, true);
  for (const [index, { name, type, width, decimals }] of columns.entries()) {
    const at = 32 + index * 32;
    bytes.set(new TextEncoder().encode(name).slice(0, maxNameBytes), at);
    bytes[at + 11] = type.charCodeAt(0);
    bytes[at + 16] = width;
    bytes[at + 17] = decimals;
  }
  bytes[head - 1] = 0x0d;
  for (const [number, row] of rows.entries()) {
    let at = head + number * recordBytes + 1;
    for (const [index, { type, width }] of columns.entries()) {
      const cell = row[index] ?? new Uint8Array();
      bytes.set(cell, type === 'N' ? at + width - cell.length : at);
      at += width;
    }
  }
  bytes[bytes.length - 1] = 0x1a;
  return bytes;
}
