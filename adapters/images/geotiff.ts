import { deflateSync } from 'node:zlib';

type Field = [tag: number, type: 'short' | 'long' | 'double' | 'ascii', values: number[] | string];

/** Types of fields (TIFF 6.0, section 2). */
const types = {
  ascii: { code: 2, bytes: 1 },
  short: { code: 3, bytes: 2 },
  long: { code: 4, bytes: 4 },
  double: { code: 12, bytes: 8 },
} as const;

/** Compression by Deflate (Adobe's technical note 2, 2002). */
const deflate = 8;
const headerBytes = 8;
const entryBytes = 12;
/** Bytes of a strip before compression. */
const stripBytes = 1_048_576;

/** GeoTIFF 1.1 keys for degrees on WGS 84 (EPSG 4326), with values of pixel areas. */
const inDegrees = [1, 1, 0, 3, 1024, 0, 1, 2, 1025, 0, 1, 1, 2048, 0, 1, 4326];
/** GeoTIFF 1.1 keys for metres of a projected system, with values of pixel areas. */
const inMetres = (system: number) => [1, 1, 0, 3, 1024, 0, 1, 1, 1025, 0, 1, 1, 3072, 0, 1, system];

/**
 * The position of an image: the outer corner of its first pixel, and the size of a pixel, in degrees or in metres of a
 * projected system.
 */
export type GeoReference = { width: number; height: number; west: number; north: number } & (
  | { degreesPerPixel: readonly [longitude: number, latitude: number] }
  | { metresPerPixel: readonly [x: number, y: number]; system: number }
);

export interface GeoContent {
  /** `colours` are bytes of red, green, blue and opacity; `numbers` are NaN if missing. */
  kind: 'numbers' | 'colours';
  /** Meaning of the numbers with their unit, or of the colours. */
  description: string;
  /** Names of the numbers of a pixel; one unnamed number by default. */
  bands?: readonly string[];
  /** Writes lines into a buffer, pixel by pixel. */
  fill(content: Buffer, firstLine: number, lines: number): void;
}

/**
 * Writes a GeoTIFF. Missing numbers are declared as in files of GDAL.
 *
 * @example const file = encodeGeoTiff(georeference, { kind: 'numbers', description: 'NDVI', fill });
 */
export function encodeGeoTiff(
  georeference: GeoReference,
  { kind, description, bands = [''], fill }: GeoContent,
): Buffer {
  const { width, height, west, north } = georeference;
  const isColours = kind === 'colours';
  const samples = isColours ? 4 : bands.length;
  const [sampleBytes, format] = isColours ? [1, 1] : [4, 3];
  const lineBytes = width * samples * sampleBytes;
  const lines = Math.max(1, Math.min(height, Math.floor(stripBytes / lineBytes)));
  const strips: Buffer[] = [];
  for (let line = 0; line < height; line += lines) {
    const count = Math.min(lines, height - line);
    const content = Buffer.alloc(count * lineBytes);
    fill(content, line, count);
    const packed = deflateSync(content);
    strips.push(packed.length % 2 ? Buffer.concat([packed, Buffer.alloc(1)]) : packed);
  }
  let next = headerBytes;
  const offsets = strips.map(({ length }) => {
    next += length;
    return next - length;
  });
  const each = (value: number) => new Array<number>(samples).fill(value);
  const fields: Field[] = [
    [256, 'long', [width]],
    [257, 'long', [height]],
    [258, 'short', each(8 * sampleBytes)],
    [259, 'short', [deflate]],
    [262, 'short', [isColours ? 2 : 1]],
    [270, 'ascii', `${description}\0`],
    [273, 'long', offsets],
    [277, 'short', [samples]],
    [278, 'long', [lines]],
    [279, 'long', strips.map(({ length }) => length)],
    [284, 'short', [1]],
    ...extraSamples(isColours, samples),
    [339, 'short', each(format)],
    [33550, 'double', [...('system' in georeference ? georeference.metresPerPixel : georeference.degreesPerPixel), 0]],
    [33922, 'double', [0, 0, 0, west, north, 0]],
    [34735, 'short', 'system' in georeference ? inMetres(georeference.system) : inDegrees],
    ...(bands.length > 1 ? [[42112, 'ascii', `${namesOf(bands)}\0`] satisfies Field] : []),
    ...(isColours ? [] : [[42113, 'ascii', 'nan\0'] satisfies Field]),
  ];
  const header = Buffer.alloc(headerBytes);
  header.write('II', 'latin1');
  header.writeUInt16LE(42, 2);
  header.writeUInt32LE(next, 4);
  return Buffer.concat([header, ...strips, directory(fields, next)]);
}

/** The field for additional samples: opacity besides three colours, unspecified samples besides the first number. */
function extraSamples(isColours: boolean, samples: number): Field[] {
  if (isColours) return [[338, 'short', [2]]];
  return samples > 1 ? [[338, 'short', new Array<number>(samples - 1).fill(0)]] : [];
}

/** The names of bands in GDAL's metadata. */
function namesOf(bands: readonly string[]): string {
  const items = bands.map(
    (name, index) => `<Item name="DESCRIPTION" sample="${index}" role="description">${name}</Item>`,
  );
  return `<GDALMetadata>${items.join('')}</GDALMetadata>`;
}

/** The fields of the image, followed by the values that do not fit into their entries. */
function directory(fields: Field[], at: number): Buffer {
  const table = Buffer.alloc(2 + fields.length * entryBytes + 4);
  table.writeUInt16LE(fields.length, 0);
  const long: Buffer[] = [];
  let free = at + table.length;
  for (const [index, [tag, type, values]] of fields.entries()) {
    const entry = 2 + index * entryBytes;
    const content = encoded(type, values);
    table.writeUInt16LE(tag, entry);
    table.writeUInt16LE(types[type].code, entry + 2);
    table.writeUInt32LE(values.length, entry + 4);
    if (content.length <= 4) content.copy(table, entry + 8);
    else {
      table.writeUInt32LE(free, entry + 8);
      long.push(content, Buffer.alloc(content.length % 2));
      free += content.length + (content.length % 2);
    }
  }
  return Buffer.concat([table, ...long]);
}

function encoded(type: Field[1], values: number[] | string): Buffer {
  if (typeof values === 'string') return Buffer.from(values, 'latin1');
  const { bytes } = types[type];
  const content = Buffer.alloc(values.length * bytes);
  for (const [index, value] of values.entries()) {
    if (type === 'double') content.writeDoubleLE(value, index * bytes);
    else content.writeUIntLE(value, index * bytes, bytes);
  }
  return content;
}
