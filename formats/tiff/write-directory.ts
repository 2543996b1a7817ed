/** A field of an image: its tag, its type, and its values; of a text its bytes, with a NUL at the end. */
export type TiffField = [tag: number, type: keyof typeof types, values: ArrayLike<number>];

/** Types of fields (TIFF 6.0, section 2), with the bytes of a value. */
const types = {
  ascii: { code: 2, bytes: 1 },
  short: { code: 3, bytes: 2 },
  long: { code: 4, bytes: 4 },
  double: { code: 12, bytes: 8 },
} as const;

export const tiffHeaderBytes = 8;
const entryBytes = 12;
/** Values of so many bytes stand in the entry of their field. */
const inlineBytes = 4;

/** GeoTIFF 1.1 keys for degrees on WGS 84 (EPSG 4326), with values of pixel areas. */
export const keysInDegrees = [1, 1, 0, 3, 1024, 0, 1, 2, 1025, 0, 1, 1, 2048, 0, 1, 4326];

/** The first bytes of a file with the lowest byte of a number first. @param directoryAt where the directory of the image begins. */
export function tiffHeader(directoryAt: number): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(tiffHeaderBytes));
  view.setUint16(0, 0x4949);
  view.setUint16(2, 42, true);
  view.setUint32(4, directoryAt, true);
  return new Uint8Array(view.buffer);
}

/**
 * The directory of an image, followed by the values that do not fit into their entries.
 *
 * @param fields in the order of their tags.
 * @param at where it begins in the file.
 */
export function tiffDirectory(fields: readonly TiffField[], at: number): Uint8Array<ArrayBuffer> {
  const sizeOf = ([, type, values]: TiffField) => types[type].bytes * values.length;
  const beside = fields.map(sizeOf).map((size) => (size > inlineBytes ? size + (size % 2) : 0));
  const tableBytes = 2 + fields.length * entryBytes + 4;
  const view = new DataView(new ArrayBuffer(beside.reduce((sum, size) => sum + size, tableBytes)));
  view.setUint16(0, fields.length, true);
  let free = tableBytes;
  for (const [index, [tag, type, values]] of fields.entries()) {
    const entry = 2 + index * entryBytes;
    const far = beside[index] ?? 0;
    view.setUint16(entry, tag, true);
    view.setUint16(entry + 2, types[type].code, true);
    view.setUint32(entry + 4, values.length, true);
    if (far > 0) view.setUint32(entry + 8, at + free, true);
    writeValues(view, far > 0 ? free : entry + 8, type, values);
    free += far;
  }
  return new Uint8Array(view.buffer);
}

function writeValues(view: DataView, at: number, type: TiffField[1], values: ArrayLike<number>): void {
  for (let index = 0; index < values.length; index++) {
    const [value, to] = [values[index] ?? 0, at + index * types[type].bytes];
    if (type === 'double') view.setFloat64(to, value, true);
    else if (type === 'long') view.setUint32(to, value, true);
    else if (type === 'short') view.setUint16(to, value, true);
    else view.setUint8(to, value);
  }
}
