import type { ChildProcess } from 'node:child_process';
import { residentMegabytes } from '../../adapters/process/resident-memory.ts';

/** How often the memory of a process is measured, in milliseconds. */
const interval = 250;

/** Kills a process that exceeds its memory limit, in whole megabytes, and logs it. */
export function watchMemory(
  child: ChildProcess,
  options: { limitMegabytes(): number; onExceeded(used: number, limit: number): void },
): { stop(): void } {
  const timer = setInterval(async () => {
    const limit = options.limitMegabytes();
    const used = child.pid === undefined ? 0 : await residentMegabytes(child.pid);
    if (used <= limit || child.killed) return;
    options.onExceeded(Math.round(used), limit);
    child.kill('SIGKILL');
  }, interval);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
