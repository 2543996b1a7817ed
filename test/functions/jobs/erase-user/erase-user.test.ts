import { expect, test } from 'vitest';
import type { ErasurePass, ErasureProgress } from '../../../../domain/erasure/eraser.ts';
import { type ErasureServices, eraseUser } from '../../../../functions/jobs/erase-user/erase-user.ts';
import type { ErasureMessage } from '../../../../functions/jobs/erase-user/messages.ts';

const user = { ownerId: 'owner', svcUserId: 'user' };

/** Erasers that fail a given number of times, and a record of their runs. */
function world(fails: Record<string, number>, after: Record<string, string[]> = {}) {
  const ran: string[] = [];
  const sent: ErasureMessage[] = [];
  const kept = new Map<ErasurePass, Set<string>>();
  const progress: ErasureProgress = {
    done: async (_, pass) => new Set(kept.get(pass)),
    note: async (_, pass, covers) => void kept.set(pass, new Set(kept.get(pass)).add(covers)),
    forget: async () => kept.clear(),
  };
  const services: ErasureServices = {
    erasers: Object.keys(fails).map((covers) => ({
      covers,
      ...(after[covers] && { after: after[covers] }),
      async erase() {
        ran.push(covers);
        const left = fails[covers] ?? 0;
        fails[covers] = left - 1;
        if (left > 0) throw new Error(`no access to ${covers}`);
      },
    })),
    progress,
    queue: { send: async (message) => void sent.push(message) },
    clock: { now: () => 0 },
  };
  return { services, ran, sent, kept };
}

test('an eraser that fails does not stop the others, and is retried alone', async () => {
  const { services, ran, sent } = world({ a: 0, b: 1, c: 0 });
  await expect(eraseUser(user, services)).rejects.toMatchObject({
    message: '1 of 3 erasers remain: b',
    errors: [{ message: 'b: no access to b' }],
  });
  expect([ran.splice(0), sent]).toEqual([['a', 'b', 'c'], []]);
  await eraseUser(user, services);
  expect([ran, sent]).toEqual([['b'], [{ ...user, notBefore: 17 * 60_000 }]]);
});

test('an eraser waits for those that need its data, and for no other', async () => {
  const { services, ran } = world(
    { usage: 1, fields: 0, uploads: 0, zones: 0 },
    { fields: ['usage'], zones: ['fields'] },
  );
  await expect(eraseUser(user, services)).rejects.toThrow('3 of 4 erasers remain: usage, fields, zones');
  expect(ran.splice(0)).toEqual(['usage', 'uploads']);
  await eraseUser(user, services);
  expect(ran).toEqual(['usage', 'fields', 'zones']);
});

test('the second pass runs every eraser again, and leaves no progress behind', async () => {
  const { services, ran, sent, kept } = world({ a: 0, b: 0 });
  await eraseUser(user, services);
  const second = sent[0] ?? user;
  await eraseUser(second, { ...services, clock: { now: () => 17 * 60_000 } });
  expect(ran).toEqual(['a', 'b', 'a', 'b']);
  expect(kept.size).toBe(0);
});
