import { compare, type Outcome, type Verdict } from './compare.ts';
import type { readExceptions } from './exceptions.ts';

export interface Compared {
  /** The id of a query of the corpus, or the seed of a random query. */
  id: string;
  text: string;
  /** The share by which numbers may differ, a billionth by default. */
  tolerance?: number | undefined;
}

/** Counts the verdicts on two engines, and prints their differences. */
export function tallyOf(names: readonly [string, string], exceptionFor: ReturnType<typeof readExceptions>) {
  const counts: Record<Verdict | 'excepted', number> = { agreed: 0, 'both refused': 0, disagreed: 0, excepted: 0 };
  const reasons = new Map<string, number>();

  function add({ id, text, tolerance }: Compared, ours: Outcome, theirs: Outcome): void {
    const verdict = compare(ours, theirs, tolerance);
    const problems = [ours, theirs].map((one) => ('problem' in one ? one.problem : '')).join('\n');
    const reason = verdict === 'disagreed' ? exceptionFor(id, text, problems) : undefined;
    counts[reason ? 'excepted' : verdict] += 1;
    const done = Object.values(counts).reduce((sum, one) => sum + one, 0);
    if (done % 200 === 0) console.log(`${done} compared, ${counts.disagreed} disagreed`);
    if (reason) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    else if (verdict === 'disagreed') {
      console.log(`\nDisagreed: ${id}\n  ${text}`);
      for (const [index, outcome] of [ours, theirs].entries()) console.log(`  ${names[index]}: ${shown(outcome)}`);
    }
  }

  /** Prints the counts; returns whether there is no difference without a reason. */
  function close(): boolean {
    console.log('');
    for (const [name, count] of Object.entries(counts)) console.log(`${String(count).padStart(6)} ${name}`);
    for (const [reason, count] of reasons) console.log(`         ${count} × ${reason}`);
    return counts.disagreed === 0;
  }

  return { add, close };
}

function shown(outcome: Outcome): string {
  if ('problem' in outcome) return `problem: ${outcome.problem.slice(0, 300)}`;
  const text = JSON.stringify(outcome.rows);
  return `${outcome.rows.length} rows: ${text.length > 600 ? `${text.slice(0, 600)}…` : text}`;
}
