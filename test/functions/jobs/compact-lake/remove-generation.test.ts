import { expect, test } from 'vitest';
import type { PointsPointer } from '../../../../domain/lake/points-pointer.ts';
import type { RemovalMessage } from '../../../../functions/jobs/compact-lake/messages.ts';
import { removeGeneration } from '../../../../functions/jobs/compact-lake/remove-generation.ts';
import type { CompactionServices } from '../../../../functions/jobs/compact-lake/services.ts';

/** A lake whose points get another generation every few minutes, and the messages that a removal sends to its own queue. */
async function removed(everySeconds: number, first: RemovalMessage) {
  const removedKeys: string[] = [];
  let now = 0;
  const snapshot = () => {
    const passed = Math.floor(now / (everySeconds * 1000));
    return { gen: first.gen + 1 + passed, since: passed * everySeconds * 1000 };
  };
  const sent: { message: RemovalMessage; delay: number }[] = [{ message: first, delay: 0 }];
  const services = {
    points: { read: async () => snapshot() } as unknown as PointsPointer,
    lake: {
      list: async function* (prefix: string) {
        if (removedKeys.length === 0) yield `${prefix}a.file.parquet`;
      },
      remove: async (keys: readonly string[]) => void removedKeys.push(...keys),
    } as unknown as CompactionServices['lake'],
    objects: { remove: async () => {} } as unknown as CompactionServices['objects'],
    queue: {
      send: async (message: unknown, delay = 0) => void sent.push({ message: message as RemovalMessage, delay }),
    },
    clock: { now: () => now },
  };
  let messages = 0;
  for (let next = sent.shift(); next; next = sent.shift()) {
    now += next.delay * 1000;
    messages += 1;
    if (messages > 20) throw new Error('the removal never comes to its end');
    await removeGeneration(next.message, services);
  }
  return { messages, removedKeys, now };
}

test('a generation is deleted when no query can be reading it, however often others are published meanwhile', async () => {
  const { messages, removedKeys, now } = await removed(60, { step: 'remove', ownerId: 'owner', gen: 3 });
  expect(removedKeys).toHaveLength(1);
  expect(messages).toBe(2);
  expect(now).toBe(900_000);
});
