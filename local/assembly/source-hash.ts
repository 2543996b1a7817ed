import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Everything in the project that can change the output of the CDK app. A missing folder counts as empty. */
export const sources = [
  'package-lock.json',
  'tsconfig.json',
  'cdk.json',
  'bin/app.ts',
  'infra',
  'functions',
  'domain',
  'formats',
  'sql',
  'adapters',
  'layers',
  'assets',
  'web',
  'docs',
];

/** Folders that are built or downloaded (`npm start` uses placeholders for layers), and the pages of docs/ that no function serves. */
const ignored = new Set(['node_modules', 'dist', 'build', 'cdk.out', 'decisions']);

/** A hash of the sources, the same on every machine. */
export function sourceHash(projectDir: string): string {
  const hash = createHash('sha256');
  for (const source of sources) add(source);
  return hash.digest('hex').slice(0, 20);

  function add(path: string): void {
    const content = readSource(join(projectDir, path));
    if (content === undefined) return;
    if (Array.isArray(content)) {
      for (const name of content.sort()) if (!ignored.has(name)) add(`${path}/${name}`);
      return;
    }
    hash.update(`${path}\0${content.length}\0`).update(content);
  }
}

/** A file's content, or the names in a folder. */
function readSource(path: string): Buffer | string[] | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EISDIR') return readdirSync(path);
    if (code === 'ENOENT') return undefined;
    throw error;
  }
}
