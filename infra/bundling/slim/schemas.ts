import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

/**
 * Lets the bundler drop the schemas of operations that are never called. The SDK writes the keys of its schemas as
 * `{ [_hH]: … }` with `const _hH = "httpHeader"`; looking a key up could run code, so the bundler keeps every schema of
 * every operation, 65 kB for S3. With the string in its place no code runs, and unused schemas are dropped.
 */
export const slimSchemas: Plugin = {
  name: 'slim-schemas',
  setup(build) {
    build.onLoad({ filter: /dist-es[\\/].*schemas[\\/]schemas_\d+\.js$/ }, async ({ path }) => ({
      contents: writeOutKeys(await readFile(path, 'utf8')),
      loader: 'js',
    }));
  },
};

/** Replaces computed keys that name a constant of the same file by the constant's string. */
export function writeOutKeys(source: string): string {
  const constants = new Map(
    Array.from(source.matchAll(/^const (\w+) = ("[^"\\]*");$/gm), ([, name, text]) => [name, text]),
  );
  return source.replaceAll(/\[(\w+)\]:/g, (key, name) => (constants.has(name) ? `[${constants.get(name)}]:` : key));
}
