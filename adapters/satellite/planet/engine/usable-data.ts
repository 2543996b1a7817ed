import type { FieldGrid } from '../../../../domain/satellite/grid/field-grid.ts';
import { SceneProblem } from '../../../../domain/satellite/scenes/scene-problem.ts';
import type { ReadBytes } from '../../../../formats/tiff/read-directory.ts';
import { openBand } from '../../tiff/band-file.ts';
import { readPixels } from '../../tiff/read-pixels.ts';

/** Classes of pixels by Planet's mask of usable data (UDM 2). */
export const ground = { none: 0, clear: 1, covered: 2, cloud: 3 } as const;

/** Its bands: 1 clear, 2 snow, 3 shadow, 4 light haze, 5 heavy haze, 6 cloud, 7 confidence, 8 the older mask (https://docs.planet.com/data/imagery/udm/). */
const bands = 8;
const [shadow, lightHaze, heavyHaze, cloud, older] = [2, 3, 4, 5, 7];
/** The bit of the older mask for pixels that were not imaged or were clipped off. */
const blackFill = 1;

/** The class of each pixel of a grid; haze and shadow cover the ground, and are no cloud. @throws SceneProblem when the file cannot be read. */
export async function readUsableData(read: ReadBytes, name: string, grid: FieldGrid): Promise<Uint8Array> {
  const file = await openBand(read, name);
  const { samples, kind } = file.packing;
  if (samples !== bands || kind !== 'uint8') {
    throw new SceneProblem(
      `${name} cannot be read: it has ${samples} bands of ${kind}, and ${bands} of uint8 were ordered.`,
    );
  }
  const classes = new Uint8Array(grid.width * grid.height);
  await readPixels(file, grid, read, name, (at, numbers, from) => {
    if ((numbers[from + older] as number) & blackFill) return;
    if (numbers[from + cloud]) classes[at] = ground.cloud;
    else if (numbers[from + shadow] || numbers[from + lightHaze] || numbers[from + heavyHaze])
      classes[at] = ground.covered;
    else classes[at] = ground.clear;
  });
  return classes;
}
