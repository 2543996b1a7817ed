import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

export const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

/** Folders with generated content. */
const MADE = new Set(['.git', '.furrow', 'node_modules', 'dist', 'cdk.out', 'coverage', 'build']);

/** Every file written by hand, by its path with forward slashes. */
export function files(folder = ''): string[] {
  return readdirSync(join(PROJECT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) return MADE.has(entry.name) ? [] : files(path);
    return entry.isFile() ? [path.split(sep).join('/')] : [];
  });
}

/** Every module written in TypeScript or JavaScript. */
export const modules = (): string[] => files().filter((path) => /\.(ts|tsx|mjs|cjs|js)$/.test(path));

export const read = (path: string): string => readFileSync(join(PROJECT, path), 'utf8');
