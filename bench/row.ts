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

export interface Benchmark {
  /** The name on the command line. */
  name: string;
  /** Time and space that it takes, printed while it runs. */
  takes: string;
  /** Yields its rows as they are known. Leaves nothing behind, even when the consumer stops early. */
  run(): AsyncIterable<Row>;
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
