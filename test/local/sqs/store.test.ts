import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { movableClock } from '../../../local/clock.ts';
import { changeVisibility, deleteMessage } from '../../../local/sqs/finish.ts';
import { createOrFind } from '../../../local/sqs/operations/queues.ts';
import { arnOf, type Queue } from '../../../local/sqs/queue.ts';
import { receiveNow } from '../../../local/sqs/receive.ts';
import { sendMessage } from '../../../local/sqs/send.ts';
import { openStore, type Store } from '../../../local/sqs/store.ts';

const dir = mkdtempSync(join(tmpdir(), 'furrow-sqs-store-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const step = fc.oneof(
  fc.record({
    kind: fc.constant('send' as const),
    group: fc.integer({ min: 0, max: 2 }),
    delay: fc.constantFrom(0, 5),
  }),
  fc.record({ kind: fc.constant('receive' as const), max: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ kind: fc.constant('delete' as const), pick: fc.nat() }),
  fc.record({ kind: fc.constant('hand back' as const), pick: fc.nat() }),
  fc.record({ kind: fc.constant('wait' as const), seconds: fc.constantFrom(1, 4, 10, 70) }),
);

test('a queue read back from its log equals the written one', () => {
  let run = 0;
  fc.assert(
    fc.property(fc.array(step, { minLength: 5, maxLength: 60 }), (steps) => {
      run += 1;
      const here = join(dir, `${run}`);
      const clock = movableClock();
      const store = openStore({ dir: here, clock });
      const queue = makeQueues(store);
      const handles: string[] = [];
      for (const one of steps) {
        perform(store, queue, handles, clock, one);
        for (const each of store.queues.values()) checkInvariants(each);
      }
      store.flush();
      const written = dump(store);
      store.close();
      const readBack = openStore({ dir: here, clock });
      expect(dump(readBack)).toEqual(written);
      readBack.close();
      const compacted = openStore({ dir: here, clock });
      expect(dump(compacted)).toEqual(written);
      compacted.close();
    }),
    { numRuns: 60 },
  );
});

test('the log stays short during a long run', () => {
  const here = join(dir, 'long-run');
  const store = openStore({ dir: here, clock: movableClock(), slackBytes: 10_000 });
  const queue = createOrFind(store, 'work', {});
  for (let n = 0; n < 1_000; n += 1) {
    sendMessage(store, queue, { body: `message ${n}`, attributes: {}, systemAttributes: {} });
    if (n % 100 > 0)
      for (const { receiptHandle } of receiveNow(store, queue, 1, 10)) deleteMessage(store, queue, receiptHandle);
    store.flush();
  }
  expect(statSync(join(here, 'queues.log')).size).toBeLessThan(20_000);
  const written = dump(store);
  store.close();
  const readBack = openStore({ dir: here, clock: movableClock() });
  expect(dump(readBack)).toEqual(written);
  readBack.close();
});

function makeQueues(store: Store): Queue {
  createOrFind(store, 'dead', {});
  const RedrivePolicy = JSON.stringify({ deadLetterTargetArn: arnOf('dead'), maxReceiveCount: 2 });
  return createOrFind(store, 'work', { RedrivePolicy, VisibilityTimeout: '10', MessageRetentionPeriod: '60' });
}

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

function perform(store: Store, queue: Queue, handles: string[], clock: ReturnType<typeof movableClock>, one: Step) {
  const handle = 'pick' in one ? handles[one.pick % Math.max(1, handles.length)] : undefined;
  if (one.kind === 'send') {
    const message = { body: 'x', attributes: {}, systemAttributes: {}, groupId: `g${one.group}` };
    sendMessage(store, queue, { ...message, delaySeconds: one.delay });
  }
  if (one.kind === 'receive') handles.push(...receiveNow(store, queue, one.max, 10).map((r) => r.receiptHandle));
  if (one.kind === 'wait') clock.advance(one.seconds * 1000);
  if (handle) {
    try {
      if (one.kind === 'delete') deleteMessage(store, queue, handle);
      else changeVisibility(store, queue, handle, 0);
    } catch {
      // An expired handle is the subject of other tests.
    }
  }
}

function checkInvariants(queue: Queue): void {
  const messages = [...queue.messages.values()];
  const inState = (state: string) => messages.filter((message) => message.state === state);
  expect(queue.inFlight).toBe(inState('inFlight').length);
  expect(queue.delayed).toBe(inState('delayed').length);
  expect(queue.hidden.size).toBe(queue.inFlight + queue.delayed);
  expect(queue.ready.size).toBe(inState('ready').length);
}

/** The state of a queue, apart from what is due but has not been processed yet. */
function dump(store: Store) {
  return [...store.queues.values()].map((queue) => {
    store.settle(queue);
    checkInvariants(queue);
    const { name, attributes, inFlight, delayed } = queue;
    const messages = [...queue.messages.values()].sort((a, b) => a.sequence - b.sequence);
    return { name, attributes, inFlight, delayed, messages };
  });
}
