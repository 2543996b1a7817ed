import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { residentMegabytes } from '../adapters/process/resident-memory.ts';

const betweenLooksMilliseconds = 50;

export interface MemoryWatch {
  /** The largest resident memory at any one time, in megabytes. */
  peak(): number;
  stop(): Promise<void>;
}

/** Samples the resident memory of some processes, summed, until it is stopped. */
export function watchMemory(processes: () => number[]): MemoryWatch {
  let highest = 0;
  let watching = true;
  const looking = (async () => {
    while (watching) {
      highest = Math.max(highest, await residentTogether(processes()));
      await sleep(betweenLooksMilliseconds);
    }
  })();
  return {
    peak: () => highest,
    stop: () => {
      watching = false;
      return looking;
    },
  };
}

export async function residentTogether(pids: number[]): Promise<number> {
  const each = await Promise.all(pids.map(residentMegabytes));
  return each.reduce((sum, megabytes) => sum + megabytes, 0);
}

/** The proportional set size of some processes in megabytes: a page that several share counts once. Zero where there is no /proc. */
export function proportionalTogether(pids: number[]): number {
  const each = pids.map((pid) => {
    try {
      const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
      return Number(/^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1] ?? 0) / 1024;
    } catch {
      // It has ended.
      return 0;
    }
  });
  return each.reduce((sum, megabytes) => sum + megabytes, 0);
}

/** A process with its children and grandchildren; the process alone where there is no /proc. */
export function withChildren(pid: number): number[] {
  try {
    const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    );
    return [pid, ...children.flatMap(withChildren)];
  } catch {
    return [pid];
  }
}
