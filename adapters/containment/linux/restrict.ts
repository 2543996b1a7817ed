import type { Barrier, LaunchOrder } from '../launch-order.ts';
import { restrictFiles } from './landlock.ts';
import type { Libc } from './libc.ts';
import { filterProgram } from './seccomp.ts';
import { type Machine, requiredNumber } from './system-calls.ts';

// Options of prctl (linux/prctl.h).
const [endWithParent, setDumpable, dropCapability, noNewPrivileges] = [1, 4, 24, 38];
const sigKill = 9;
const allCapabilities = 64;
// Resources of prlimit64 (asm-generic/resource.h).
const [memoryLimit, coreLimit] = [2, 4];
// Command of fcntl.
const setFlags = 2;
const megabyte = 1024 * 1024;

/**
 * Sets up the barriers around this process, which persist through `execve` and so exist before another program runs.
 *
 * @returns the barriers in effect. @throws Error if the parent has ended already.
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
      // The system lacks it or forbids its use: the parent reports missing barriers.
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
  // The parent may have ended before its end would have been signalled.
  if (process.ppid !== parentId) throw new Error('the parent has ended');
  limit(memoryLimit, maxMegabytes * megabyte);
  limit(coreLimit, 0);
  for (let capability = 0; capability < allCapabilities; capability++) {
    try {
      prctl(dropCapability, capability);
    } catch {
      // Only root has capabilities, and the kernel knows fewer than these.
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
 * Keeps this process's memory out of core dumps, including piped ones, and from other programs of its user. `execve`
 * resets it.
 *
 * @throws Error if the kernel refuses.
 */
export function hideMemory(libc: Libc, machine: Machine): void {
  libc.call('prctl', requiredNumber('prctl', machine), setDumpable, 0, 0, 0, 0);
}

/** Marks exactly the first descriptors as inherited; Node.js opens all of them close-on-exec. */
function keepDescriptors(libc: Libc, count: number, machine: Machine): void {
  for (let descriptor = 0; descriptor < count; descriptor++) {
    libc.call('fcntl', requiredNumber('fcntl', machine), descriptor, setFlags, 0);
  }
}
