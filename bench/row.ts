/** One result of a benchmark, as a line of the table. */
export interface Row {
  name: string;
  /** The result in `unit`. */
  measured: number;
  /** `RCU` and `WCU`: what DynamoDB bills reads and writes by. */
  unit: 'ms' | 's' | 'kB' | 'MB' | '/s' | 'RCU' | 'WCU' | 'shapes' | 'questions' | 'requests';
  /** A peer measured in the same run, or a limit, in the same unit. */
  comparedWith: { what: string; value: number };
  /** The limit of `measured / comparedWith.value`: a maximum for time and size, a minimum for speed, `Infinity` for what is only reported. */
  limit: { atMost: number } | { atLeast: number };
}

/** `full` for figures; `tiny` runs the same code in seconds, and shows only that it runs. */
export type Form = 'full' | 'tiny';

export interface Benchmark {
  /** The name on the command line. */
  name: string;
  /** Time and space that it takes, printed while it runs. */
  takes: string;
  /** Yields its rows as they are known. Leaves nothing behind, even when the consumer stops early. */
  run(form: Form): AsyncIterable<Row>;
}

interface SizedBenchmark<Sizes> extends Omit<Benchmark, 'run'> {
  /** All that decides how long it takes, such as numbers of rows, rounds and clients. */
  sizes: Record<Form, Sizes>;
  run(sizes: Sizes): AsyncIterable<Row>;
}

/**
 * A benchmark with its sizes.
 *
 * @example benchmark({ name, takes, sizes: { full: { rounds: 40 }, tiny: { rounds: 1 } }, async *run({ rounds }) { … } });
 */
export function benchmark<Sizes>({ name, takes, sizes, run }: SizedBenchmark<Sizes>): Benchmark {
  return { name, takes, run: (form) => run(sizes[form]) };
}

/** A row of something that has an absolute limit and no peer. */
export function within(name: string, measured: number, limit: number, unit: Row['unit']): Row {
  return { name, measured, unit, comparedWith: { what: 'the limit', value: limit }, limit: { atMost: 1 } };
}

export function ratioOf({ measured, comparedWith }: Row): number {
  return measured / comparedWith.value;
}

export function isMissed(row: Row): boolean {
  const ratio = ratioOf(row);
  return !('atMost' in row.limit ? ratio <= row.limit.atMost : ratio >= row.limit.atLeast);
}
