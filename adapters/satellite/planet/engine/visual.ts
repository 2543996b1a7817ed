import type { FieldGrid } from '../../../../domain/satellite/grid/field-grid.ts';
import { SceneProblem } from '../../../../domain/satellite/scenes/scene-problem.ts';
import type { ReadBytes } from '../../../../formats/tiff/read-directory.ts';
import { encodeColours } from '../../../images/png.ts';
import { openBand } from '../../tiff/band-file.ts';
import { readPixels } from '../../tiff/read-pixels.ts';
import type { Picture } from './planet-images.ts';

/** Red, green, blue and opacity of each pixel. Without a fourth band, black is no data. @throws SceneProblem when the file cannot be read. */
export async function readVisual(read: ReadBytes, name: string, grid: FieldGrid): Promise<Uint8Array> {
  const file = await openBand(read, name);
  const { samples, kind } = file.packing;
  if ((samples !== 3 && samples !== 4) || kind !== 'uint8') {
    throw new SceneProblem(`${name} cannot be read: it has ${samples} bands of ${kind}, and 4 of uint8 were ordered.`);
  }
  const colours = new Uint8Array(grid.width * grid.height * 4);
  await readPixels(file, grid, read, name, (at, numbers, from) => {
    const [red, green, blue] = [numbers[from] as number, numbers[from + 1] as number, numbers[from + 2] as number];
    const opacity = samples === 4 ? (numbers[from + 3] as number) : 255 * Number(red + green + blue > 0);
    if (grid.mask[at] && opacity > 0) colours.set([red, green, blue, opacity], at * 4);
  });
  return colours;
}

export function visualPicture({ grid, nearest }: Picture, colours: Uint8Array): Buffer {
  const shown = new Uint8Array(nearest.length * 4);
  for (let at = 0; at < nearest.length; at++) {
    const from = nearest[at] as number;
    if (from >= 0) for (let part = 0; part < 4; part++) shown[at * 4 + part] = colours[from * 4 + part] as number;
  }
  return encodeColours(grid.width, grid.height, shown);
}
