import { deflateSync } from 'node:zlib';
import type { Grid } from './bands.ts';

/** An image of a file: the whole one, or one of its overviews. */
export interface Level {
  width: number;
  height: number;
  /** The side of a block, a multiple of 16. */
  block: number;
  /** The number of distinct blocks along a side, which are repeated over the image. */
  period: number;
  blocks: Buffer[];
}

export interface GeoReference {
  epsg: number;
  left: number;
  top: number;
  metres: number;
}

/** The distinct blocks of a pattern that is repeated over a level; incomplete blocks are filled with 0. */
export function levelOf({ size, pixels }: Grid, width: number, block: number, bits: 8 | 16): Level {
  const period = Math.ceil(size / block);
  const blocks: Buffer[] = [];
  for (let top = 0; top < period * block; top += block) {
    for (let left = 0; left < period * block; left += block) {
      const part = new Uint16Array(block * block);
      for (let y = 0; y < block && top + y < size; y += 1) {
        const from = (top + y) * size + left;
        part.set(pixels.subarray(from, from + Math.min(block, size - left)), y * block);
      }
      blocks.push(deflateSync(differences(part, block, bits), { level: 4 }));
    }
  }
  return { width, height: width, block, period, blocks };
}

/** Predictor 2 of TIFF: each pixel as its difference from the one to its left. */
function differences(pixels: Uint16Array, block: number, bits: 8 | 16): Buffer {
  const bytes = Buffer.alloc((pixels.length * bits) / 8);
  for (let at = 0; at < pixels.length; at += 1) {
    const before = at % block === 0 ? 0 : (pixels[at - 1] ?? 0);
    const change = (pixels[at] ?? 0) - before;
    if (bits === 8) bytes[at] = change;
    else bytes.writeUInt16LE(change & 0xffff, at * 2);
  }
  return bytes;
}

export type Entry = [tag: number, type: 2 | 3 | 4 | 12, values: number[]];
const bytesOf = { 2: 1, 3: 2, 4: 4, 12: 8 };

/**
 * The head of a cloud-optimised GeoTIFF of one band: a directory for each level, with the offsets of its blocks. The blocks follow in the order of
 * the levels. A repeated block is stored once and referred to several times, so that an image of 110 km takes a megabyte.
 */
export function headOf(levels: readonly Level[], bits: 8 | 16, georeference: GeoReference): Buffer {
  const draft = directories(levels, bits, georeference, 0);
  const head = directories(levels, bits, georeference, draft.length);
  return head;
}

function directories(levels: readonly Level[], bits: 8 | 16, georeference: GeoReference, blocksAt: number): Buffer {
  const parts: Buffer[] = [Buffer.from([0x49, 0x49, 42, 0, 8, 0, 0, 0])];
  let at = 8;
  let next = blocksAt;
  for (const [index, level] of levels.entries()) {
    const starts = level.blocks.map(({ length }) => {
      next += length;
      return next - length;
    });
    const part = directory(
      entriesOf(level, bits, index === 0 ? georeference : undefined, starts),
      at,
      index === levels.length - 1,
    );
    parts.push(part);
    at += part.length;
  }
  return Buffer.concat(parts);
}

function entriesOf(
  { width, height, block, period, blocks }: Level,
  bits: number,
  georeference: GeoReference | undefined,
  starts: number[],
) {
  const [across, down] = [Math.ceil(width / block), Math.ceil(height / block)];
  const order = Array.from({ length: across * down }, (_, index) => {
    return (Math.floor(index / across) % period) * period + ((index % across) % period);
  });
  const entries: Entry[] = [
    [254, 4, [georeference ? 0 : 1]], // 1: an overview
    [256, 4, [width]],
    [257, 4, [height]],
    [258, 3, [bits]],
    [259, 3, [8]], // deflate
    [262, 3, [1]], // 0 is black
    [277, 3, [1]],
    [284, 3, [1]],
    [317, 3, [2]],
    [322, 4, [block]],
    [323, 4, [block]],
    [324, 4, order.map((each) => starts[each] ?? 0)],
    [325, 4, order.map((each) => blocks[each]?.length ?? 0)],
    [339, 3, [1]],
  ];
  if (georeference) {
    entries.push(
      [33550, 12, [georeference.metres, georeference.metres, 0]],
      [33922, 12, [0, 0, 0, georeference.left, georeference.top, 0]],
    );
    // Version 1.1.0; a projected system, pixels are areas, the system's number.
    entries.push([34735, 3, [1, 1, 0, 3, 1024, 0, 1, 1, 1025, 0, 1, 1, 3072, 0, 1, georeference.epsg]]);
  }
  entries.push([42113, 2, [0x30, 0]]); // GDAL's: no data is "0"
  return entries;
}

/** A directory of a TIFF file that begins at this byte, with the values that do not fit into its entries. */
export function directory(entries: Entry[], at: number, isLast: boolean): Buffer {
  const head = Buffer.alloc(2 + entries.length * 12 + 4);
  const more: Buffer[] = [];
  let end = at + head.length;
  head.writeUInt16LE(entries.length, 0);
  for (const [index, [tag, type, values]] of entries.entries()) {
    const data = Buffer.alloc(values.length * bytesOf[type]);
    for (const [each, value] of values.entries()) {
      if (type === 2) data.writeUInt8(value, each);
      else if (type === 3) data.writeUInt16LE(value, each * 2);
      else if (type === 4) data.writeUInt32LE(value, each * 4);
      else data.writeDoubleLE(value, each * 8);
    }
    const entry = 2 + index * 12;
    head.writeUInt16LE(tag, entry);
    head.writeUInt16LE(type, entry + 2);
    head.writeUInt32LE(values.length, entry + 4);
    if (data.length <= 4) {
      data.copy(head, entry + 8);
      continue;
    }
    head.writeUInt32LE(end, entry + 8);
    // Values begin at even offsets.
    const padded = data.length % 2 === 0 ? data : Buffer.concat([data, Buffer.alloc(1)]);
    more.push(padded);
    end += padded.length;
  }
  head.writeUInt32LE(isLast ? 0 : end, head.length - 4);
  return Buffer.concat([head, ...more]);
}
