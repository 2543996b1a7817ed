import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Layer } from './build-layer.ts';

/** Lambda's quota for a function with its layers, unpacked, in bytes; not to be raised. */
const quota = 250 * 1024 * 1024;

/** Left for the function's own code, which has 1.5 MB with all that it imports. */
const functionShare = 5 * 1024 * 1024;

/** Why the layers do not fit into one function together; empty when they do. */
export function checkTotal(layers: readonly Layer[]): string[] {
  const total = layers.reduce((sum, { bytes }) => sum + bytes, 0);
  if (total <= quota - functionShare) return [];
  const parts = layers.map(({ name, bytes }) => `${name} ${inMegabytes(bytes)}`).join(', ');
  return [
    `The layers have ${inMegabytes(total)} (${parts}); Lambda takes ${inMegabytes(quota)} with the function's code.`,
  ];
}

/** For people: `68.1 MB`, in units of 1,048,576 bytes as Lambda counts. */
export function inMegabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

/** Bytes of all files below a folder. */
export async function folderSize(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}
