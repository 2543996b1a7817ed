import { deflateSync } from 'node:zlib';

export interface BandTiff {
  width: number;
  height: number;
  block: number;
  /** Metres of a pixel. */
  metres: number;
  system?: number;
  west?: number;
  north?: number;
  bits?: 8 | 16;
  predictor?: 1 | 2;
  /** Tags that replace those of the file. */
  tags?: Record<number, [type: 3 | 4 | 12, values: number[]] | undefined>;
  valueAt(column: number, row: number): number;
  /** Packs a block. */
  pack?(content: Buffer): Buffer;
}

const codes = { 3: 2, 4: 4, 12: 8 } as const;

/** A GeoTIFF in blocks as the files of Sentinel-2 are, and where each of its blocks lies. */
export function bandTiff(asked: BandTiff): { file: Buffer; blocks: { from: number; to: number }[] } {
  const { width, height, block, metres, bits = 16, predictor = 2, pack = deflateSync } = asked;
  const { system = 32633, west = 500_000, north = 5_000_000 } = asked;
  const [across, down] = [Math.ceil(width / block), Math.ceil(height / block)];
  const packed = Array.from({ length: across * down }, (_, index) => {
    const content = Buffer.alloc((block * block * bits) / 8);
    for (let row = 0; row < block; row++) {
      let before = 0;
      for (let column = 0; column < block; column++) {
        const [x, y] = [(index % across) * block + column, Math.floor(index / across) * block + row];
        const value = x < width && y < height ? asked.valueAt(x, y) : 0;
        const written = (predictor === 2 ? value - before : value) & (bits === 16 ? 0xffff : 0xff);
        before = value;
        if (bits === 16) content.writeUInt16LE(written, (row * block + column) * 2);
        else content.writeUInt8(written, row * block + column);
      }
    }
    return pack(content);
  });
  const tags: Record<number, [type: 3 | 4 | 12, values: number[]] | undefined> = {
    256: [4, [width]],
    257: [4, [height]],
    258: [3, [bits]],
    259: [3, [8]],
    262: [3, [1]],
    277: [3, [1]],
    317: [3, [predictor]],
    322: [3, [block]],
    323: [3, [block]],
    324: [4, packed.map(() => 0)],
    325: [4, packed.map(({ length }) => length)],
    33550: [12, [metres, metres, 0]],
    33922: [12, [0, 0, 0, west, north, 0]],
    34735: [3, [1, 1, 0, 2, 1024, 0, 1, 1, 3072, 0, 1, system]],
    ...asked.tags,
  };
  const present = Object.entries(tags).flatMap(([tag, told]) => (told ? [[Number(tag), ...told] as const] : []));
  const tableBytes = 2 + present.length * 12 + 4;
  const long = present.map(([, type, values]) => codes[type] * values.length).filter((bytes) => bytes > 4);
  const start = 8 + tableBytes + long.reduce((sum, bytes) => sum + bytes, 0);
  let next = start;
  const blocks = packed.map(({ length }) => {
    next += length;
    return { from: next - length, to: next };
  });
  if (!asked.tags?.[324]) tags[324]?.[1].splice(0, packed.length, ...blocks.map(({ from }) => from));
  const head = Buffer.alloc(start);
  head.write('II*\0', 'latin1');
  head.writeUInt32LE(8, 4);
  head.writeUInt16LE(present.length, 8);
  let free = 8 + tableBytes;
  for (const [index, [tag, type, values]] of present.entries()) {
    const entry = 10 + index * 12;
    head.writeUInt16LE(tag, entry);
    head.writeUInt16LE(type, entry + 2);
    head.writeUInt32LE(values.length, entry + 4);
    const bytes = codes[type] * values.length;
    const offset = bytes > 4 ? free : entry + 8;
    if (bytes > 4) {
      head.writeUInt32LE(free, entry + 8);
      free += bytes;
    }
    for (const [at, value] of values.entries()) {
      if (type === 12) head.writeDoubleLE(value, offset + at * 8);
      else head.writeUIntLE(value, offset + at * codes[type], codes[type]);
    }
  }
  return { file: Buffer.concat([head, ...packed]), blocks };
}

/** Reads a file in memory, and records the ranges. */
export function reading(file: Uint8Array) {
  const read: [from: number, to: number][] = [];
  return {
    read,
    bytes: async (from: number, to: number) => {
      read.push([from, to]);
      return file.subarray(from, to);
    },
  };
}
