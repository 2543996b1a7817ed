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

/** All imports of a module, by `import`, `export … from`, `import()` and `require`, types included. */
function importsOf(from: string): Import[] {
  return ts.preProcessFile(read(from), true, true).importedFiles.map(({ fileName }) => {
    if (!fileName.startsWith('.')) return { from, to: packageName(fileName), inside: false };
    return { from, to: posix.join(posix.dirname(from), fileName), inside: true };
  });
}

/** The files of the project whose values a module imports as it is loaded, in any form; types are left out. */
export function valueImportsOf(from: string): string[] {
  const source = ts.createSourceFile(from, read(from), ts.ScriptTarget.Latest);
  return source.statements.flatMap((one) => {
    if (!ts.isImportDeclaration(one) && !ts.isExportDeclaration(one)) return [];
    const { text: specifier } = (one.moduleSpecifier ?? { text: '' }) as ts.StringLiteral;
    return specifier.startsWith('.') && hasValue(one) ? [posix.join(posix.dirname(from), specifier)] : [];
  });
}

function hasValue(one: ts.ImportDeclaration | ts.ExportDeclaration): boolean {
  const clause = ts.isImportDeclaration(one) ? one.importClause : one;
  if (clause?.isTypeOnly) return false;
  const names = ts.isImportDeclaration(one) ? one.importClause?.namedBindings : one.exportClause;
  const isListed = names !== undefined && (ts.isNamedImports(names) || ts.isNamedExports(names));
  const hasDefault = ts.isImportDeclaration(one) && one.importClause?.name !== undefined;
  return hasDefault || !isListed || names.elements.some(({ isTypeOnly }) => !isTypeOnly);
}

export const allImports = (): Import[] => modules().flatMap(importsOf);

/** The modules reachable from others through imports, including those others. */
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
