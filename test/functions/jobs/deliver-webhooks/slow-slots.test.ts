import { expect, test } from 'vitest';
import type { OwnerSlots } from '../../../../domain/leases/owner-slots.ts';
import { slowSlots } from '../../../../functions/jobs/deliver-webhooks/slow-slots.ts';

/** Slots in memory, counted by key. */
function slots(): OwnerSlots & { held: Map<string, Set<string>> } {
  const held = new Map<string, Set<string>>();
  return {
    held,
    async take(key, count, _milliseconds, holder = '') {
      const holders = held.get(key) ?? new Set();
      held.set(key, holders);
      if (!holders.has(holder) && holders.size >= count) return undefined;
      holders.add(holder);
      return { isOnly: false, extend: async () => undefined, free: async () => void holders.delete(holder) };
    },
    free: async (key, holder) => void held.get(key)?.delete(holder),
  };
}

const limits = { perListener: 1, together: 2 };

test('all calls of one worker to a listener share one slot, which the last of them frees', async () => {
  const all = slots();
  const [worker, other] = [slowSlots(all, limits, 'one'), slowSlots(all, limits, 'other')];
  const [first, second] = await Promise.all([worker.take('a'), worker.take('a')]);
  expect(await other.take('a')).toBeUndefined();
  await first?.();
  expect(await other.take('a')).toBeUndefined();
  await second?.();
  const next = await other.take('a');
  expect(next).toBeDefined();
  await next?.();
  expect([...all.held.values()].every((holders) => holders.size === 0)).toBe(true);
});

test('slow listeners share a number of workers, and the others are left for the rest', async () => {
  const all = slots();
  const workers = ['one', 'two', 'three'].map((holder) => slowSlots(all, limits, holder));
  const taken = [await workers[0]?.take('a'), await workers[1]?.take('b'), await workers[2]?.take('c')];
  expect(taken.map((slot) => slot !== undefined)).toEqual([true, true, false]);
  // A slot taken of one and not of the other is freed.
  expect(all.held.get('c')?.size).toBe(0);
  await taken[0]?.();
  expect(await workers[2]?.take('c')).toBeDefined();
});

test('a slot that could not be taken because of an error counts as none', async () => {
  const failing = { take: () => Promise.reject(new Error('a table is down')), free: async () => undefined };
  expect(await slowSlots(failing, limits, 'one').take('a')).toBeUndefined();
});
