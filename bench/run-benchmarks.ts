import type { Baseline } from './baseline.ts';
import { MissingPeer } from './missing-peer.ts';
import { type Benchmark, type Form, isMissed, type Row } from './row.ts';
import { heading, rowLine, tinyLine } from './table.ts';

export interface Outcome {
  rows: Row[];
  /** Whether every benchmark ran to its end and, in the full form, every figure is within its limit. */
  isGood: boolean;
}

export interface RunOptions {
  form: Form;
  baseline: Baseline;
  print(line: string): void;
}

/**
 * Runs benchmarks one after another and prints each figure as it is known. A benchmark that fails does not keep the next ones from running.
 * Figures of the tiny form mean nothing, so that no limit is held against them; and a missing peer is no failure there.
 */
export async function runBenchmarks(
  benchmarks: readonly Benchmark[],
  { form, baseline, print }: RunOptions,
): Promise<Outcome> {
  const rows: Row[] = [];
  let failed = 0;
  print(heading());
  for (const { name, run } of benchmarks) {
    try {
      for await (const row of run(form)) {
        rows.push(row);
        print(form === 'tiny' ? tinyLine(row) : rowLine(row, baseline[row.name]?.ratio));
      }
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (form === 'tiny' && error instanceof MissingPeer) print(`${name}: not run to its end: ${reason}`);
      else {
        failed += 1;
        print(`${name}: ${reason}`);
      }
    }
  }
  const missed = form === 'tiny' ? 0 : rows.filter(isMissed).length;
  const judged = form === 'tiny' ? 'tiny, so that no limit is held against them' : `${missed} MISSED`;
  print(`${rows.length} figures, ${judged}; ${failed} benchmarks FAILED`);
  return { rows, isGood: missed === 0 && failed === 0 };
}
