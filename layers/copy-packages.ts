import { existsSync } from 'node:fs';
import { cp, readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';

export interface CopyOptions {
  /** The folder that holds `node_modules`. */
  root: string;
  /** Receives `node_modules` with the packages, nested as they are. */
  target: string;
  packages: readonly string[];
  /** The package that asks for them and may have its own; the project unless said. */
  from?: string;
}

/** Files that are never run: types, source maps, prose and tests. Licences stay. */
const useless = /\.([cm]?ts|map|md|markdown)$|^[\\/](tests?|docs?|examples?|bench|\.github)([\\/]|$)/;

/** Copies packages with all their dependencies, without files that are never run. */
export async function copyPackages({ root: given, target, packages, from }: CopyOptions): Promise<void> {
  const root = resolve(given);
  for (const folder of await closure(root, packages, resolve(from ?? root))) {
    await copyPruned(folder, join(target, relative(root, folder)));
  }
}

/** Copies a package's own files; packages nested in it are left out. */
async function copyPruned(from: string, to: string): Promise<void> {
  await cp(from, to, {
    recursive: true,
    filter: (path) => {
      const inside = path.slice(from.length);
      return !/^[\\/]node_modules([\\/]|$)/.test(inside) && !useless.test(inside);
    },
  });
}

/** The folders of packages and of all that they depend on, each once. */
async function closure(root: string, packages: readonly string[], from: string): Promise<Set<string>> {
  const found = new Set<string>();
  const visit = async (name: string, user: string): Promise<void> => {
    const folder = find(name, user, root);
    if (!folder) throw new Error(`the package ${name} is not installed: run npm ci`);
    if (found.has(folder)) return;
    found.add(folder);
    const { dependencies = {} } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
    for (const dependency of Object.keys(dependencies)) await visit(dependency, folder);
  };
  for (const name of packages) await visit(name, from);
  return found;
}

/** Looks for a package where Node would: beside its user, then further up. */
function find(name: string, user: string, root: string): string | undefined {
  for (let folder = user; folder.length >= root.length; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name);
    if (existsSync(join(candidate, 'package.json'))) return candidate;
  }
  return undefined;
}
