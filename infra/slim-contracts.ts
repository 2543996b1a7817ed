import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

/**
 * Leaves what the contract says in words out of a bundle: only the documentation shows the summaries and descriptions of operations, and
 * every area carries those of its own.
 */
export const slimContracts: Plugin = {
  name: 'slim-contracts',
  setup(build) {
    build.onLoad({ filter: /[\\/]functions[\\/].*[\\/](api|operations)\.ts$/ }, async ({ path }) => ({
      contents: withoutWords(await readFile(path, 'utf8')),
      loader: 'ts',
    }));
  },
};

const words = /\b(summary|description):\s*('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")(?=,|\s*\})/g;

/** Empties the texts of members called `summary` and `description`, where they are written out. */
export function withoutWords(source: string): string {
  return source.replaceAll(words, "$1: ''");
}
