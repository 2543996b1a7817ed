import type { MultiPolygon } from '../../../domain/geometry/multi-polygon.ts';
import {
  type FieldGrid,
  fromMercator,
  pictureGrid,
  unwound,
  valueGrid,
} from '../../../domain/satellite/grid/field-grid.ts';
import { centralMeridian } from '../../../domain/satellite/grid/utm.ts';
import { indexStatistics } from '../../../domain/satellite/processes/index-statistics.ts';
import type { Scene } from '../../../domain/satellite/scenes/scene.ts';
import {
  type BandName,
  bandMetres,
  bandNames,
  classesBand,
  imageMetres,
  sceneClasses,
} from '../../../domain/satellite/scenes/scene-bands.ts';
import type { ProcessedScene, SceneSink } from '../../../domain/satellite/scenes/scene-engine.ts';
import { type SceneImage, type SceneIndex, sceneIndices } from '../../../domain/satellite/scenes/scene-image.ts';
import { SceneProblem } from '../../../domain/satellite/scenes/scene-problem.ts';
import type { ReadBytes } from '../../../formats/tiff/read-directory.ts';
import {
  bandTiff,
  classesPicture,
  classesTiff,
  indexColourTiff,
  indexPictures,
  indexTiff,
  maskedIndexPicture,
  multiBandTiff,
  trueColourPicture,
  trueColourTiff,
} from './images.ts';
import { type Band, type OnGrid, onGrid } from './on-grid.ts';
import { sceneOffset } from './scene-offset.ts';
import { type BandWindow, readWindow } from './window.ts';

const tiff = 'image/tiff';
const png = 'image/png';

/** Reads bytes of the file of a band. */
export type ReadBand = (band: string) => ReadBytes;

/**
 * Makes the 30 images of a scene of Sentinel-2 over a field.
 *
 * @throws SceneProblem if the scene cannot be processed.
 */
export async function processScene(
  scene: Pick<Scene, 'assets' | 'tile'>,
  field: MultiPolygon,
  read: ReadBand,
  sink: SceneSink,
): Promise<ProcessedScene> {
  const ground = unwound(field, meridianOf(scene));
  const grid = valueGrid(ground, imageMetres);
  const [classes, bands] = await readBands(scene, grid, read);
  const offset = await sceneOffset(bands.B04, read);
  if (offset.basis === 'pixels') for (const name of bandNames) bands[name].offset = 0;
  const whole = onGrid(grid, bands);
  const classAt = whole.numbers(classes);
  const images: SceneImage[] = [];
  const store = async (file: string, content: Buffer, resolution: number | null) => {
    await sink(file, content, resolution === null ? png : tiff);
    images.push({ type: typeOf(file), file, resolution, bytes: content.length });
  };
  const counted = count(grid, classAt);

  const picture = onGrid(pictureGrid(ground, imageMetres), bands);
  await store('RGB.tif', trueColourTiff(whole), imageMetres);
  await store('RGB.png', trueColourPicture(picture), null);
  const isClear = (at: number) => sceneClasses.clear.has(classAt(at));
  const pictureClass = picture.numbers(classes);
  const isClearInPicture = (at: number) => sceneClasses.clear.has(pictureClass(at));
  await store('RGB_masked.png', trueColourPicture(picture, isClearInPicture), null);
  await store('SCL.tif', classesTiff(whole, classAt), imageMetres);
  await store('SCL.png', classesPicture(picture, pictureClass), null);
  const statistics: ProcessedScene['statistics'] = {};
  for (const name of sceneIndices) {
    const values = whole.index(name);
    const ofIndex = indexStatistics(values, isClear, grid.pixels);
    if (ofIndex) statistics[name] = ofIndex;
    await storeIndex(name, values, whole, picture, store);
    const masked = maskedIndexPicture(picture, picture.index(name), isClearInPicture);
    await store(`${name}_masked.png`, masked, null);
  }
  await store('multi_band.tif', multiBandTiff(whole), imageMetres);
  const grids = new Map<number, OnGrid>([[imageMetres, whole]]);
  for (const name of bandNames) {
    const metres = bandMetres[name];
    const on = grids.get(metres) ?? onGrid(valueGrid(ground, metres), bands);
    grids.set(metres, on);
    await store(`${name}.tif`, bandTiff(on, [name], `${name}, surface reflectance, 0 to 1`), metres);
  }
  return { ...counted, offset, bounds: boundsOfPictures(picture.grid), images, statistics };
}

function boundsOfPictures({ west, north, width, height, dx, dy }: FieldGrid): ProcessedScene['bounds'] {
  return [...fromMercator(west, north - height * dy), ...fromMercator(west + width * dx, north)];
}

async function storeIndex(
  name: SceneIndex,
  values: Float32Array,
  whole: OnGrid,
  picture: OnGrid,
  store: (file: string, content: Buffer, resolution: number | null) => Promise<void>,
): Promise<void> {
  await store(`${name}.tif`, indexTiff(whole, name, values), imageMetres);
  await store(`${name}_color.tif`, indexColourTiff(whole, name, values), imageMetres);
  for (const [file, content] of indexPictures(picture, name, picture.index(name))) await store(file, content, null);
}

/** `NDVI.png` is an `NDVI_PNG`, `NDVI_relative.png` an `NDVI_RELATIVE`, `multi_band.tif` a `MULTI_BAND`. */
function typeOf(file: string): string {
  const [name = '', ending] = file.split('.');
  return `${name}${ending === 'png' && !name.includes('_') ? '_png' : ''}`.toUpperCase();
}

/** The zone in the name of a tile says on which side of the antimeridian the field lies. */
function meridianOf({ tile = '' }: Pick<Scene, 'tile'>): number | undefined {
  const zone = Number.parseInt(tile, 10);
  return Number.isNaN(zone) ? undefined : centralMeridian(32_600 + zone);
}

async function readBands(
  { assets }: Pick<Scene, 'assets'>,
  grid: FieldGrid,
  read: ReadBand,
): Promise<[classes: BandWindow, bands: Record<BandName, Band>]> {
  const missing = [...bandNames, classesBand].filter((name) => !assets[name]);
  if (missing.length > 0) throw new SceneProblem(`The scene has no ${missing.join(', ')}.`);
  const windows = await Promise.all([...bandNames, classesBand].map((name) => readWindow(read(name), name, grid)));
  const classes = windows.pop() as BandWindow;
  const bands = bandNames.map((name, index) => {
    const { scale = 1, offset = 0 } = assets[name] ?? {};
    return [name, { ...(windows[index] as BandWindow), scale, offset }];
  });
  return [classes, Object.fromEntries(bands)];
}

const percent = (part: number, whole: number) => (whole === 0 ? 0 : Math.round((part / whole) * 1e4) / 100);

function count(
  { mask, pixels }: FieldGrid,
  classAt: (at: number) => number,
): Pick<ProcessedScene, 'coverage' | 'clouds'> {
  let [seen, cloudy] = [0, 0];
  for (let at = 0; at < mask.length; at++) {
    const found = mask[at] ? classAt(at) : sceneClasses.none;
    if (found !== sceneClasses.none) seen += 1;
    if (sceneClasses.cloud.has(found)) cloudy += 1;
  }
  return { coverage: percent(seen, pixels), clouds: percent(cloudy, seen) };
}
