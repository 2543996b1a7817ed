import { type Crop, cropPosition } from './crops.ts';

/*
 * The real scenes have red, near infrared and classes. The other bands are computed from these two, pixel by pixel, with shares that give plants, bare soil and
 * clouds about the right brightness (they are not measurements).
 */

export interface Band {
  /** The name of its file: `B04`. */
  name: string;
  metres: 10 | 20 | 60;
  /** Shares of red and near infrared; absent for measured bands. */
  made?: [red: number, nir: number];
}

/** The bands, by Earth Search's name of the asset. */
export const bands = {
  coastal: { name: 'B01', metres: 60, made: [0.8, 0] },
  blue: { name: 'B02', metres: 10, made: [0.9, -0.02] },
  green: { name: 'B03', metres: 10, made: [0.85, 0.08] },
  red: { name: 'B04', metres: 10 },
  rededge1: { name: 'B05', metres: 20, made: [0.75, 0.2] },
  rededge2: { name: 'B06', metres: 20, made: [0.3, 0.68] },
  rededge3: { name: 'B07', metres: 20, made: [0.1, 0.88] },
  nir: { name: 'B08', metres: 10 },
  nir08: { name: 'B8A', metres: 20, made: [0.03, 1] },
  nir09: { name: 'B09', metres: 60, made: [0, 0.98] },
  swir16: { name: 'B11', metres: 20, made: [0.95, 0.4] },
  swir22: { name: 'B12', metres: 20, made: [0.95, 0.12] },
  scl: { name: 'SCL', metres: 20 },
} as const satisfies Record<string, Band>;

export type BandKey = keyof typeof bands;

/** The number that processing baseline 04.00 and later add, so that dark pixels stay above 0. */
const addedOffset = 1000;

/** A square image; 0 is no data. */
export interface Grid {
  size: number;
  pixels: Uint16Array;
}

/** A band of a crop, on its grid of 120 m. */
export function bandOf(crop: Crop, key: BandKey, isOffset = false): Grid {
  const { name, made }: Band = bands[key];
  const { size } = cropPosition;
  if (name === 'SCL') return { size, pixels: crop.classes };
  const added = isOffset ? addedOffset : 0;
  const [red, nir] = made ?? (name === 'B04' ? [1, 0] : [0, 1]);
  const isMeasured = made === undefined;
  const value = (r: number, n: number) => Math.max(1, Math.round(red * r + nir * n)) + added;
  const pixels = crop.red.map((r, index) => {
    const n = crop.nir[index] ?? 0;
    const isMissing = isMeasured ? red * r + nir * n === 0 : r === 0 || n === 0;
    return isMissing ? 0 : value(r, n);
  });
  return { size, pixels };
}

/** The side of the used part of a crop in pixels, from its upper left corner: a multiple of blocks of 256, 128 and their overviews. */
const laidSize = 384;

/**
 * The pattern that is repeated over a tile: a crop's pixels of 120 m at 10 m and, so that edges fit, mirrored to the right and below. Bands of
 * 20 and 60 m are means of these.
 */
export function patternOf(crop: Crop, key: BandKey, isOffset: boolean): Grid {
  const { size, pixels } = bandOf(crop, key, isOffset);
  const side = laidSize * 2;
  const mirrored = (at: number) => (at < laidSize ? at : side - 1 - at);
  const laid = new Uint16Array(side * side);
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) laid[y * side + x] = pixels[mirrored(y) * size + mirrored(x)] ?? 0;
  }
  return coarser({ size: side, pixels: laid }, bands[key].metres / 10, key === 'scl');
}

/** Means of squares of pixels, no data where a pixel has none; for classes the first pixel. */
export function coarser({ size, pixels }: Grid, factor: number, isClasses: boolean): Grid {
  if (factor === 1) return { size, pixels };
  const small = Math.floor(size / factor);
  const made = new Uint16Array(small * small);
  for (let y = 0; y < small; y += 1) {
    for (let x = 0; x < small; x += 1) {
      const at = y * factor * size + x * factor;
      made[y * small + x] = isClasses ? (pixels[at] ?? 0) : meanOf(pixels, at, size, factor);
    }
  }
  return { size: small, pixels: made };
}

function meanOf(pixels: Uint16Array, at: number, size: number, factor: number): number {
  let sum = 0;
  for (let y = 0; y < factor; y += 1) {
    for (let x = 0; x < factor; x += 1) {
      const value = pixels[at + y * size + x] ?? 0;
      if (value === 0) return 0;
      sum += value;
    }
  }
  return Math.round(sum / factor ** 2);
}

/** The share of each class in the pattern, in percent. */
export function classShares({ classes }: Crop): number[] {
  const counts = new Array<number>(13).fill(0);
  for (let y = 0; y < laidSize; y += 1) {
    for (let x = 0; x < laidSize; x += 1) {
      const found = classes[y * cropPosition.size + x] ?? 0;
      counts[found] = (counts[found] ?? 0) + 1;
    }
  }
  return counts.map((count) => Math.round((count / laidSize ** 2) * 1e8) / 1e6);
}
