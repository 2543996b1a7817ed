import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

/**
 * Writes a file whole or not at all, and only when its content differs; so two runs at once do not disturb each other.
 *
 * @example await replaceFile(join(options.outdir, 'metafile.json'), Buffer.from(text));
 */
export async function replaceFile(path: string, content: Uint8Array): Promise<void> {
  const current = existsSync(path) ? await readFile(path) : undefined;
  if (current?.equals(content)) return;
  await mkdir(dirname(path), { recursive: true });
  const part = `${path}.${process.pid}.part`;
  await writeFile(part, content);
  await rename(part, path);
}

/** Makes a folder hold exactly these files, given by their names in it: each as its content, or as the path of the file to copy. */
export async function mirrorFiles(files: ReadonlyMap<string, string | Uint8Array>, to: string): Promise<void> {
  const extra = [...(await filesIn(to)).keys()].filter((name) => !files.has(name));
  await Promise.all([
    ...extra.map((name) => rm(join(to, name), { force: true })),
    ...[...files].map(async ([name, from]) =>
      replaceFile(join(to, name), typeof from === 'string' ? await readFile(from) : from),
    ),
  ]);
}

/** The files below a folder by their path relative to it; none when it does not exist. */
export async function filesIn(folder: string): Promise<Map<string, string>> {
  if (!existsSync(folder)) return new Map();
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(paths.map((path) => [relative(folder, path), path]));
}
