import { deflateSync } from 'node:zlib';
import {
  keysInDegrees,
  type TiffField,
  tiffDirectory,
  tiffHeader,
  tiffHeaderBytes,
} from '../../formats/tiff/write-directory.ts';

/** Compression by Deflate (Adobe's technical note 2, 2002). */
const deflate = 8;
/** Bytes of a strip before compression. */
const stripBytes = 1_048_576;

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
  let next = tiffHeaderBytes;
  const offsets = strips.map(({ length }) => {
    next += length;
    return next - length;
  });
  const each = (value: number) => new Array<number>(samples).fill(value);
  const fields: TiffField[] = [
    [256, 'long', [width]],
    [257, 'long', [height]],
    [258, 'short', each(8 * sampleBytes)],
    [259, 'short', [deflate]],
    [262, 'short', [isColours ? 2 : 1]],
    [270, 'ascii', text(description)],
    [273, 'long', offsets],
    [277, 'short', [samples]],
    [278, 'long', [lines]],
    [279, 'long', strips.map(({ length }) => length)],
    [284, 'short', [1]],
    ...extraSamples(isColours, samples),
    [339, 'short', each(format)],
    [33550, 'double', [...('system' in georeference ? georeference.metresPerPixel : georeference.degreesPerPixel), 0]],
    [33922, 'double', [0, 0, 0, west, north, 0]],
    [34735, 'short', 'system' in georeference ? inMetres(georeference.system) : keysInDegrees],
    ...(bands.length > 1 ? [[42112, 'ascii', text(namesOf(bands))] satisfies TiffField] : []),
    ...(isColours ? [] : [[42113, 'ascii', text('nan')] satisfies TiffField]),
  ];
  return Buffer.concat([tiffHeader(next), ...strips, tiffDirectory(fields, next)]);
}

const text = (content: string) => Buffer.from(`${content}\0`, 'latin1');

/** The field for additional samples: opacity besides three colours, unspecified samples besides the first number. */
function extraSamples(isColours: boolean, samples: number): TiffField[] {
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
