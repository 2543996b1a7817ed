import { readFileSync, rmSync, writeFileSync } from 'node:fs';

/**
 * A note that a step leaves for the next run, inside `node_modules` so that it goes when they go.
 *
 * @param {string} path
 */
export function stampAt(path) {
  return {
    /** @returns {Record<string, any> | undefined} */
    read() {
      try {
        return JSON.parse(readFileSync(path, 'utf8'));
      } catch {
        return undefined;
      }
    },
    /** @param {Record<string, unknown>} facts */
    write(facts) {
      writeFileSync(path, `${JSON.stringify(facts)}\n`);
    },
    remove() {
      rmSync(path, { force: true });
    },
  };
}
