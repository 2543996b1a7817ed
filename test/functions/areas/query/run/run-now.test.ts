import { expect, test, vi } from 'vitest';
import type { Owner } from '../../../../../domain/access/owner.ts';
import { runNow } from '../../../../../functions/areas/query/run/run-now.ts';
import type { QueryServices } from '../../../../../functions/areas/query/run/services.ts';

vi.spyOn(console, 'info').mockReturnValue();

const now = 1_750_000_000_000;
const compiling = vi.fn(async (_owner: string, catalogue: unknown) => catalogue);
const services = {
  clock: { now: () => now },
  engine: { dialect: 'duckdb', present: compiling },
  slots: { take: async () => ({ extend: async () => {}, free: async () => {} }) },
} as unknown as QueryServices;

/** Runs a query that ends when it is stopped, for a request that the gateway received some milliseconds ago. */
function asked(milliseconds: number): Promise<unknown> {
  const request = { requestId: 'r', receivedTime: now - milliseconds };
  const caller = { owner: { id: 'owner' } as Owner, request } as Parameters<typeof runNow>[1];
  return runNow({ text: 'SELECT 1' }, caller, services, (_compiled, signal) => {
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  });
}

test('a request that waited for an instance has less time to run, so that it is answered in time', async () => {
  await expect(asked(22_900)).rejects.toMatchObject({ kind: 'timeout' });
}, 5_000);

test('a request that waited all of its time is not started', async () => {
  compiling.mockClear();
  await expect(asked(23_000)).rejects.toMatchObject({
    kind: 'unavailable',
    message: expect.stringContaining('Send it again'),
    retryAfterSeconds: 2,
  });
  expect(compiling).not.toHaveBeenCalled();
});

test('a gateway whose clock is ahead gives no more time', async () => {
  vi.useFakeTimers();
  try {
    const run = asked(-60_000);
    const ended = expect(run).rejects.toMatchObject({ kind: 'timeout' });
    await vi.advanceTimersByTimeAsync(23_001);
    await ended;
  } finally {
    vi.useRealTimers();
  }
});
