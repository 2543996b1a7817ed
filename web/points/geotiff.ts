import { readDirectory } from '../../formats/tiff/read-directory.ts';
import { type Plane, toMetres } from '../map/plane.ts';
import type { PointArrays } from './point-arrays.ts';
import { pointGrid } from './point-grid.ts';

/** A picture in degrees, its pixels from the north-western corner. */
export interface GeoPicture {
  width: number;
  height: number;
  west: number;
  north: number;
  degreesPerPixel: [longitude: number, latitude: number];
  /** One number a pixel, NaN where there is none; or four bytes of red, green, blue and opacity. */
  pixels: Float32Array | Uint8Array;
}

const tags = {
  width: 256,
  height: 257,
  bits: 258,
  compression: 259,
  offsets: 273,
  samples: 277,
  lengths: 279,
  format: 339,
  size: 33_550,
  corner: 33_922,
} as const;

/**
 * Reads a GeoTIFF as the satellite area writes them: in degrees, one 32-bit number or four bytes of colour a pixel, in strips packed by Deflate.
 *
 * @throws Error for any other file, such as one of Planet in metres.
 */
export async function readGeoTiff(bytes: Uint8Array): Promise<GeoPicture> {
  const noGeoTiff = () => new Error('the picture is no GeoTIFF');
  const directory = await readDirectory(async (from, to) => bytes.subarray(from, to), 'the picture', noGeoTiff);
  const fields = async (code: number) => {
    const tag = directory.tag(code);
    return tag ? tag.read(0, tag.count) : [];
  };
  const [width = 0] = await fields(tags.width);
  const [height = 0] = await fields(tags.height);
  const parts = [tags.bits, tags.compression, tags.samples, tags.format].map(async (code) => (await fields(code))[0]);
  const kind = (await Promise.all(parts)).join();
  if (kind !== '32,8,1,3' && kind !== '8,8,4,1') throw new Error('the picture has neither numbers nor colours');
  const [dx = 0, dy = 0] = await fields(tags.size);
  const [, , , west = 0, north = 0] = await fields(tags.corner);
  if (Math.abs(west) > 180 || Math.abs(north) > 90) throw new Error('the picture is not in degrees');
  const content = new Uint8Array(4 * width * height);
  const lengths = await fields(tags.lengths);
  let at = 0;
  for (const [index, offset] of (await fields(tags.offsets)).entries()) {
    at += await unpack(bytes.subarray(offset, offset + (lengths[index] ?? 0)), content.subarray(at));
  }
  if (at < content.length) throw new Error('the picture is cut off');
  const pixels = kind === '32,8,1,3' ? new Float32Array(content.buffer) : content;
  return { width, height, west, north, degreesPerPixel: [dx, dy], pixels };
}

/** The pixels that have a number, as points. */
export function pixelArraysOf(picture: GeoPicture, plane: Plane): PointArrays {
  const { width, west, north } = picture;
  const numbers = Float32Array.from(picture.pixels);
  const [dx, dy] = picture.degreesPerPixel;
  const seen = numbers.reduce<number[]>((found, number, index) => {
    if (!Number.isNaN(number)) found.push(index);
    return found;
  }, []);
  const at = new Float32Array(2 * seen.length);
  for (const [index, pixel] of seen.entries()) {
    const [column, row] = [pixel % width, Math.floor(pixel / width)];
    at.set(toMetres(plane, [west + (column + 0.5) * dx, north - (row + 0.5) * dy]), 2 * index);
  }
  const value = Float32Array.from(seen, (pixel) => numbers[pixel] ?? Number.NaN);
  const state = new Uint8Array(seen.length);
  const ground = { wide: dx * plane.east, long: dy * plane.north };
  return {
    count: seen.length,
    ...{ at, value, state },
    heading: new Float32Array(seen.length),
    area: new Float32Array(seen.length).fill(ground.wide * ground.long),
    about: {
      of: 'pixels',
      points: seen.length,
      states: [{ name: 'shown', points: seen.length }],
      ground,
    },
    grid: pointGrid(at, Math.max(ground.wide, ground.long)),
  };
}

/**
 * Unpacks a strip. Strips of odd length have a byte more than Deflate needs, over which a stream fails once all is there: what it had not yet handed
 * out is lost with it, so that such a strip is unpacked again without that byte.
 */
async function unpack(packed: Uint8Array, content: Uint8Array): Promise<number> {
  return (await unpacked(packed, content)) ?? (await unpacked(packed.subarray(0, -1), content)) ?? 0;
}

/** The number of bytes that were unpacked; undefined if the stream failed. */
async function unpacked(packed: Uint8Array, content: Uint8Array): Promise<number | undefined> {
  const reader = new Blob([packed as BlobPart]).stream().pipeThrough(new DecompressionStream('deflate')).getReader();
  let at = 0;
  while (at < content.length) {
    const next = await reader.read().catch(() => undefined);
    if (!next) return undefined;
    if (!next.value) break;
    content.set(next.value.subarray(0, content.length - at), at);
    at += next.value.length;
  }
  return at;
}
