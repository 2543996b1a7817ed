import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

/** Writes a file whole or not at all, and only when its content differs; so two runs at once do not disturb each other. */
export async function replaceFile(path: string, content: Uint8Array): Promise<void> {
  const current = existsSync(path) ? await readFile(path) : undefined;
  if (current?.equals(content)) return;
  await mkdir(dirname(path), { recursive: true });
  const part = `${path}.${process.pid}.part`;
  await writeFile(part, content);
  await rename(part, path);
}

/** Makes `to` hold exactly the files of `from`; a missing `from` counts as an empty one. */
export async function mirrorFolder(from: string, to: string): Promise<void> {
  const wanted = new Set(await filesIn(from));
  const extra = (await filesIn(to)).filter((file) => !wanted.has(file));
  await Promise.all([
    ...extra.map((file) => rm(join(to, file), { force: true })),
    ...[...wanted].map(async (file) => replaceFile(join(to, file), await readFile(join(from, file)))),
  ]);
}

async function filesIn(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}
