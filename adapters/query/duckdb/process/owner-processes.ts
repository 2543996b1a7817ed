import { type OwnerProcess, type OwnerProgram, startOwnerProcess } from './owner-process.ts';

/** As many have room in a function's memory. */
const mostProcesses = 2;
const idleMilliseconds = 5 * 60_000;

/** Processes for the queries of owners. One that has served an owner never serves another. */
export interface OwnerProcesses {
  /** A process of the owner that is free, for the time of one query; waits while all are busy. */
  take(ownerId: string): Promise<OwnerProcess>;
  /** Gives it back, which keeps it for the owner's next query if it is still there. */
  release(process: OwnerProcess): void;
  end(): void;
}

interface Known {
  ownerId: string;
  process: OwnerProcess;
  isBusy: boolean;
  /** Ends it when nothing was asked for long. */
  idle?: NodeJS.Timeout;
}

export function ownerProcesses(program: OwnerProgram, most = mostProcesses): OwnerProcesses {
  /** The one that was used last stands last. */
  let known: Known[] = [];
  const waiting: (() => void)[] = [];

  const remove = (one: Known) => {
    clearTimeout(one.idle);
    one.process.end();
    known = known.filter((other) => other !== one);
  };
  const free = (ownerId: string): Known | undefined => {
    for (const one of known) if (!one.process.isAlive && !one.isBusy) remove(one);
    const own = known.find((one) => one.ownerId === ownerId && !one.isBusy);
    if (own) return own;
    const idle = known.find(({ isBusy }) => !isBusy);
    if (known.length >= most && !idle) return undefined;
    if (known.length >= most && idle) remove(idle);
    const made = { ownerId, process: startOwnerProcess(program), isBusy: false };
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
        known = [...known.filter((other) => other !== one), one];
        if (process.isAlive) one.idle = setTimeout(() => remove(one), idleMilliseconds).unref();
        else remove(one);
      }
      waiting.shift()?.();
    },
    end() {
      for (const one of [...known]) remove(one);
    },
  };
}
