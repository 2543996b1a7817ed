import type { Context, SQSRecord } from 'aws-lambda';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod';
import {
  attemptOf,
  type Message,
  type QueueServices,
  RetryLater,
  sqsWorker,
} from '../../../functions/queue/sqs-worker.ts';

/** When a message is visible again, by its receipt handle: as the queue has it. */
let visibleAt: Record<string, number>;
const calls: [handle: string, seconds: number][] = [];
const services: QueueServices = {
  maxReceiveCount: 3,
  maxPasses: 3,
  async delayRetry(handle, seconds) {
    calls.push([handle, seconds]);
    visibleAt[handle] = Date.now() + seconds * 1_000;
  },
  after: () => ({ send: async () => {} }),
  passesOf: () => 0,
  bury: async () => {},
};
const recordOf = (messageId: string): SQSRecord =>
  ({
    ...{ messageId, receiptHandle: messageId, body: `{"name":"${messageId}"}`, messageAttributes: {} },
    attributes: { ApproximateReceiveCount: '1' },
  }) as unknown as SQSRecord;
const schema = z.object({ name: z.string() });

/** Works on messages in a function that may run for so many seconds. */
function worker(work: (name: string) => Promise<void>, seconds = 900) {
  const context = { getRemainingTimeInMillis: () => seconds * 1_000 } as Context;
  const handler = sqsWorker(schema, ({ name }) => work(name), services);
  return (...names: string[]) => handler({ Records: names.map(recordOf) }, context);
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'error').mockImplementation(() => {});
  visibleAt = {};
  calls.length = 0;
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('a message is hidden for as long as its worker lives, and comes back within 90 s of its death', async () => {
  void worker(() => new Promise(() => {}))('one');
  for (let at = 0; at < 600; at += 10) {
    await vi.advanceTimersByTimeAsync(10_000);
    const left = (visibleAt.one ?? 0) - Date.now();
    expect(left).toBeGreaterThan(60_000);
    expect(left).toBeLessThanOrEqual(90_000);
  }
});

test('messages of a batch that wait for their turn are hidden too, and none is any more when the batch has ended', async () => {
  let end = () => {};
  const done = worker((name) => (name === 'one' ? new Promise((resolve) => (end = resolve)) : Promise.resolve()))(
    'one',
    'two',
  );
  await vi.advanceTimersByTimeAsync(120_000);
  expect((visibleAt.two ?? 0) - Date.now()).toBeGreaterThan(60_000);
  end();
  await vi.advanceTimersByTimeAsync(0);
  await done;
  const before = calls.length;
  await vi.advanceTimersByTimeAsync(120_000);
  expect(calls.length).toBe(before);
});

test('a failed message waits as long as it is told, whatever its beat', async () => {
  const done = worker(async () => {
    throw new RetryLater('later', 5);
  })('one');
  await vi.advanceTimersByTimeAsync(0);
  await done;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(calls.at(-1)).toEqual(['one', 5]);
});

test('a function that is short needs no beat', async () => {
  await worker(async () => {}, 30)('one');
  expect(calls).toEqual([]);
});

test('a lease is extended while its work goes on, and not afterwards', async () => {
  const { leaseMilliseconds, whileHeld } = attemptOf(
    { delivery: 'one#1', remainingMilliseconds: () => 900_000 } as Message,
    60_000,
  );
  expect(leaseMilliseconds()).toBe(90_000);
  let extended = 0;
  let end = () => {};
  const extend = async () => {
    extended += 1;
  };
  const done = whileHeld?.(extend, () => new Promise<void>((resolve) => (end = resolve)));
  await vi.advanceTimersByTimeAsync(65_000);
  expect(extended).toBe(3);
  end();
  await done;
  await vi.advanceTimersByTimeAsync(65_000);
  expect(extended).toBe(3);
});
