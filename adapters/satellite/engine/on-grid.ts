import type { FieldGrid } from '../../../domain/satellite/grid/field-grid.ts';
import type { SceneAsset } from '../../../domain/satellite/scenes/scene.ts';
import type { BandName } from '../../../domain/satellite/scenes/scene-bands.ts';
import type { SceneIndex } from '../../../domain/satellite/scenes/scene-image.ts';
import { type BandWindow, nearestPixels } from './window.ts';

/** A band around a field, and what makes reflectance of its numbers. */
export interface Band extends BandWindow, Pick<SceneAsset, 'scale' | 'offset'> {}

/** The bands of a scene on one grid of its field. */
export interface OnGrid {
  grid: FieldGrid;
  /** Reflectance of a band at a pixel; NaN where there is none. */
  reflectance(name: BandName): (at: number) => number;
  /** The number that a window has at a pixel; 0 where it has none. */
  numbers(window: BandWindow): (at: number) => number;
  /** An index at every pixel; NaN where there is none. */
  index(name: SceneIndex): Float32Array;
}

/** The bands of which an index is made: the near infrared, and the colour that plants use. */
export const indexBands: Record<SceneIndex, readonly [BandName, BandName]> = {
  NDVI: ['B08', 'B04'],
  NDRE: ['B08', 'B05'],
};

/** Bands of one scene lie on few grids: of each the nearest pixels are found once. */
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
    const places = pixelsOf(band);
    return (at: number) => {
      const number = values[places[at] ?? -1];
      return number === undefined || number === noData ? Number.NaN : number * scale + offset;
    };
  };
  return {
    grid,
    reflectance,
    numbers(window) {
      const places = pixelsOf(window);
      return (at) => window.values[places[at] ?? -1] ?? 0;
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

/** NaN where both together reflect nothing. Numbers that are below nothing by the noise of a dark pixel do not lead beyond -1 and 1. */
export function normalisedDifference(near: number, colour: number): number {
  const sum = near + colour;
  return sum > 0 ? Math.min(1, Math.max(-1, (near - colour) / sum)) : Number.NaN;
}
