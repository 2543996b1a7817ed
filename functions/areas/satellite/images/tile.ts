import { encodeColours } from '../../../../adapters/images/png.ts';
import { notFound } from '../../../../domain/errors.ts';
import { type MapTile, tileOf, tilePixels } from '../../../../domain/satellite/grid/map-tile.ts';
import type { ImageProcess } from '../../../../domain/satellite/processes/image-process.ts';
import { type PictureFiles, pictureOf, readPicture } from './read-picture.ts';

const transparent = encodeColours(tilePixels, tilePixels, new Uint8Array(tilePixels * tilePixels * 4));

/**
 * Draws a tile of an image as PNG, transparent outside the image. For an image that is not a picture, such as `NDVI`, draws its picture, `NDVI_PNG`.
 *
 * @throws Problem 404 when the process has no such picture.
 */
export async function drawTile(
  process: ImageProcess,
  type: string,
  tile: MapTile,
  files: PictureFiles,
): Promise<Uint8Array> {
  const image = pictureOf(process, type);
  if (!image || !process.bounds) throw notFound('image', type);
  const colours = tileOf(await readPicture(process, image, files), process.bounds, tile);
  return colours ? encodeColours(tilePixels, tilePixels, colours) : transparent;
}
