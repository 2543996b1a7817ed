/** What one benchmark found out, as one line of the table. */
export interface Row {
  name: string;
  /** In `unit`. */
  measured: number;
  /** `RCU` and `WCU`: what DynamoDB bills reads and writes by. */
  unit: 'ms' | 's' | 'kB' | 'MB' | '/s' | 'RCU' | 'WCU' | 'shapes' | 'questions' | 'requests';
  /** A peer that was measured in the same run, or a limit, in the same unit. */
  comparedWith: { what: string; value: number };
  /** Of `measured / comparedWith.value`: time and size at most so much, speed at least; at most `Infinity` of what is only told. */
  limit: { atMost: number } | { atLeast: number };
}

export interface Benchmark {
  /** How the command line calls it. */
  name: string;
  /** What it takes in time and space, printed while it runs. */
  takes: string;
  /** Gives its rows as they are known. Leaves nothing behind, also when the caller stops listening. */
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
