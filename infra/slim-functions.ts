import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

/**
 * Leaves out of a bundle what the table of SQL functions says in words, and its examples: only the documentation and the tests read them,
 * and the compiler is a large part of each function that has it.
 */
export const slimFunctions: Plugin = {
  name: 'slim-functions',
  setup(build) {
    build.onLoad({ filter: /[\\/]domain[\\/]query[\\/]functions[\\/].*\.ts$/ }, async ({ path }) => ({
      contents: withoutExamples(await readFile(path, 'utf8')),
      loader: 'ts',
    }));
  },
};

const text = String.raw`(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|\x60(?:[^\x60\\]|\\.)*\x60)`;
/** The name of a function, for some the key of what computes it, a sentence, and an example where it is written out. */
const row = new RegExp(
  String.raw`(\(\s*(?:'[A-Z][A-Z0-9_.]*'|name),\s*(?:'[a-z_]+',\s*)?)'(?:[^'\\\n]|\\.)*\.'(,\s*${text})?`,
  'g',
);

/** Empties the sentences and the examples of rows. */
export function withoutExamples(source: string): string {
  return source.replaceAll(row, (_, name: string, example?: string) => `${name}''${example ? ", ''" : ''}`);
}
