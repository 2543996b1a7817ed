import type { ImageProcess } from '../../../domain/satellite/processes/image-process.ts';
import type { SceneAsset } from '../../../domain/satellite/scenes/scene.ts';
import { classesBand, sceneClasses } from '../../../domain/satellite/scenes/scene-bands.ts';
import { SceneProblem } from '../../../domain/satellite/scenes/scene-problem.ts';
import type { ReadBytes } from '../../../formats/tiff/read-directory.ts';
import { type BandFile, openBand } from '../tiff/band-file.ts';
import { type Numbers, unpackBlock } from '../tiff/unpack.ts';

/** The shares of a scene's width and height at which blocks are looked at: the middle, and those of its quarters. */
const looks = [
  [0.5, 0.5],
  [0.25, 0.25],
  [0.75, 0.25],
  [0.25, 0.75],
  [0.75, 0.75],
] as const;
/** Every so many pixels of a block in either direction are looked at. */
const step = 8;

/**
 * Decides whether the listed offset of a scene is added to its reflectances. Catalogues have listed an offset as still to be added although the pixels
 * include it; added twice, it gives plants negative reflectance in red. If most pixels of clear land have that, in blocks at fixed places of the scene,
 * the offset is left out. So all fields of a scene have the same decision, whichever is processed first.
 *
 * @param read reads the file of a band.
 * @throws SceneProblem if the head of a file cannot be read.
 */
export async function sceneOffset(
  { scale, offset }: Pick<SceneAsset, 'scale' | 'offset'>,
  read: (band: string) => ReadBytes,
): Promise<NonNullable<ImageProcess['offset']>> {
  if (offset >= 0) return { value: offset, basis: 'listed' };
  const [red, classes] = await Promise.all(['B04', classesBand].map((band) => openBand(read(band), band)));
  if (!red || !classes || red.lay.system !== classes.lay.system) return { value: offset, basis: 'listed' };
  const [redAt, classAt] = [pixelsOf(red, read('B04'), 'B04'), pixelsOf(classes, read(classesBand), classesBand)];
  let [clear, below] = [0, 0];
  for (const [across, down] of looks) {
    const left = Math.floor((red.lay.width * across) / red.blockWidth) * red.blockWidth;
    const top = Math.floor((red.lay.height * down) / red.blockHeight) * red.blockHeight;
    for (let y = top; y < Math.min(top + red.blockHeight, red.lay.height); y += step) {
      for (let x = left; x < Math.min(left + red.blockWidth, red.lay.width); x += step) {
        const number = await redAt(x, y);
        if (number === undefined || number === (red.packing.noData ?? 0)) continue;
        const east = red.lay.x + (x + 0.5) * red.lay.dx;
        const north = red.lay.y - (y + 0.5) * red.lay.dy;
        const found = await classAt(
          Math.floor((east - classes.lay.x) / classes.lay.dx),
          Math.floor((classes.lay.y - north) / classes.lay.dy),
        );
        if (found === undefined || !sceneClasses.land.has(found)) continue;
        clear += 1;
        if (number * scale + offset < 0) below += 1;
      }
    }
  }
  return below * 2 > clear ? { value: 0, basis: 'pixels' } : { value: offset, basis: 'listed' };
}

/** Reads pixels by column and row, each block once. Undefined outside of the file, and in omitted and damaged blocks. */
function pixelsOf(file: BandFile, read: ReadBytes, name: string) {
  const blocks = new Map<string, Promise<Numbers | undefined>>();
  const blockAt = async (column: number, row: number) => {
    try {
      const range = await file.blockAt(column, row);
      return range && unpackBlock(await read(range.from, range.to), file, name);
    } catch (error) {
      // Damage far from the field costs a look, not its images.
      if (error instanceof SceneProblem) return undefined;
      throw error;
    }
  };
  return async (x: number, y: number): Promise<number | undefined> => {
    if (x < 0 || y < 0 || x >= file.lay.width || y >= file.lay.height) return undefined;
    const [column, row] = [Math.floor(x / file.blockWidth), Math.floor(y / file.blockHeight)];
    const key = `${column} ${row}`;
    const block = blocks.get(key) ?? blockAt(column, row);
    blocks.set(key, block);
    return (await block)?.[(y - row * file.blockHeight) * file.blockWidth + x - column * file.blockWidth];
  };
}
