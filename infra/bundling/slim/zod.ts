import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

/**
 * Leaves out of a bundle how schemas are described as JSON Schema: only the documentation does that, and every schema of zod carries it
 * along.
 */
export const slimZod: Plugin = {
  name: 'slim-zod',
  setup(build) {
    build.onLoad(
      { filter: /zod[\\/]v4[\\/]core[\\/](to-json-schema|json-schema-processors)\.js$/ },
      async ({ path }) => ({
        contents: withoutCode(await readFile(path, 'utf8')),
        loader: 'js',
      }),
    );
  },
};

/** The names that a module exports, all of them for one function that refuses to be called. */
export function withoutCode(source: string): string {
  const declared = Array.from(source.matchAll(/^export (?:const|function) (\w+)/gm), ([, name]) => name);
  const renamed = Array.from(source.matchAll(/^export \{ \w+ as (\w+) \};/gm), ([, name]) => name);
  const names = [...declared, ...renamed].map((name) => `refuse as ${name}`);
  return `
    const refuse = () => () => { throw new Error('JSON Schema is left out of this bundle: see infra/bundling/slim/zod.ts'); };
    export { ${names.join(', ')} };`;
}
