import { decodeText } from '../../../../domain/boundary-files/text-encoding.ts';
import type { MultiPolygon } from '../../../../domain/geometry/multi-polygon.ts';
import { type FieldGrid, fromMercator, pictureGrid, unwound } from '../../../../domain/satellite/grid/field-grid.ts';
import { fileGrid } from '../../../../domain/satellite/grid/file-grid.ts';
import { centralMeridian } from '../../../../domain/satellite/grid/utm.ts';
import type { PlanetAssetType } from '../../../../domain/satellite/planet/asset-types.ts';
import { indexStatistics } from '../../../../domain/satellite/processes/index-statistics.ts';
import type { ProcessedScene, SceneSink } from '../../../../domain/satellite/scenes/scene-engine.ts';
import { type SceneImage, sceneIndices } from '../../../../domain/satellite/scenes/scene-image.ts';
import { SceneProblem } from '../../../../domain/satellite/scenes/scene-problem.ts';
import type { ReadBytes } from '../../../../formats/tiff/read-directory.ts';
import { ConversionError } from '../../../boundary-files/conversion.ts';
import { guardXml } from '../../../xml.ts';
import { nearestPixels } from '../../engine/window.ts';
import { openBand } from '../../tiff/band-file.ts';
import { indexOf, planetBands, readAnalytic } from './analytic.ts';
import {
  bright,
  coloursPicture,
  indexPicture,
  type Picture,
  planetBandTiff,
  planetIndexTiff,
  type Unit,
} from './planet-images.ts';
import { ground, readUsableData } from './usable-data.ts';
import { readVisual, visualPicture } from './visual.ts';

/** A delivered file. */
export interface DeliveredFile {
  read: ReadBytes;
  bytes: number;
}

export type Delivered = Partial<Record<PlanetAssetType, DeliveredFile>>;

/** Assets with a grid; the first delivered one gives the grid of the images. */
const rasters = ['ortho_analytic_8b_sr', 'ortho_analytic_8b', 'ortho_udm2', 'ortho_visual'] as const;

/** The analytic assets: reflectance in ten-thousandths, radiance in hundredths of W/(m² sr µm). */
const analytic = [
  {
    asset: 'ortho_analytic_8b_sr',
    before: '',
    unit: { scale: 0.0001, name: 'surface reflectance, 0 to 1' },
    white: 3_000,
  },
  {
    asset: 'ortho_analytic_8b',
    before: 'radiance_',
    unit: { scale: 0.01, name: 'radiance in W/(m² sr µm)' },
    white: undefined,
  },
] as const satisfies { asset: PlanetAssetType; before: string; unit: Unit; white: number | undefined }[];

/**
 * Makes images of the files that Planet delivered of a scene, on the pixels of the files. Statistics of indices are those of reflectance or, if it was
 * not ordered, of radiance.
 *
 * @param wanted the assets of which images are made; a file that is missing gives none.
 * @throws SceneProblem if a file cannot be processed, or none of the ordered assets was delivered.
 */
