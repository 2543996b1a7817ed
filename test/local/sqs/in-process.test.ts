import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { arnOf, type EmbeddedSqs, embeddedSqs } from './embedded-sqs.ts';

let sqs: EmbeddedSqs;
beforeAll(async () => {
  sqs = await embeddedSqs();
});
afterAll(() => sqs.stop());

test('a declared queue is created once, then updated, keeping its messages', async () => {
  const redrive = { deadLetterTargetArn: 'arn:aws:sqs:us-east-1:000000000000:declared-later', maxReceiveCount: 3 };
  const first = await sqs.engine.ensureQueue({
    name: 'declared',
    attributes: { VisibilityTimeout: 60, RedrivePolicy: redrive, SqsManagedSseEnabled: true },
  });
  expect(first).toEqual({ url: `${sqs.engine.endpoint}/000000000000/declared`, arn: arnOf(first.url) });
  await sqs.engine.send(first.arn, 'kept');
  await sqs.engine.ensureQueue({ name: 'declared-later' });
  expect(await sqs.engine.ensureQueue({ name: 'declared', attributes: { VisibilityTimeout: '5' } })).toEqual(first);
  const [message] = await sqs.engine.receive(first.arn, { max: 10, waitMs: 0 });
  expect(message?.body).toBe('kept');
  sqs.pass(5);
  expect(sqs.engine.counts(first.arn).visible).toBe(1);
});

test('a message has the shape that Lambda hands to functions', async () => {
  const url = await sqs.queue();
  await sqs.client.send(
    new SendMessageCommand({
      QueueUrl: url,
      MessageBody: 'hello',
      MessageAttributes: {
        text: { DataType: 'String', StringValue: 'a' },
        bytes: { DataType: 'Binary', BinaryValue: new Uint8Array([1, 2]) },
      },
    }),
  );
  const [message] = await sqs.engine.receive(arnOf(url), { max: 1, waitMs: 0 });
  expect(message).toEqual({
    messageId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    receiptHandle: expect.any(String),
    body: 'hello',
    md5OfBody: '5d41402abc4b2a76b9719d911017c592',
    attributes: {
      SenderId: expect.any(String),
      SentTimestamp: expect.stringMatching(/^\d{13}$/),
      ApproximateReceiveCount: '1',
      ApproximateFirstReceiveTimestamp: expect.stringMatching(/^\d{13}$/),
    },
    messageAttributes: {
      text: { dataType: 'String', stringValue: 'a' },
      bytes: { dataType: 'Binary', binaryValue: 'AQI=' },
    },
  });
});

test('a poller receives more than ten at once, returns and deletes', async () => {
  const arn = arnOf(await sqs.queue());
  for (let n = 0; n < 25; n += 1) await sqs.engine.send(arn, `${n}`);
  const messages = await sqs.engine.receive(arn, { max: 100, waitMs: 0 });
  expect(messages).toHaveLength(25);
  for (const { receiptHandle } of messages.slice(1)) await sqs.engine.delete(arn, receiptHandle);
  await sqs.engine.changeVisibility(arn, String(messages[0]?.receiptHandle), 0);
  expect(sqs.engine.counts(arn)).toEqual({ visible: 1, inFlight: 0, delayed: 0 });
});

test('a stopped poller gets an empty response and leaves nothing behind', async () => {
  const arn = arnOf(await sqs.queue());
  const stop = new AbortController();
  const waiting = sqs.engine.receive(arn, { max: 10, waitMs: 20_000, signal: stop.signal });
  stop.abort();
  expect(await waiting).toEqual([]);
  expect(await sqs.engine.receive(arn, { max: 10, waitMs: 20_000, signal: stop.signal })).toEqual([]);
  await sqs.engine.send(arn, 'x');
  expect(sqs.engine.counts(arn).visible).toBe(1);
});

test('the queues are idle when no work is left; dead letters do not count', async () => {
  const own = await embeddedSqs();
  const deadLetters = arnOf(await own.queue());
  const RedrivePolicy = JSON.stringify({ deadLetterTargetArn: deadLetters, maxReceiveCount: 1 });
  const arn = arnOf(await own.queue({ RedrivePolicy }));
  await own.engine.send(arn, 'poison');
  expect(own.engine.idle()).toEqual({ visible: 1, inFlight: 0, delayed: 0 });
  const [message] = await own.engine.receive(arn, { max: 1, waitMs: 0 });
  expect(own.engine.idle()).toEqual({ visible: 0, inFlight: 1, delayed: 0 });
  await own.engine.changeVisibility(arn, String(message?.receiptHandle), 0);
  expect(await own.engine.receive(arn, { max: 1, waitMs: 0 })).toEqual([]);
  expect(own.engine.idle()).toEqual({ visible: 0, inFlight: 0, delayed: 0 });
  expect(own.engine.counts(deadLetters).visible).toBe(1);
  await own.stop();
});

test('closing the engine ends every wait', async () => {
  const own = await embeddedSqs();
  const arn = arnOf(await own.queue());
  const waiting = own.engine.receive(arn, { max: 1, waitMs: 20_000 });
  const before = performance.now();
  await own.stop();
  expect(await waiting).toEqual([]);
  expect(performance.now() - before).toBeLessThan(10_000);
});
