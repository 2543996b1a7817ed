import { vi } from 'vitest';

const maxMilliseconds = 60_000;

/**
 * Waits until what is expected has come about: at once on a quiet machine, and in the time that it takes on a busy one, where Vitest's own limit of a
 * second is over soon.
 *
 * @throws the last error of the check.
 */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: maxMilliseconds, interval: 20 });
}
