import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { movableClock } from '../../../local/clock.ts';
import { credentials, region } from '../../../local/credentials.ts';
import type { EventSource, InvokeFunction } from '../../../local/event-sources/event-source.ts';
import { startSqsSource } from '../../../local/event-sources/sqs-source.ts';
import { type SqsEngine, startSqs } from '../../../local/sqs/start-sqs.ts';
import type { QueueMappingPlan } from '../../../local/template/plan-event-source-mappings.ts';
import { eventually } from '../../eventually.ts';

type Records = { Records: { messageId: string; body: string; attributes: Record<string, string> }[] };

const clock = movableClock();
let dir: string;
let queues: SqsEngine;
let queueArn: string;
let queueUrl: string;
let source: EventSource | undefined;

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'furrow-sqs-source-'));
  queues = await startSqs({ dir, host: '127.0.0.1', clock });
  ({ arn: queueArn, url: queueUrl } = await queues.ensureQueue({
    name: 'work',
    attributes: { VisibilityTimeout: 30 },
  }));
});

afterEach(async () => {
  await source?.stop();
  source = undefined;
  await queues.close();
  rmSync(dir, { recursive: true, force: true });
});

function start(invoke: InvokeFunction, mapping: Partial<QueueMappingPlan> = {}): void {
  source = startSqsSource({
    mapping: {
      kind: 'queue',
      name: 'work -> worker',
      queueName: 'work',
      queueArn,
      functionName: 'worker',
      functionArn: 'arn:aws:lambda:us-east-1:000000000000:function:worker',
      enabled: true,
      reportsItemFailures: true,
      filters: [],
      ...mapping,
    },
    queues,
    invoke,
    log: () => {},
  });
}

const done = { requestId: 'r', payload: null };
const empty = { visible: 0, inFlight: 0, delayed: 0 };

test('delivers messages of the SDK in the shape of Lambda', async () => {
  const events: unknown[] = [];
  start(async (event) => {
    events.push(event);
    return done;
  });
  const client = new SQSClient({ endpoint: queues.endpoint, region, credentials });
  const sent = await client.send(
    new SendMessageCommand({
      QueueUrl: queueUrl,
      MessageBody: 'grain',
      MessageAttributes: {
        crop: { DataType: 'String', StringValue: 'wheat' },
        raw: { DataType: 'Binary', BinaryValue: new Uint8Array([1, 2]) },
      },
    }),
  );
  await eventually(() => expect(events).toHaveLength(1));
  expect(events[0]).toEqual({
    Records: [
      {
        messageId: sent.MessageId,
        receiptHandle: expect.any(String),
        body: 'grain',
        attributes: {
          ApproximateReceiveCount: '1',
          SentTimestamp: expect.stringMatching(/^\d{13}$/),
          SenderId: expect.any(String),
          ApproximateFirstReceiveTimestamp: expect.stringMatching(/^\d{13}$/),
        },
        messageAttributes: {
          crop: { stringValue: 'wheat', stringListValues: [], binaryListValues: [], dataType: 'String' },
          raw: { binaryValue: 'AQI=', stringListValues: [], binaryListValues: [], dataType: 'Binary' },
        },
        md5OfBody: sent.MD5OfMessageBody,
        eventSource: 'aws:sqs',
        eventSourceARN: queueArn,
        awsRegion: 'us-east-1',
      },
    ],
  });
  await eventually(() => expect(queues.counts(queueArn)).toEqual(empty));
});

test('a failed message returns after its visibility timeout, and its neighbours do not', async () => {
  const bodies: string[] = [];
  for (const body of ['good', 'bad']) await queues.send(queueArn, body);
  start(async (event) => {
    const { Records } = event as Records;
    bodies.push(...Records.map(({ body }) => body));
    const failed = Records.filter(
      ({ body, attributes }) => body === 'bad' && attributes.ApproximateReceiveCount === '1',
    );
    return { ...done, payload: { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) } };
  });
  await eventually(() => expect(queues.counts(queueArn)).toEqual({ ...empty, inFlight: 1 }));
  clock.advance(30_000);
  queues.wake();
  await eventually(() => expect(queues.counts(queueArn)).toEqual(empty));
  expect(bodies.sort()).toEqual(['bad', 'bad', 'good']);
});

test('a message that keeps failing becomes a dead letter', async () => {
  const dead = await queues.ensureQueue({ name: 'work-dead' });
  await queues.ensureQueue({
    name: 'work',
    attributes: { VisibilityTimeout: 0, RedrivePolicy: { deadLetterTargetArn: dead.arn, maxReceiveCount: 3 } },
  });
  let tries = 0;
  await queues.send(queueArn, 'poison');
  start(async () => {
    tries += 1;
    return { ...done, functionError: 'Unhandled' };
  });
  await eventually(() => expect(queues.counts(dead.arn).visible).toBe(1));
  expect(tries).toBe(3);
});

test('failed receives count after a restart, and interrupted ones do not', async () => {
  await queues.send(queueArn, 'crashes');
  await queues.send(queueArn, 'goes on');
  let held = 0;
  start(
    async (event) => {
      const [message] = (event as Records).Records;
      if (message?.body === 'crashes') return { ...done, functionError: 'Unhandled' };
      held += 1;
      return new Promise((resolve) => setTimeout(resolve, 100, { ...done, functionError: 'Unhandled' }));
    },
    { batchSize: 1 },
  );
  await eventually(() => expect([held, queues.counts(queueArn).inFlight]).toEqual([1, 2]));
  await source?.stop();
  expect(await queues.release(queueArn)).toBe(1);
  const [first] = await queues.receive(queueArn, { max: 10, waitMs: 0 });
  expect([first?.body, first?.attributes.ApproximateReceiveCount]).toEqual(['goes on', '1']);
  clock.advance(30_000);
  const again = await queues.receive(queueArn, { max: 10, waitMs: 0 });
  const crashed = again.find(({ body }) => body === 'crashes');
  expect(crashed?.attributes.ApproximateReceiveCount).toBe('2');
});

test('no more batches run at once than the mapping allows', async () => {
  let running = 0;
  let maxRunning = 0;
  for (let i = 0; i < 12; i += 1) await queues.send(queueArn, String(i));
  start(
    async () => {
      running += 1;
      maxRunning = Math.max(maxRunning, running);
      await new Promise((resolve) => setTimeout(resolve, 20));
      running -= 1;
      return done;
    },
    { batchSize: 1, maximumConcurrency: 3 },
  );
  await eventually(() => expect(queues.counts(queueArn)).toEqual(empty));
  expect(maxRunning).toBe(3);
});

test('a waiting source receives a message at once, not at the end of its poll', async () => {
  let heardAt = 0;
  start(async () => {
    heardAt = performance.now();
    return done;
  });
  await new Promise((resolve) => setTimeout(resolve, 100));
  const sentAt = performance.now();
  await queues.send(queueArn, 'now');
  await eventually(() => expect(heardAt).toBeGreaterThan(0));
  expect(heardAt - sentAt).toBeLessThan(10_000);
});

test('a message that matches no filter is deleted without a call', async () => {
  const bodies: string[] = [];
  start(
    async (event) => {
      bodies.push(...(event as Records).Records.map(({ body }) => body));
      return done;
    },
    { filters: [{ body: { kind: ['wanted'] } }] },
  );
  await queues.send(queueArn, '{"kind":"wanted"}');
  await queues.send(queueArn, '{"kind":"other"}');
  await queues.send(queueArn, 'text');
  await eventually(() => expect(queues.counts(queueArn)).toEqual(empty));
  expect(bodies).toEqual(['{"kind":"wanted"}']);
});
