import { satelliteImageKey } from '../../domain/files/object-keys.ts';
import type { ObjectStore } from '../../domain/files/object-store.ts';
import type { MultiPolygon } from '../../domain/geometry/multi-polygon.ts';
import { type FieldGrid, masked, middlesIn, unwound } from '../../domain/satellite/grid/field-grid.ts';
import { centralMeridian, projectionOf } from '../../domain/satellite/grid/utm.ts';
import { checkPixels, type IndexPixels } from '../../domain/satellite/processes/ground-statistics.ts';
import type { ImageProcess } from '../../domain/satellite/processes/image-process.ts';
import { sceneClasses } from '../../domain/satellite/scenes/scene-bands.ts';
import type { SceneImage, SceneIndex } from '../../domain/satellite/scenes/scene-image.ts';
import { SceneProblem } from '../../domain/satellite/scenes/scene-problem.ts';
import type { ReadBytes } from '../../formats/tiff/read-directory.ts';
import { readUsableData, ground as usable } from './planet/engine/usable-data.ts';
import { openBand } from './tiff/band-file.ts';
import { readPixels } from './tiff/read-pixels.ts';

/** The stored images of a process. */
export type StoredImages = Pick<ObjectStore, 'getStream'>;

/** The pixels of an index, and how other ground lies on them. */
export interface ReadIndex extends IndexPixels {
  /** Metres. */
  resolution: number | null;
  /** 1 for each pixel whose middle lies in the ground. */
  inside(ground: MultiPolygon): Uint8Array;
}

/**
 * Reads the stored index of a processed scene with what its statistics took for clear. The pixels of the field are found as when the scene was processed.
 * Images are read by code that runs in the JavaScript engine alone, with limits on each of their numbers, and so outside of a contained process.
 *
 * @returns undefined if the process has no such image, or has it no longer.
 * @throws SceneProblem if an image is damaged, and Problem 400 if it has too many pixels.
 */
export async function readIndexPixels(
  process: ImageProcess,
  index: SceneIndex,
  field: MultiPolygon,
  files: StoredImages,
): Promise<ReadIndex | undefined> {
  const image = imageOf(process, index) ?? imageOf(process, `RADIANCE_${index}`);
  const read = image && (await readerOf(process, image, files));
  if (!image || !read) return undefined;
  const file = await openBand(read, image.type);
  checkPixels(file.lay);
  const { system, x, y, dx, dy, width, height } = file.lay;
  const project = projectionOf(system);
  if (!project) throw new SceneProblem(`${image.type} lies in EPSG:${system}.`);
  const central = system === 4326 ? x + (width * dx) / 2 : centralMeridian(system);
  const lattice = { system: `EPSG:${system}` as const, width, height, west: x, north: y, dx, dy };
  const grid = masked(lattice, unwound(field, central), (position) => project(...position));
  const values = new Float32Array(width * height).fill(Number.NaN);
  await readPixels(file, grid, read, image.type, (at, numbers, from) => {
    values[at] = numbers[from] as number;
  });
  const isClear = await readClear(process, grid, files);
  return {
    ...{ grid, values, resolution: image.resolution },
    ...(isClear && { isClear }),
    inside: (ground) => middlesIn(grid, unwound(ground, central), (position) => project(...position)).mask,
  };
}

const imageOf = ({ images }: ImageProcess, wanted: string) => images.find(({ type }) => type === wanted);

async function readerOf(
  process: ImageProcess,
  { file }: SceneImage,
  files: StoredImages,
): Promise<ReadBytes | undefined> {
  const stream = await files.getStream(satelliteImageKey(process, file));
  if (!stream) return undefined;
  const parts: Uint8Array[] = [];
  for await (const part of stream) parts.push(part);
  const bytes = Buffer.concat(parts);
  return async (from, to) => bytes.subarray(from, to);
}

/** Which pixels are clear, by the stored scene classes or Planet's mask; undefined where neither is stored. */
async function readClear(
  process: ImageProcess,
  grid: FieldGrid,
  files: StoredImages,
): Promise<((at: number) => boolean) | undefined> {
  const image = imageOf(process, 'SCL') ?? imageOf(process, 'UDM2');
  const read = image && (await readerOf(process, image, files));
  if (!image || !read) return undefined;
  if (image.type === 'UDM2') {
    const ground = await readUsableData(read, image.type, grid);
    return (at) => ground[at] !== usable.covered && ground[at] !== usable.cloud;
  }
  const classes = new Uint8Array(grid.width * grid.height);
  await readPixels(await openBand(read, image.type), grid, read, image.type, (at, numbers, from) => {
    classes[at] = numbers[from] as number;
  });
  return (at) => sceneClasses.clear.has(classes[at] as number);
}
