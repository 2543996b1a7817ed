import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import ts from 'typescript';
import { modules, PROJECT, read } from './tree.ts';

export interface Import {
  from: string;
  /** A file of the project, or the name of a package or built-in module. */
  to: string;
  inside: boolean;
}

/** Everything that a module imports, by `import`, `export … from`, `import()` and `require`, types included. */
function importsOf(from: string): Import[] {
  return ts.preProcessFile(read(from), true, true).importedFiles.map(({ fileName }) => {
    if (!fileName.startsWith('.')) return { from, to: packageName(fileName), inside: false };
    return { from, to: posix.join(posix.dirname(from), fileName), inside: true };
  });
}

export const allImports = (): Import[] => modules().flatMap(importsOf);

/** The modules that these reach through imports, themselves included. */
export function reach(entries: readonly string[]): Set<string> {
  const reached = new Set<string>();
  const open = entries.filter((path) => existsSync(join(PROJECT, path)));
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (reached.has(path)) continue;
    reached.add(path);
    for (const { to, inside } of importsOf(path)) {
      if (inside && /\.(ts|mjs)$/.test(to) && existsSync(join(PROJECT, to))) open.push(to);
    }
  }
  return reached;
}

function packageName(specifier: string): string {
  if (specifier.startsWith('node:')) return specifier;
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}
