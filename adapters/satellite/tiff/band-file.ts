import { SceneProblem } from '../../../domain/satellite/scenes/scene-problem.ts';
import { type Directory, type ReadBytes, readDirectory } from '../../../formats/tiff/read-directory.ts';

/** The grid of a file: the outer corner of its first pixel and the size of its pixels, in the units of its system. */
export interface Lay {
  /** EPSG code of the coordinate system. */
  system: number;
  x: number;
  y: number;
  dx: number;
  dy: number;
  width: number;
  height: number;
}

/** A GeoTIFF whose lines run from west to east, the northernmost first; of bands that lie one behind the other, the first. */
export interface BandFile {
  lay: Lay;
  blockWidth: number;
  blockHeight: number;
  /** The position of a block in the file; undefined for an omitted block, which has no data. */
  blockAt(column: number, row: number): Promise<{ from: number; to: number } | undefined>;
  /** The compression of blocks. */
  packing: Packing;
}

export interface Packing {
  compression: number;
  predictor: number;
  kind: 'uint8' | 'uint16' | 'int16' | 'float32';
  /** The number of interleaved samples of one pixel. */
  samples: number;
  little: boolean;
  noData: number | undefined;
}

const tags = {
  width: 256,
  height: 257,
  bits: 258,
  compression: 259,
  samples: 277,
  rowsPerStrip: 278,
  planar: 284,
  predictor: 317,
  tileWidth: 322,
  tileHeight: 323,
  format: 339,
  pixelScale: 33550,
  tiePoint: 33922,
  transformation: 34264,
  geoKeys: 34735,
  noData: 42113,
} as const;

/** TIFF's codes for no compression, LZW and Deflate, which has two. */
const readMethods = [1, 5, 8, 32946];

/** The longest side of a file; a tile of Sentinel-2 has 10,980 pixels. */
const maxSide = 100_000;
/** The pixels of one block; Earth Search's have 1,048,576. */
const maxBlockPixels = 16_777_216;
const maxSamples = 8;

/**
 * Reads the head of a GeoTIFF.
 *
 * @throws SceneProblem that says what is wrong with the file.
 * @example const band = await openBand(read, 'B04');
 */
export async function openBand(read: ReadBytes, name: string): Promise<BandFile> {
  const directory = await readDirectory(read, name, (message) => new SceneProblem(message));
  const wrong = (what: string) => new SceneProblem(`${name} cannot be read: ${what}.`);
  const list = async (code: number, maxCount: number): Promise<number[]> => {
    const values = directory.tag(code);
    if (values && values.count > maxCount) throw wrong(`tag ${code} has ${values.count} values`);
    return values ? values.read(0, values.count) : [];
  };
  const one = async (code: number, otherwise?: number): Promise<number> => {
    const [value = otherwise] = (await directory.tag(code)?.read(0, 1)) ?? [];
    if (value === undefined) throw wrong(`tag ${code} is missing`);
    return value;
  };

  const [width, height] = [await one(tags.width), await one(tags.height)];
  if (!(width > 0 && height > 0 && width <= maxSide && height <= maxSide)) {
    throw wrong(`it has ${width} × ${height} pixels, and at most ${maxSide} a side are read`);
  }
  const isTiled = directory.tag(tags.tileWidth) !== undefined;
  const blockWidth = isTiled ? await one(tags.tileWidth) : width;
  const blockHeight = isTiled ? await one(tags.tileHeight) : Math.min(height, await one(tags.rowsPerStrip, height));
  if (!(blockWidth > 0 && blockHeight > 0 && blockWidth * blockHeight <= maxBlockPixels)) {
    throw wrong(`its blocks have ${blockWidth} × ${blockHeight} pixels`);
  }
  const samples = await one(tags.samples, 1);
  const isPlanar = (await one(tags.planar, 1)) === 2;
  if (!(samples >= 1 && samples <= maxSamples)) throw wrong(`its pixels have ${samples} numbers`);
  const [compression, predictor] = [await one(tags.compression, 1), await one(tags.predictor, 1)];
  const bits = await one(tags.bits, 1);
  const format = await one(tags.format, 1);
  const kind = kinds[`${format}/${bits}`];
  if (!kind) throw wrong(`its numbers have ${bits} bits of format ${format}`);
  if (!readMethods.includes(compression)) {
    throw wrong(`it is packed by method ${compression}, and only Deflate and LZW are read`);
  }
  if (predictor !== 1 && !(predictor === 2 && kind !== 'float32')) throw wrong(`its predictor is ${predictor}`);

  const across = Math.ceil(width / blockWidth);
  const [offsets, lengths] = isTiled ? [324, 325] : [273, 279];
  return {
    lay: { ...(await layOf(list, wrong)), width, height },
    blockWidth,
    blockHeight,
    async blockAt(column, row) {
      const index = row * across + column;
      const [from = 0] = (await directory.tag(offsets)?.read(index, 1)) ?? [];
      const [length = 0] = (await directory.tag(lengths)?.read(index, 1)) ?? [];
      return length === 0 ? undefined : { from, to: from + length };
    },
    packing: {
      compression,
      predictor,
      kind,
      samples: isPlanar ? 1 : samples,
      little: (await read(0, 1))[0] === 0x49,
      noData: await noDataOf(directory),
    },
  };
}

const kinds: Record<string, Packing['kind']> = { '1/8': 'uint8', '1/16': 'uint16', '2/16': 'int16', '3/32': 'float32' };

/** GeoTIFF 1.1 (OGC 19-008): a scale and a point, or a matrix without rotation, and the key of the system. */
async function layOf(
  list: (code: number, maxCount: number) => Promise<number[]>,
  wrong: (what: string) => SceneProblem,
): Promise<Omit<Lay, 'width' | 'height'>> {
  const [dx, dy] = await list(tags.pixelScale, 3);
  const [column = 0, row = 0, , x, y] = await list(tags.tiePoint, 6_000);
  const matrix = await list(tags.transformation, 16);
  const keys = await list(tags.geoKeys, 4_000);
  const nowhere = wrong('it does not say where on the earth its pixels lie');
  const lay =
    matrix.length === 16
      ? { x: matrix[3], y: matrix[7], dx: matrix[0], dy: -(matrix[5] ?? 0) }
      : { x: (x ?? Number.NaN) - column * (dx ?? 0), y: (y ?? Number.NaN) + row * (dy ?? 0), dx, dy };
  if (matrix.length === 16 && (matrix[1] !== 0 || matrix[4] !== 0))
    throw wrong('its lines are turned against the north');
  const numbers = [lay.x, lay.y, lay.dx, lay.dy].map(Number);
  if (!numbers.every(Number.isFinite) || !(Number(lay.dx) > 0 && Number(lay.dy) > 0)) throw nowhere;
  const keyOf = (id: number) => {
    for (let at = 4; at + 3 < keys.length; at += 4) if (keys[at] === id && keys[at + 1] === 0) return keys[at + 3];
    return undefined;
  };
  const system = keyOf(3072) ?? keyOf(2048);
  if (system === undefined) throw nowhere;
  const [left = 0, top = 0, wide = 0, high = 0] = numbers;
  return { system, x: left, y: top, dx: wide, dy: high };
}

async function noDataOf(directory: Directory): Promise<number | undefined> {
  const values = directory.tag(tags.noData);
  if (!values || values.count > 40) return undefined;
  const text = String.fromCharCode(...(await values.read(0, values.count))).replaceAll('\0', '');
  return text.trim() === '' || Number.isNaN(Number(text)) ? undefined : Number(text);
}
