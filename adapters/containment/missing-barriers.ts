import { type Barrier, barriers } from './launch-order.ts';
import { landlockVersion } from './linux/landlock.ts';
import { type Libc, loadLibc } from './linux/libc.ts';
import { canRefuseCalls } from './linux/seccomp.ts';
import { type Machine, machineOf } from './linux/system-calls.ts';

const withoutIt: Record<Barrier, string> = {
  files: 'only a folder of its own (Landlock, Linux 5.13 or newer)',
  calls: 'only the system calls that it needs, and no network (seccomp)',
  parent: 'an end with its parent (Linux; elsewhere a thread looks after it)',
};

/**
 * The barriers that this system lacks, according to the kernel, without setting any up. Contained processes report the
 * ones in effect.
 *
 * @example const line = lineOfMissing(missingBarriers()); // undefined on Linux with Landlock and seccomp
 */
export function missingBarriers(load: () => Libc = loadLibc): Barrier[] {
  const machine = machineOf(process);
  const libc = machine && loaded(load);
  return libc ? barriers.filter((barrier) => !isThere[barrier](libc, machine)) : [...barriers];
}

/**
 * A line for the operator; undefined if no barrier is missing.
 *
 * @example lineOfMissing([]) // undefined
 */
export function lineOfMissing(missing: readonly Barrier[]): string | undefined {
  if (missing.length === 0) return undefined;
  return `A process that reads foreign files has no ${missing.map((barrier) => withoutIt[barrier]).join('; no ')}`;
}

const isThere: Record<Barrier, (libc: Libc, machine: Machine) => boolean> = {
  files: (libc) => isAnswered(() => landlockVersion(libc)),
  calls: (libc, machine) => isAnswered(() => canRefuseCalls(libc, machine)),
  parent: () => true,
};

function isAnswered(ask: () => unknown): boolean {
  try {
    ask();
    return true;
  } catch {
    return false;
  }
}

function loaded(load: () => Libc): Libc | undefined {
  try {
    return load();
  } catch {
    return undefined;
  }
}
