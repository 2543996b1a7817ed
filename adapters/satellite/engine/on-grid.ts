import type { FieldGrid } from '../../../domain/satellite/grid/field-grid.ts';
import type { SceneAsset } from '../../../domain/satellite/scenes/scene.ts';
import type { BandName } from '../../../domain/satellite/scenes/scene-bands.ts';
import type { SceneIndex } from '../../../domain/satellite/scenes/scene-image.ts';
import { type BandWindow, nearestPixels } from './window.ts';

/** A band around a field, with the scale and offset of its numbers. */
export interface Band extends BandWindow, Pick<SceneAsset, 'scale' | 'offset'> {}

/** The bands of a scene on one grid of its field. */
export interface OnGrid {
  grid: FieldGrid;
  /** The reflectance of a band at a pixel; NaN if it has no data. */
  reflectance(name: BandName): (at: number) => number;
  /** The number of a window at a pixel; 0 if it has no data. */
  numbers(window: BandWindow): (at: number) => number;
  /** The values of an index at every pixel; NaN for pixels without data. */
  index(name: SceneIndex): Float32Array;
}

/** The bands of each index: the near infrared, which plants reflect, and the band that they absorb. */
export const indexBands: Record<SceneIndex, readonly [BandName, BandName]> = {
  NDVI: ['B08', 'B04'],
  NDRE: ['B08', 'B05'],
};

/** Puts the bands of a scene on one grid. Bands share a few grids, and the nearest pixels are found once for each. */
export function onGrid(grid: FieldGrid, bands: Readonly<Record<string, Band>>): OnGrid {
  const nearest = new Map<string, Int32Array>();
  const pixelsOf = (window: BandWindow): Int32Array => {
    const { system, x, y, dx, dy, width, height } = window.lay;
    const lay = [system, x, y, dx, dy, width, height].join();
    const found = nearest.get(lay) ?? nearestPixels(grid, window.lay);
    nearest.set(lay, found);
    return found;
  };
  const reflectance = (name: BandName) => {
    const band = bands[name];
    if (!band) return () => Number.NaN;
    const { values, noData, scale, offset } = band;
    const indexes = pixelsOf(band);
    return (at: number) => {
      const number = values[indexes[at] ?? -1];
      return number === undefined || number === noData ? Number.NaN : number * scale + offset;
    };
  };
  return {
    grid,
    reflectance,
    numbers(window) {
      const indexes = pixelsOf(window);
      return (at) => window.values[indexes[at] ?? -1] ?? 0;
    },
    index(name) {
      const [near, colour] = indexBands[name].map(reflectance) as [(at: number) => number, (at: number) => number];
      const values = new Float32Array(grid.mask.length).fill(Number.NaN);
      for (let at = 0; at < values.length; at++) {
        if (grid.mask[at]) values[at] = normalisedDifference(near(at), colour(at));
      }
      return values;
    },
  };
}

/** The normalised difference of two bands; NaN if both together reflect nothing. Negative reflectance, the noise of dark pixels, does not lead beyond -1 and 1. */
export function normalisedDifference(near: number, colour: number): number {
  const sum = near + colour;
  return sum > 0 ? Math.min(1, Math.max(-1, (near - colour) / sum)) : Number.NaN;
}
