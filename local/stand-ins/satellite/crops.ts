import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { inflateSync } from 'node:zlib';

/** The real scenes that come with Furrow, in the order of their dates (`assets/satellite/README.md`). */
export const cropNames = [
  'S2B_33TWL_20230813_0_L2A',
  'S2A_33TWL_20230815_0_L2A',
  'S2A_33TWL_20230818_0_L2A',
  'S2B_33TWL_20230820_0_L2A',
] as const;
export type CropName = (typeof cropNames)[number];

/** The position of the crops in tile 33TWL: in metres of zone 33 and in pixels. */
export const cropPosition = { zone: 33, isSouth: false, left: 530_700, top: 5_069_280, metres: 120, size: 400 };

export interface Crop {
  red: Uint16Array;
  nir: Uint16Array;
  classes: Uint16Array;
}

const folder = fileURLToPath(new URL('../../../assets/satellite/', import.meta.url));

export const cropFile = (name: CropName, file: string): Buffer => readFileSync(`${folder}${name}/${file}`);

const assets = new Map<string, unknown>();

/**
 * A JSON file of `assets/satellite`; read once.
 *
 * @example const item = readAsset(`${crop}/item.json`) as Item;
 */
export function readAsset(file: string): unknown {
  const known = assets.get(file) ?? JSON.parse(readFileSync(`${folder}${file}`, 'utf8'));
  assets.set(file, known);
  return known;
}

const crops = new Map<CropName, Crop>();

/**
 * The pixels of a real scene; read once.
 *
 * @example const { red, nir, classes } = cropOf(name);
 */
export function cropOf(name: CropName): Crop {
  const known = crops.get(name);
  if (known) return known;
  const read = (band: string) => pixelsOf(cropFile(name, `${band}.tif`));
  const crop = { red: read('B04'), nir: read('B08'), classes: read('SCL') };
  crops.set(name, crop);
  return crop;
}

const tags = { width: 256, bits: 258, compression: 259, predictor: 317, block: 322, offsets: 324, sizes: 325 };
const deflate = 8;

/** The first image of a TIFF file of one band in deflated square tiles, little endian, as those of `assets/satellite` are. */
function pixelsOf(file: Buffer): Uint16Array {
  const first = file.readUInt32LE(4);
  const entry = (tag: number): number[] => {
    for (let index = 0; index < file.readUInt16LE(first); index += 1) {
      const at = first + 2 + index * 12;
      if (file.readUInt16LE(at) !== tag) continue;
      const [isShort, count] = [file.readUInt16LE(at + 2) === 3, file.readUInt32LE(at + 4)];
      const start = count * (isShort ? 2 : 4) <= 4 ? at + 8 : file.readUInt32LE(at + 8);
      return Array.from({ length: count }, (_, each) =>
        isShort ? file.readUInt16LE(start + each * 2) : file.readUInt32LE(start + each * 4),
      );
    }
    return [];
  };
  const [size = 0] = entry(tags.width);
  const [bits] = entry(tags.bits);
  const [block = 1] = entry(tags.block);
  if (entry(tags.compression)[0] !== deflate)
    throw new Error('assets/satellite holds a TIFF file that is not deflated');
  const areDifferences = entry(tags.predictor)[0] === 2;
  const pixels = new Uint16Array(size * size);
  const across = Math.ceil(size / block);
  const sizes = entry(tags.sizes);
  for (const [index, offset] of entry(tags.offsets).entries()) {
    const bytes = inflateSync(file.subarray(offset, offset + (sizes[index] ?? 0)));
    const [left, top] = [(index % across) * block, Math.floor(index / across) * block];
    for (let y = 0; y < block && top + y < size; y += 1) {
      let before = 0;
      for (let x = 0; x < block && left + x < size; x += 1) {
        const at = y * block + x;
        const value = (bits === 8 ? (bytes[at] ?? 0) : bytes.readUInt16LE(at * 2)) + (areDifferences ? before : 0);
        before = bits === 8 ? value & 0xff : value & 0xffff;
        pixels[(top + y) * size + left + x] = before;
      }
    }
  }
  return pixels;
}
