import { inflateSync } from 'node:zlib';
import type { Colour } from '../../domain/machine-files/maps/class-colours.ts';
import type { ReadPicture } from '../../domain/satellite/grid/map-tile.ts';

/** A picture that has been read, with the numbers of its colours if it has a palette. */
export interface DecodedPicture extends ReadPicture {
  numbers?: {
    /** The colours from number 1 on. */
    palette: readonly Colour[];
    /** The number of a pixel's colour; 0 is transparent. */
    at(x: number, y: number): number;
  };
}

/** Maximum bytes of pixels; larger than any picture of Furrow. */
const maxBytes = 300_000_000;

/**
 * Decodes a PNG that `png.ts` has written: eight bits for a palette index or for each of four channels, and no filters.
 *
 * @throws Error for any other.
 * @example const { width, height } = readPng(encodePng(picture));
 */
export function readPng(file: Buffer): DecodedPicture {
  const chunks = chunksOf(file);
  const header = chunks.find(({ type }) => type === 'IHDR')?.content ?? Buffer.alloc(13);
  const [width, height, kind] = [header.readUInt32BE(0), header.readUInt32BE(4), header.readUInt8(9)];
  const channels = kind === 6 ? 4 : 1;
  if (header.readUInt8(8) !== 8 || (kind !== 3 && kind !== 6)) throw new Error('the PNG is not one that was made here');
  const packed = Buffer.concat(chunks.flatMap(({ type, content }) => (type === 'IDAT' ? [content] : [])));
  const rows = inflateSync(packed, { maxOutputLength: maxBytes });
  const line = 1 + width * channels;
  if (rows.length !== height * line) throw new Error('the PNG has another size than it says');
  for (let row = 0; row < height; row += 1) if (rows[row * line] !== 0) throw new Error('the PNG has filters');
  const at = (index: number) => rows[index] ?? 0;
  if (kind === 6) {
    return {
      ...{ width, height },
      colourAt(x, y) {
        const start = y * line + 1 + x * 4;
        return [at(start), at(start + 1), at(start + 2), at(start + 3)];
      },
    };
  }
  const content = chunks.find(({ type }) => type === 'PLTE')?.content ?? Buffer.alloc(0);
  const palette = Array.from({ length: content.length / 3 }, (_, number): Colour => {
    const [red = 0, green = 0, blue = 0] = content.subarray(number * 3, number * 3 + 3);
    return [red, green, blue];
  });
  const numberAt = (x: number, y: number) => at(y * line + 1 + x);
  return {
    ...{ width, height },
    numbers: { palette: palette.slice(1), at: numberAt },
    colourAt(x, y) {
      const number = numberAt(x, y);
      const [red, green, blue] = palette[number] ?? [0, 0, 0];
      return [red, green, blue, number === 0 ? 0 : 255];
    },
  };
}

function chunksOf(file: Buffer): { type: string; content: Buffer }[] {
  const chunks: { type: string; content: Buffer }[] = [];
  for (let at = 8; at + 12 <= file.length; ) {
    const length = file.readUInt32BE(at);
    chunks.push({ type: file.toString('latin1', at + 4, at + 8), content: file.subarray(at + 8, at + 8 + length) });
    at += 12 + length;
  }
  return chunks;
}
