import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type ListenerKind, slowListener } from './slow-listeners.ts';

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-05-01T12:00:00Z') }));
afterEach(() => void vi.useRealTimers());

/** Lets minutes pass, in each of which the sweep begins a turn. */
async function minutes(count: number, listener: ReturnType<typeof slowListener>): Promise<void> {
  for (let minute = 0; minute < count; minute += 1) {
    const turn = listener.turn();
    await vi.advanceTimersByTimeAsync(60_000);
    await turn;
  }
}

describe('a slow listener gets its steady share', () => {
  test.each<[string, ListenerKind, number]>([
    ['1.5 s, one call after the other', { milliseconds: 1_500, inOrder: true }, 32],
    ['1.5 s, side by side', { milliseconds: 1_500, inOrder: false }, 100],
    ['2.4 s, one call after the other', { milliseconds: 2_400, inOrder: true }, 20],
    ['8 s, side by side', { milliseconds: 8_000, inOrder: false }, 20],
  ])('%s', async (_, kind, perMinute) => {
    const listener = slowListener(kind, 1_000);
    for (let minute = 1; minute <= 5; minute += 1) {
      await minutes(1, listener);
      expect(listener.delivered.length).toBeGreaterThanOrEqual(minute * perMinute);
    }
    expect(new Set(listener.delivered.map(({ eventId }) => eventId)).size).toBe(listener.delivered.length);
  });

  test('of 40 events at 1.5 s each, all have come within two minutes, each once and the oldest first', async () => {
    const listener = slowListener({ milliseconds: 1_500, inOrder: true }, 40);
    await minutes(2, listener);
    expect(listener.delivered.map(({ eventId }) => eventId)).toEqual(
      Array.from({ length: 40 }, (_, number) => `event-${number}`),
    );
    expect(listener.calls).toHaveLength(40);
    expect(listener.maxSideBySide()).toBe(2);
    expect(listener.due.size).toBe(0);
  });
});

test('an overloaded listener gets one call at a time, and what it could not take counts as no attempt', async () => {
  // Two calls at once take it longer than a call may.
  const listener = slowListener({ milliseconds: 8_000, inOrder: true }, 10);
  await minutes(3, listener);
  expect(listener.stored.health.pausedUntil).toBeUndefined();
  expect(listener.delivered.length).toBeGreaterThanOrEqual(9);
  expect(listener.attempts.every(({ delivered, attempt }) => delivered && attempt === 1)).toBe(true);
});

test('a listener that hangs is paused after one call, which counts', async () => {
  const listener = slowListener({ milliseconds: 60_000, inOrder: false }, 10);
  await minutes(1, listener);
  expect(listener.calls).toEqual(['event-0']);
  expect(listener.attempts).toMatchObject([{ eventId: 'event-0', attempt: 1, delivered: false }]);
  expect(listener.stored.health.pausedUntil).toBeGreaterThan(Date.now());
  expect(listener.due.get('event-0')).toMatchObject({ attempt: 2 });
});

test('a turn leaves the worker the time for its last call, and what is left due', async () => {
  const listener = slowListener({ milliseconds: 1_500, inOrder: true }, 100);
  const begun = Date.now();
  let ended = 0;
  const turn = listener.turn(40_000).then(() => {
    ended = Date.now();
  });
  await vi.advanceTimersByTimeAsync(60_000);
  await turn;
  expect(ended - begun).toBeLessThan(25_000);
  const left = [...listener.due.values()];
  expect(left.length + listener.delivered.length).toBe(100);
  expect(left.every(({ dueAt }) => dueAt <= begun)).toBe(true);
});

test('messages that come during a turn are sent in it, and begin no other', async () => {
  const listener = slowListener({ milliseconds: 1_500, inOrder: true }, 3);
  const turn = listener.turn();
  await vi.advanceTimersByTimeAsync(2_000);
  const late = { ownerId: 'owner', webhookId: 'webhook', svcUserId: 'user', eventId: 'late', attempt: 1 };
  await listener.services.deliveries.note(late, Date.now());
  const due = await listener.services.deliveries.get(late);
  await listener.services.turns.take(late, due, { remainingMilliseconds: () => 75_000 });
  await vi.advanceTimersByTimeAsync(30_000);
  await turn;
  expect(listener.delivered.map(({ eventId }) => eventId).sort()).toEqual(['event-0', 'event-1', 'event-2', 'late']);
  expect(listener.maxSideBySide()).toBeLessThanOrEqual(2);
});

test('nothing more is sent once the webhook is disabled, and everything stays due', async () => {
  const listener = slowListener({ milliseconds: 1_500, inOrder: true }, 20);
  const turn = listener.turn();
  await vi.advanceTimersByTimeAsync(5_000);
  listener.stored.webhook.enabled = false;
  await vi.advanceTimersByTimeAsync(60_000);
  await turn;
  expect(listener.calls.length).toBeLessThan(7);
  expect(listener.due.size + listener.delivered.length).toBe(20);
  expect([...listener.due.values()].every(({ dueAt }) => dueAt <= Date.now())).toBe(true);
});
