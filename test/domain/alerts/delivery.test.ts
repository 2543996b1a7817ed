import { expect, test } from 'vitest';
import {
  failedCallId,
  failedCallIdParts,
  maxAttempts,
  pauseAfter,
  waitAfter,
} from '../../../domain/alerts/delivery.ts';

const hour = 3_600_000;
const middle = 0.5;

test('ten attempts are made over about three days, with short waits at first', () => {
  const waits = Array.from({ length: maxAttempts }, (_, index) => waitAfter(index + 1, 0, middle));
  expect(maxAttempts).toBe(10);
  expect(waits.at(-1)).toBeUndefined();
  const known = waits.flatMap((wait) => wait ?? []);
  expect(known).toEqual([...known].sort((one, other) => one - other));
  const total = known.reduce((sum, wait) => sum + wait, 0);
  expect(total / hour).toBeGreaterThan(66);
  expect(total / hour).toBeLessThan(78);
});

test('the first attempts come 1, 30, 60 and 240 minutes after the first failure, or a little earlier', () => {
  const after = (random: number) => {
    let minutes = 0;
    return [1, 2, 3, 4].map((attempt) => {
      minutes += (waitAfter(attempt, 0, random) ?? Number.NaN) / 60_000;
      return minutes;
    });
  };
  expect(after(0)).toEqual([1, 30, 60, 240]);
  expect(after(1)).toEqual([0.9, 27, 54, 216]);
});

test('calls that failed together are not retried together', () => {
  expect(waitAfter(1, 0, 0)).toBe(60_000);
  expect(waitAfter(1, 0, 1)).toBe(54_000);
});

test('a listener that asks for more time gets it, up to a day', () => {
  expect(waitAfter(1, 2 * hour, middle)).toBe(2 * hour);
  expect(waitAfter(1, 10_000, 0)).toBe(60_000);
  expect(waitAfter(1, 1_000 * hour, middle)).toBe(24 * hour);
  expect(waitAfter(maxAttempts, hour, middle)).toBeUndefined();
});

test('a listener that does not respond is paused for longer and longer, up to a quarter of an hour', () => {
  expect([0, 1, 2, 3, 4, 400].map((pauses) => pauseAfter(pauses) / 60_000)).toEqual([1, 2, 4, 8, 15, 15]);
});

test('the id of a failed call can be split into its parts', () => {
  const parts = {
    svcUserId: '0198c2a0-1111-7000-8000-000000000001',
    webhookId: '0198c2a0-2222-7000-8000-000000000002',
    eventId: '0198c2a0-3333-7000-8000-000000000003',
  };
  expect(failedCallIdParts(failedCallId(parts))).toEqual(parts);
  expect(failedCallIdParts('nothing')).toBeUndefined();
  expect(failedCallIdParts(failedCallId(parts).toUpperCase())).toBeUndefined();
});
