import type { Barrier, LaunchOrder } from '../launch-order.ts';
import { restrictFiles } from './landlock.ts';
import type { Libc } from './libc.ts';
import { filterProgram } from './seccomp.ts';
import { type Machine, requiredNumber } from './system-calls.ts';

// Of prctl (linux/prctl.h).
const [endWithParent, setDumpable, dropCapability, noNewPrivileges] = [1, 4, 24, 38];
const sigKill = 9;
const allCapabilities = 64;
// Of prlimit64 (asm-generic/resource.h).
const [memoryLimit, coreLimit] = [2, 4];
// Of fcntl.
const setFlags = 2;
const megabyte = 1024 * 1024;

/**
 * Puts up the barriers around this process, which last through `execve` and are there before another program runs.
 *
 * @returns those that hold. @throws Error when the parent has ended already.
 */
export function restrict(libc: Libc, order: LaunchOrder, machine: Machine): Barrier[] {
  const { reach, parentId, maxMegabytes, without = [] } = order;
  const held: Barrier[] = [];
  const raise = (barrier: Barrier, build: () => void) => {
    if (without.includes(barrier)) return;
    try {
      build();
      held.push(barrier);
    } catch {
      // The system has no such thing or does not let it be used: the parent says what is missing.
    }
  };
  const prctl = (option: number, value: number) =>
    libc.call('prctl', requiredNumber('prctl', machine), option, value, 0, 0, 0);
  const limit = (resource: number, bytes: number) => {
    const both = Buffer.alloc(16);
    for (const at of [0, 8]) both.writeBigUInt64LE(BigInt(bytes), at);
    libc.call('prlimit64', requiredNumber('prlimit64', machine), 0, resource, both, null);
  };

  raise('parent', () => prctl(endWithParent, sigKill));
  // It may have ended before it was to be told.
  if (process.ppid !== parentId) throw new Error('the parent has ended');
  limit(memoryLimit, maxMegabytes * megabyte);
  limit(coreLimit, 0);
  for (let capability = 0; capability < allCapabilities; capability++) {
    try {
      prctl(dropCapability, capability);
    } catch {
      // Only root has any, and the kernel knows fewer than these.
      break;
    }
  }
  prctl(noNewPrivileges, 1);
  keepDescriptors(libc, order.descriptors, machine);
  raise('files', () => restrictFiles(libc, reach));
  raise('calls', () => {
    libc.filter(requiredNumber('seccomp', machine), filterProgram(machine, process.pid));
  });
  return held;
}

/**
 * Keeps this process's memory out of core dumps, piped ones too, and from other programs of its user. Becoming another program undoes it.
 *
 * @throws Error where the kernel refuses.
 */
export function hideMemory(libc: Libc, machine: Machine): void {
  libc.call('prctl', requiredNumber('prctl', machine), setDumpable, 0, 0, 0, 0);
}

/** Node.js lets none of its descriptors pass to another program: the first ones have to, and no others. */
function keepDescriptors(libc: Libc, count: number, machine: Machine): void {
  for (let descriptor = 0; descriptor < count; descriptor++) {
    libc.call('fcntl', requiredNumber('fcntl', machine), descriptor, setFlags, 0);
  }
}
