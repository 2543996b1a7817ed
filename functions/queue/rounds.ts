import type { Lease } from '../../domain/leases/lease.ts';

export interface Rounds {
  take(): Promise<Lease | undefined>;
  /** False when time was too short for all. */
  round(): Promise<boolean>;
  /** Whether there is time for another round. */
  hasTime(): boolean;
}

/**
 * Works for a user round by round, as long as others ask for it who found the lease taken. True when something is left to be done for which
 * time is too short: then a message has to follow. A worker that does not get the lease leaves the work to its holder.
 */
export async function workInRounds({ take, round, hasTime }: Rounds): Promise<boolean> {
  for (;;) {
    const lease = await take();
    if (!lease) return false;
    let finished = false;
    let asked = false;
    try {
      finished = await round();
    } finally {
      asked = await lease.end();
    }
    if (!finished) return true;
    if (!asked) return false;
    if (!hasTime()) return true;
  }
}
