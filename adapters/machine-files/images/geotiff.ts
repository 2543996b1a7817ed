import { deflateSync } from 'node:zlib';
import type { Raster } from './raster.ts';

type Field = [tag: number, type: 'short' | 'long' | 'double' | 'ascii', values: number[] | string];

/** TIFF 6.0, section 2: how fields are written. */
const types = {
  ascii: { code: 2, bytes: 1 },
  short: { code: 3, bytes: 2 },
  long: { code: 4, bytes: 4 },
  double: { code: 12, bytes: 8 },
} as const;

/** Deflate, as Adobe's technical note 2 (2002) numbers it. */
const deflate = 8;
const floatingPoint = 3;
const pixelBytes = 4;
const headerBytes = 8;
const entryBytes = 12;

/** GeoTIFF 1.1: degrees on WGS 84 (EPSG 4326), the values being those of whole pixels. */
const geoKeys = [1, 1, 0, 3, 1024, 0, 1, 2, 1025, 0, 1, 1, 2048, 0, 1, 4326];

/**
 * Writes values of a raster as a GeoTIFF of one band of numbers; where there is no value it is NaN, which the file says as GDAL does.
 *
 * @param values by spot.
 * @param description what the numbers are, with their unit.
 */
export function encodeGeoTiff(raster: Raster, values: Float64Array, description: string): Buffer {
  const { width, height, west, north, degreesPerPixel } = raster;
  const strip = deflateSync(pixels(raster, values));
  const fields: Field[] = [
    [256, 'long', [width]],
    [257, 'long', [height]],
    [258, 'short', [8 * pixelBytes]],
    [259, 'short', [deflate]],
    [262, 'short', [1]],
    [270, 'ascii', `${description}\0`],
    [273, 'long', [headerBytes]],
    [277, 'short', [1]],
    [278, 'long', [height]],
    [279, 'long', [strip.length]],
    [339, 'short', [floatingPoint]],
    [33550, 'double', [...degreesPerPixel, 0]],
    [33922, 'double', [0, 0, 0, west, north, 0]],
    [34735, 'short', geoKeys],
    [42113, 'ascii', 'nan\0'],
  ];
  const padding = Buffer.alloc(strip.length % 2);
  const at = headerBytes + strip.length + padding.length;
  const header = Buffer.alloc(headerBytes);
  header.write('II', 'latin1');
  header.writeUInt16LE(42, 2);
  header.writeUInt32LE(at, 4);
  return Buffer.concat([header, strip, padding, directory(fields, at)]);
}

function pixels({ spots }: Raster, values: Float64Array): Buffer {
  const content = Buffer.alloc(spots.length * pixelBytes);
  for (const [pixel, spot] of spots.entries()) content.writeFloatLE(values[spot] ?? Number.NaN, pixel * pixelBytes);
  return content;
}

/** The fields of the image, and behind them the values that do not fit into their entries. */
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
