import { encodeColours } from '../../../../adapters/images/png.ts';
import { readPng } from '../../../../adapters/images/read-png.ts';
import { notFound } from '../../../../domain/errors.ts';
import { satelliteImageKey } from '../../../../domain/files/object-keys.ts';
import type { ObjectStore } from '../../../../domain/files/object-store.ts';
import { type MapTile, type ReadPicture, tileOf, tilePixels } from '../../../../domain/satellite/grid/map-tile.ts';
import type { ImageProcess } from '../../../../domain/satellite/processes/image-process.ts';

/** Decoded pictures that are cached in memory, since a map requests many tiles of one: some 16 MB each, four times that in true colour. */
const maxCached = 3;
const kept = new Map<string, Promise<ReadPicture>>();

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
  files: Pick<ObjectStore, 'getStream'>,
): Promise<Uint8Array> {
  const pictures = process.images.filter(({ file }) => file.endsWith('.png'));
  const image = pictures.find((one) => one.type === type) ?? pictures.find((one) => one.type === `${type}_PNG`);
  if (!image || !process.bounds) throw notFound('image', type);
  const key = satelliteImageKey(process, image.file);
  const name = `${key} ${process.processedTimestamp}`;
  const reading = kept.get(name) ?? read(key, files);
  kept.delete(name);
  kept.set(name, reading);
  for (const oldest of [...kept.keys()].slice(0, -maxCached)) kept.delete(oldest);
  reading.catch(() => kept.delete(name));
  const colours = tileOf(await reading, process.bounds, tile);
  return colours ? encodeColours(tilePixels, tilePixels, colours) : transparent;
}

async function read(key: string, files: Pick<ObjectStore, 'getStream'>): Promise<ReadPicture> {
  const parts: Uint8Array[] = [];
  for await (const part of (await files.getStream(key)) ?? []) parts.push(part);
  return readPng(Buffer.concat(parts));
}
