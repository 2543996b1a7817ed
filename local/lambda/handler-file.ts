import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * Finds the file and the export that a function's `Handler` property names.
 *
 * @throws Error naming the file that is not there.
 */
export function findHandler(assetDir: string, handler: string): { modulePath: string; exportName: string } {
  const [file = '', ...exported] = basename(handler).split('.');
  const stem = join(assetDir, dirname(handler), file);
  const modulePath = ['.mjs', '.js', '.cjs'].map((ending) => stem + ending).find((path) => existsSync(path));
  if (!modulePath) throw new Error(`the handler ${handler} needs a file ${stem}.mjs, .js or .cjs`);
  return { modulePath, exportName: exported.join('.') };
}
