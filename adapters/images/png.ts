import { deflateSync } from 'node:zlib';
import type { Colour } from '../../domain/machine-files/maps/class-colours.ts';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** An image whose pixels are numbers of colours, row by row from the top; colour 0 is transparent. */
export interface Picture {
  width: number;
  height: number;
  pixels: Uint8Array;
  /** The colours from number 1 on. */
  palette: readonly Colour[];
}

/**
 * Writes a picture as PNG (ISO/IEC 15948): one byte of a palette for each pixel.
 *
 * @example encodePng({ width: 2, height: 1, pixels: Uint8Array.of(0, 1), palette: [[255, 0, 0]] }) // transparent, red
 */
export function encodePng({ width, height, pixels, palette }: Picture): Buffer {
  return png(width, height, pixels, 3, [
    chunk('PLTE', Buffer.from([[0, 0, 0], ...palette].flat())),
    // Other colours are opaque.
    chunk('tRNS', Buffer.of(0)),
  ]);
}

/**
 * Writes pixels of red, green, blue and opacity as PNG.
 *
 * @example encodeColours(1, 1, Uint8Array.of(255, 0, 0, 128)) // half-transparent red
 */
export function encodeColours(width: number, height: number, colours: Uint8Array): Buffer {
  return png(width, height, colours, 6, []);
}

function png(width: number, height: number, pixels: Uint8Array, kind: 3 | 6, chunks: Buffer[]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(8, 8);
  header.writeUInt8(kind, 9);
  const line = width * (kind === 6 ? 4 : 1);
  // Each row begins with its filter: 0, none.
  const rows = Buffer.alloc(height * (1 + line));
  for (let row = 0; row < height; row++) {
    rows.set(pixels.subarray(row * line, (row + 1) * line), row * (1 + line) + 1);
  }
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    ...chunks,
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(content.length, 0);
  frame.writeUInt32BE(checksum(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

const polynomial = 0xedb88320;
const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? polynomial ^ (value >>> 1) : value >>> 1;
  return value;
});

/** CRC-32; Node has its own only since version 22. */
function checksum(bytes: Buffer): number {
  let value = 0xffffffff;
  for (const byte of bytes) value = (table[(value ^ byte) & 255] ?? 0) ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}
