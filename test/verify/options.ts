import { parseArgs } from 'node:util';

/** Options of the scripts after `--`. */
export interface Options {
  /** The seed of the first query; each later one has the next seed. */
  seed: number;
  count: number;
  /** Prints one query with its text for each engine. */
  isVerbose: boolean;
  /** Runs only random queries, not the corpus. */
  isRandomOnly: boolean;
  /** Runs only simplified boundaries, and shapes over the antimeridian and around the poles. */
  isBoundariesOnly: boolean;
  /** Compares only fingerprints. */
  isFingerprintsOnly: boolean;
}

export function readOptions(fallback: { seed: number; count: number }): Options {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: String(fallback.seed) },
      count: { type: 'string', default: String(fallback.count) },
      only: { type: 'string' },
      boundaries: { type: 'boolean', default: false },
      fingerprints: { type: 'boolean', default: false },
    },
  });
  const only = values.only === undefined ? undefined : whole(values.only, 'only');
  const parts = { isBoundariesOnly: values.boundaries, isFingerprintsOnly: values.fingerprints };
  return only === undefined
    ? {
        ...{ seed: whole(values.seed, 'seed'), count: whole(values.count, 'count'), ...parts },
        ...{ isVerbose: false, isRandomOnly: false },
      }
    : { seed: only, count: 1, isVerbose: true, isRandomOnly: true, ...parts };
}

function whole(text: string, name: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 0) throw new Error(`--${name} is a whole number, not ${text}`);
  return value;
}
