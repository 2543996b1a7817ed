import type { DecodedPicture } from '../../../../adapters/images/read-png.ts';
import { absoluteColours, plantColours, relativeColours } from '../../../../adapters/satellite/engine/colours.ts';
import { pictureSheet } from '../../../../adapters/satellite/picture-sheet.ts';
import { invalid } from '../../../../domain/errors.ts';
import { metresPerDegree } from '../../../../domain/geometry/local-plane.ts';
import type { Bounds, MultiPolygon } from '../../../../domain/geometry/multi-polygon.ts';
import { creditOf } from '../../../../domain/satellite/pictures/credit.ts';
import { classesLegend, indexLegend, type LegendLine } from '../../../../domain/satellite/pictures/picture-legend.ts';
import type { PicturePart } from '../../../../domain/satellite/pictures/shown-parts.ts';
import type { ImageProcess } from '../../../../domain/satellite/processes/image-process.ts';
import type { SceneImage } from '../../../../domain/satellite/scenes/scene-image.ts';
import { type PictureFiles, pictureOf, readPicture } from './read-picture.ts';

/** Titles by the end of a type, after the name of the index or `RGB`; of other types the title is the type. */
const endings: Record<string, string> = {
  PNG: '',
  RELATIVE: ', from its lowest to its highest value',
  ABSOLUTE: ', from -1 to 1',
  MASKED: ', clear ground only',
};

/**
 * Draws a picture of a process with its legend, its date or the outline of the field, as PNG.
 *
 * @throws Problem 400 for an image without a picture.
 */
export async function drawSheet(
  process: ImageProcess,
  wanted: SceneImage,
  { field, show, files }: { field: MultiPolygon; show: ReadonlySet<PicturePart>; files: PictureFiles },
): Promise<Uint8Array> {
  const image = pictureOf(process, wanted.type);
  const { bounds } = process;
  if (!image || !bounds) {
    const types = process.images.flatMap(({ type, file }) => (file.endsWith('.png') ? [type] : []));
    throw invalid('#/show', `${wanted.type} has no picture. Types with a picture: ${types.join(', ')}.`);
  }
  const picture = await readPicture(process, image, files);
  const legend = show.has('legend') ? await legendOf(process, image, picture, files) : [];
  const date = show.has('date') ? `, ${process.date.slice(0, 10)} ${process.date.slice(11, 16)} UTC` : '';
  const texts = { title: `${titleOf(image.type)}${date}`, legend, credit: creditOf([process]) };
  return pictureSheet({
    picture,
    bounds,
    outline: show.has('outline') ? field : undefined,
    texts: show.has('legend') || show.has('date') ? texts : undefined,
  });
}

function titleOf(type: string): string {
  const [name = '', ...rest] = type.split('_');
  const ending = endings[rest.join('_')];
  if (ending === undefined) return type;
  if (name === 'SCL') return 'Scene classes';
  return `${name === 'RGB' || name === 'VISUAL' ? 'True colour' : name}${ending}`;
}

/** The legend of a picture; true colour has none. */
async function legendOf(
  process: ImageProcess,
  { type }: SceneImage,
  picture: DecodedPicture,
  files: PictureFiles,
): Promise<LegendLine[]> {
  if (!picture.numbers || !process.bounds) return [];
  const counts = countsOf(picture);
  const ground = pixelSquareMetres(picture, process.bounds);
  if (type === 'SCL_PNG') return classesLegend(counts, ground);
  if (type.endsWith('_ABSOLUTE')) return indexLegend(counts, absoluteColours().valueOf, ground);
  if (!type.endsWith('_RELATIVE')) return indexLegend(counts, plantColours().valueOf, ground);
  // The picture does not say which values it was stretched between. The absolute one has the same pixels and does.
  const absolute = pictureOf(process, type.replace('_RELATIVE', '_ABSOLUTE'));
  if (!absolute) return [];
  const values = countsOf(await readPicture(process, absolute, files))
    .map((count, number) => (number > 0 && count > 0 ? number : 0))
    .filter((number) => number > 0)
    .map((number) => absoluteColours().valueOf(number));
  const colours = relativeColours(Math.min(...values), Math.max(...values));
  return indexLegend(counts, colours.valueOf, ground);
}

/** Pixels by the number of their colour. */
function countsOf({ width, height, numbers }: DecodedPicture): number[] {
  const counts = new Array<number>(256).fill(0);
  if (!numbers) return counts;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const number = numbers.at(x, y);
      counts[number] = (counts[number] ?? 0) + 1;
    }
  }
  return counts;
}

/** The ground of a pixel in the middle of a picture. */
function pixelSquareMetres({ width, height }: DecodedPicture, [west, south, east, north]: Bounds): number {
  const perDegree = metresPerDegree((south + north) / 2);
  return (((east - west) * perDegree.longitude) / width) * (((north - south) * perDegree.latitude) / height);
}
