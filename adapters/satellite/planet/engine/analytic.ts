import type { FieldGrid } from '../../../../domain/satellite/grid/field-grid.ts';
import type { SceneIndex } from '../../../../domain/satellite/scenes/scene-image.ts';
import { SceneProblem } from '../../../../domain/satellite/scenes/scene-problem.ts';
import type { ReadBytes } from '../../../../formats/tiff/read-directory.ts';
import { normalisedDifference } from '../../engine/on-grid.ts';
import { openBand } from '../../tiff/band-file.ts';
import { readPixels } from '../../tiff/read-pixels.ts';

/** The eight bands of PlanetScope in the order of the file. */
export const planetBands = ['coastal_blue', 'blue', 'green_i', 'green', 'yellow', 'red', 'red_edge', 'nir'] as const;
export type PlanetBand = (typeof planetBands)[number];

/** Numbers of the bands on a grid; 0 is no data. */
export interface Analytic {
  grid: FieldGrid;
  bands: Record<PlanetBand, Uint16Array>;
}

/** Reads the eight bands of a file on a grid. @throws SceneProblem if the file cannot be read. */
export async function readAnalytic(read: ReadBytes, name: string, grid: FieldGrid): Promise<Analytic> {
  const file = await openBand(read, name);
  const { samples, kind } = file.packing;
  if (samples !== planetBands.length || kind !== 'uint16') {
    const wanted = `${planetBands.length} of uint16 were ordered`;
    throw new SceneProblem(`${name} cannot be read: it has ${samples} bands of ${kind}, and ${wanted}.`);
  }
  const bands = planetBands.map(() => new Uint16Array(grid.width * grid.height));
  await readPixels(file, grid, read, name, (at, numbers, from) => {
    for (let band = 0; band < samples; band++) (bands[band] as Uint16Array)[at] = numbers[from + band] as number;
  });
  return {
    grid,
    bands: Object.fromEntries(planetBands.map((band, index) => [band, bands[index]])) as Analytic['bands'],
  };
}

/** For each index the band that plants absorb, beside the near infrared, which they reflect. */
const indexBand: Record<SceneIndex, PlanetBand> = { NDVI: 'red', NDRE: 'red_edge' };

/** The values of an index at every pixel of the field; NaN for pixels without data. */
export function indexOf({ grid, bands }: Analytic, name: SceneIndex): Float32Array {
  const [near, colour] = [bands.nir, bands[indexBand[name]]];
  const values = new Float32Array(grid.mask.length).fill(Number.NaN);
  for (let at = 0; at < values.length; at++) {
    const [n, c] = [near[at] as number, colour[at] as number];
    if (grid.mask[at] && n !== 0 && c !== 0) values[at] = normalisedDifference(n, c);
  }
  return values;
}