export async function processDelivery(
  delivered: Delivered,
  wanted: readonly PlanetAssetType[],
  field: MultiPolygon,
  sink: SceneSink,
): Promise<ProcessedScene> {
  const made = wanted.filter((asset) => delivered[asset]);
  const first = rasters.map((asset) => [asset, delivered[asset]] as const).find(([, file]) => file);
  if (made.length === 0 || !first?.[1]) throw new SceneProblem(`Planet delivered none of ${wanted.join(', ')}.`);
  const { lay } = await openBand(first[1].read, first[0]);
  const area = unwound(field, centralMeridian(lay.system));
  const grid = fileGrid(area, lay);
  const picture = pictureOf(area, grid);
  const images: SceneImage[] = [];
  const store = async (file: string, content: Uint8Array, contentType: string, resolution: number | null = null) => {
    await sink(file, content, contentType);
    images.push({ type: typeOf(file), file, resolution, bytes: content.length });
  };
  const storeTiff = (file: string, content: Uint8Array) =>
    store(file, content, 'image/tiff', Math.round(grid.dx * 1e3) / 1e3);
  const storePng = (file: string, content: Uint8Array) => store(file, content, 'image/png');

  const mask = delivered.ortho_udm2 && (await readUsableData(delivered.ortho_udm2.read, 'ortho_udm2', grid));
  const classes = mask ?? new Uint8Array(grid.mask.length).fill(ground.clear);
  // Without the mask nothing shows clouds: neither their share nor clear pixels are known.
  const isClear = mask && ((at: number) => classes[at] !== ground.covered && classes[at] !== ground.cloud);
  const statistics: ProcessedScene['statistics'] = {};
  for (const { asset, before, unit, white } of analytic) {
    const file = made.includes(asset) && delivered[asset];
    if (!file) continue;
    const scene = await readAnalytic(file.read, asset, grid);
    forgetEmpty(classes, Object.values(scene.bands));
    for (const band of planetBands) await storeTiff(`${before}${band}.tif`, planetBandTiff(scene, band, unit));
    for (const name of sceneIndices) {
      const values = indexOf(scene, name);
      const ofIndex = statistics[name] ?? indexStatistics(values, isClear, grid.pixels);
      if (ofIndex) statistics[name] = ofIndex;
      await storeTiff(`${before}${name}.tif`, planetIndexTiff(grid, name, values, unit));
      await storePng(`${before}${name}.png`, indexPicture(picture, values));
    }
    await storePng(`${before}RGB.png`, coloursPicture(picture, scene, white ?? bright(scene)));
  }
  if (delivered.ortho_visual && made.includes('ortho_visual')) {
    const colours = await readVisual(delivered.ortho_visual.read, 'ortho_visual', grid);
    if (!mask) for (let at = 0; at < classes.length; at++) if (!colours[at * 4 + 3]) classes[at] = ground.none;
    await storeTiff('visual.tif', await whole(delivered.ortho_visual));
    await storePng('visual.png', visualPicture(picture, colours));
  }
  if (delivered.ortho_udm2 && made.includes('ortho_udm2'))
    await storeTiff('udm2.tif', await whole(delivered.ortho_udm2));
  if (delivered.ortho_analytic_8b_xml && made.includes('ortho_analytic_8b_xml')) {
    await store('metadata.xml', checkedMetadata(await whole(delivered.ortho_analytic_8b_xml)), 'application/xml');
  }
  const { coverage, clouds } = count(grid, classes);
  return { coverage, ...(mask && { clouds }), bounds: boundsOf(picture.grid), images, statistics };
}

/** `NDVI.png` is an `NDVI_PNG`, `radiance_red.tif` a `RADIANCE_RED`, `metadata.xml` a `METADATA`. */
function typeOf(file: string): string {
  const [name = '', ending] = file.split('.');
  return `${name}${ending === 'png' ? '_png' : ''}`.toUpperCase();
}

function pictureOf(area: MultiPolygon, { system, west, north, dx, dy, width, height }: FieldGrid): Picture {
  const grid = pictureGrid(area, dx);
  const lay = { system: Number(system.slice('EPSG:'.length)), x: west, y: north, dx, dy, width, height };
  return { grid, nearest: nearestPixels(grid, lay) };
}

/** Marks pixels as not imaged on which all bands are 0, whatever the mask says. */
function forgetEmpty(classes: Uint8Array, bands: readonly Uint16Array[]): void {
  for (let at = 0; at < classes.length; at++) {
    if (bands.every((band) => band[at] === 0)) classes[at] = ground.none;
  }
}

const whole = ({ read, bytes }: DeliveredFile): Promise<Uint8Array> => read(0, bytes);

const percent = (part: number, of: number) => (of === 0 ? 0 : Math.round((part / of) * 1e4) / 100);

function count({ mask, pixels }: FieldGrid, classes: Uint8Array): { coverage: number; clouds: number } {
  let [seen, cloudy] = [0, 0];
  for (let at = 0; at < mask.length; at++) {
    if (!mask[at] || classes[at] === ground.none) continue;
    seen += 1;
    if (classes[at] === ground.cloud) cloudy += 1;
  }
  return { coverage: percent(seen, pixels), clouds: percent(cloudy, seen) };
}

function boundsOf({ west, north, width, height, dx, dy }: FieldGrid): ProcessedScene['bounds'] {
  return [...fromMercator(west, north - height * dy), ...fromMercator(west + width * dx, north)];
}

const metadataName = 'ortho_analytic_8b_xml';
/** The size limit of metadata; Planet's files have some 10 kB. */
const maxMetadataBytes = 5_000_000;
const deepestMetadata = 50;

/** Checks delivered metadata. @throws SceneProblem if they are not XML, or XML with a document type or entities. */
function checkedMetadata(content: Uint8Array): Uint8Array {
  if (content.length > maxMetadataBytes) throw new SceneProblem(`${metadataName} has ${content.length} bytes.`);
  const { text } = decodeText(Buffer.from(content));
  if (!text.trimStart().startsWith('<')) throw new SceneProblem(`${metadataName} is not XML.`);
  try {
    guardXml(text, deepestMetadata, { file: metadataName });
  } catch (error) {
    if (!(error instanceof ConversionError)) throw error;
    throw new SceneProblem(`${metadataName} cannot be read: ${error.message}`, { cause: error });
  }
  return content;
}
