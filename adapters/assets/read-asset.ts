import { readFile } from 'node:fs/promises';

/**
 * Reads a file from the folder `assets` beside the running bundle.
 *
 * @example const page = await readAsset('docs.html');
 */
export function readAsset(name: string): Promise<Uint8Array> {
  return readFile(new URL(`./assets/${name}`, import.meta.url));
}
