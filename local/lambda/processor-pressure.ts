import { readFileSync } from 'node:fs';

/**
 * The time for which something on this machine has waited for a processor, in milliseconds since its start; 0 where the system does not say, as elsewhere than on Linux.
 * https://docs.kernel.org/accounting/psi.html
 *
 * @example const waited = pressedMilliseconds() - before;
 */
export function pressedMilliseconds(): number {
  try {
    const some = readFileSync('/proc/pressure/cpu', 'utf8');
    return Number(/^some .* total=(\d+)$/m.exec(some)?.[1] ?? 0) / 1000;
  } catch {
    return 0;
  }
}
