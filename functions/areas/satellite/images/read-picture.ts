import { type DecodedPicture, readPng } from '../../../../adapters/images/read-png.ts';
import { satelliteImageKey } from '../../../../domain/files/object-keys.ts';
import type { ObjectStore } from '../../../../domain/files/object-store.ts';
import type { ImageProcess } from '../../../../domain/satellite/processes/image-process.ts';
import type { SceneImage } from '../../../../domain/satellite/scenes/scene-image.ts';

export type PictureFiles = Pick<ObjectStore, 'getStream'>;

/** Decoded pictures that are cached in memory, since a map requests many tiles of one: some 16 MB each, four times that in true colour. */
const maxCached = 3;
const cached = new Map<string, Promise<DecodedPicture>>();

/** The picture of a type: of `NDVI`, which has values, it is `NDVI_PNG`. Undefined if there is none. */
export function pictureOf({ images }: Pick<ImageProcess, 'images'>, type: string): SceneImage | undefined {
  const pictures = images.filter(({ file }) => file.endsWith('.png'));
  return pictures.find((one) => one.type === type) ?? pictures.find((one) => one.type === `${type}_PNG`);
}

/** Reads and decodes a picture of a process, or takes it from memory. */
export async function readPicture(
  process: ImageProcess,
  { file }: SceneImage,
  files: PictureFiles,
): Promise<DecodedPicture> {
  const key = satelliteImageKey(process, file);
  const name = `${key} ${process.processedTimestamp}`;
  const reading = cached.get(name) ?? read(key, files);
  cached.delete(name);
  cached.set(name, reading);
  for (const oldest of [...cached.keys()].slice(0, -maxCached)) cached.delete(oldest);
  reading.catch(() => cached.delete(name));
  return reading;
}

async function read(key: string, files: PictureFiles): Promise<DecodedPicture> {
  const parts: Uint8Array[] = [];
  for await (const part of (await files.getStream(key)) ?? []) parts.push(part);
  return readPng(Buffer.concat(parts));
}
