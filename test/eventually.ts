import { vi } from 'vitest';

const maxMilliseconds = 60_000;

/**
 * Waits until a check succeeds: at once on a quiet machine, and later on a busy one, where Vitest's own limit of a second is too short.
 *
 * @throws the last error of the check.
 */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: maxMilliseconds, interval: 20 });
}
