import type { OrderOfOwner } from './messages.ts';
import { type OwnerProcess, type OwnerProgram, startOwnerProcess } from './owner-process.ts';

/** Maximum processes that fit into a function's memory. */
const maxProcesses = 2;
/** As long as an idle instance of a laptop is kept. */
const idleMilliseconds = 60_000;

/** Processes for the queries of owners. A process that has served an owner never serves another. */
export interface OwnerProcesses<Given extends OrderOfOwner> {
  /** Takes a free process of the owner for one query; waits while all are busy, or the owner has its maximum. */
  take(ownerId: string): Promise<OwnerProcess<Given>>;
  /** Returns it, for the owner's next query unless it has ended. */
  release(process: OwnerProcess<Given>): void;
  end(): void;
}

interface Known<Given extends OrderOfOwner> {
  ownerId: string;
  process: OwnerProcess<Given>;
  isBusy: boolean;
  /** Ends it after an idle time. */
  idle?: NodeJS.Timeout;
}

/** @param limits.ofOwner maximum processes of one owner at once: fewer than all, to leave some for others. */
export function ownerProcesses<Given extends OrderOfOwner>(
  program: OwnerProgram,
  { max = maxProcesses, ofOwner = max }: { max?: number; ofOwner?: number } = {},
): OwnerProcesses<Given> {
  /** Ordered by last use. */
  let known: Known<Given>[] = [];
  let waiting: (() => void)[] = [];

  const remove = (one: Known<Given>) => {
    clearTimeout(one.idle);
    one.process.end();
    known = known.filter((other) => other !== one);
  };
  const free = (ownerId: string): Known<Given> | undefined => {
    for (const one of known) if (!one.process.isAlive && !one.isBusy) remove(one);
    if (known.filter((one) => one.ownerId === ownerId && one.isBusy).length >= ofOwner) return undefined;
    const own = known.find((one) => one.ownerId === ownerId && !one.isBusy);
    if (own) return own;
    const idle = known.find(({ isBusy }) => !isBusy);
    if (known.length >= max && !idle) return undefined;
    if (known.length >= max && idle) remove(idle);
    const made = { ownerId, process: startOwnerProcess<Given>(program), isBusy: false };
    known.push(made);
    return made;
  };

  return {
    async take(ownerId) {
      for (;;) {
        const one = free(ownerId);
        if (one) {
          clearTimeout(one.idle);
          one.isBusy = true;
          return one.process;
        }
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
    },
    release(process) {
      const one = known.find((other) => other.process === process);
      if (one) {
        one.isBusy = false;
        process.rest();
        known = [...known.filter((other) => other !== one), one];
        if (process.isAlive) one.idle = setTimeout(() => remove(one), idleMilliseconds).unref();
        else remove(one);
      }
      // All are woken in their order, since the first may belong to an owner with its maximum of processes.
      const woken = waiting;
      waiting = [];
      for (const wake of woken) wake();
    },
    end() {
      for (const one of [...known]) remove(one);
    },
  };
}
