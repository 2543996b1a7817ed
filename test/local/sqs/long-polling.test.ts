import { setTimeout as sleep } from 'node:timers/promises';
import { ChangeMessageVisibilityCommand, DeleteQueueCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { arnOf, bodies, type EmbeddedSqs, embeddedSqs, receive } from './embedded-sqs.ts';

let sqs: EmbeddedSqs;
beforeAll(async () => {
  sqs = await embeddedSqs();
});
afterAll(() => sqs.stop());

const send = (QueueUrl: string, MessageBody: string, more = {}) =>
  sqs.client.send(new SendMessageCommand({ QueueUrl, MessageBody, ...more }));

/** Starts to wait, and returns the duration with the messages. */
async function waiting(url: string, WaitTimeSeconds = 20) {
  const before = performance.now();
  const messages = await receive(sqs.client, url, { WaitTimeSeconds });
  return { bodies: bodies(messages), milliseconds: performance.now() - before };
}

test('a waiting receiver gets a message as soon as it is sent', async () => {
  const url = await sqs.queue();
  const waiter = waiting(url);
  await sleep(50);
  await send(url, 'news');
  const { bodies, milliseconds } = await waiter;
  expect(bodies).toEqual(['news']);
  expect(milliseconds).toBeLessThan(10_000);
});

test('one message wakes one receiver, the first that came', async () => {
  const url = await sqs.queue();
  const first = waiting(url, 1);
  await sleep(30);
  const second = waiting(url, 1);
  await sleep(30);
  await send(url, 'news');
  expect((await first).bodies).toEqual(['news']);
  expect((await second).bodies).toEqual([]);
});

test('a wait ends empty after its time, even by a moved clock', async () => {
  const url = await sqs.queue({ ReceiveMessageWaitTimeSeconds: '1' });
  const before = performance.now();
  expect(await receive(sqs.client, url)).toEqual([]);
  expect(performance.now() - before).toBeGreaterThan(950);
  let isOver = false;
  const waiter = waiting(url).finally(() => {
    isOver = true;
  });
  // Repeatedly, since a busy machine may be late with the request.
  while (!isOver) {
    sqs.pass(20);
    await sleep(30);
  }
  expect((await waiter).milliseconds).toBeLessThan(10_000);
});

test('a due message wakes a receiver: after a delay, a timeout, or its return', async () => {
  const url = await sqs.queue({ VisibilityTimeout: '1' });
  await send(url, 'delayed', { DelaySeconds: 1 });
  const delayed = await waiting(url);
  expect(delayed.bodies).toEqual(['delayed']);
  expect(delayed.milliseconds).toBeGreaterThan(800);
  const again = await waiting(url);
  expect(again.bodies).toEqual(['delayed']);
  const waiter = waiting(url);
  await sleep(30);
  sqs.pass(1);
  expect((await waiter).bodies).toEqual(['delayed']);
});

test('a returned message wakes a receiver at once', async () => {
  const url = await sqs.queue();
  await send(url, 'work');
  const [message] = await receive(sqs.client, url);
  const waiter = waiting(url);
  await sleep(30);
  const { ReceiptHandle } = message ?? {};
  await sqs.client.send(new ChangeMessageVisibilityCommand({ QueueUrl: url, ReceiptHandle, VisibilityTimeout: 0 }));
  expect((await waiter).bodies).toEqual(['work']);
});

test('a message that is given up wakes a receiver at the dead-letter queue', async () => {
  const deadLetters = await sqs.queue();
  const RedrivePolicy = JSON.stringify({ deadLetterTargetArn: arnOf(deadLetters), maxReceiveCount: 1 });
  const url = await sqs.queue({ RedrivePolicy });
  await send(url, 'poison');
  await receive(sqs.client, url, { VisibilityTimeout: 0 });
  const waiter = waiting(deadLetters);
  await sleep(30);
  expect(await receive(sqs.client, url)).toEqual([]);
  expect((await waiter).bodies).toEqual(['poison']);
});

test('a disconnected receiver takes no message with it', async () => {
  const url = await sqs.queue();
  const gone = new AbortController();
  const body = JSON.stringify({ QueueUrl: url, WaitTimeSeconds: 20 });
  const headers = { 'x-amz-target': 'AmazonSQS.ReceiveMessage' };
  const request = fetch(sqs.engine.endpoint, { method: 'POST', headers, body, signal: gone.signal }).catch(() => {});
  await sleep(50);
  gone.abort();
  await request;
  await sleep(50);
  await send(url, 'for the living');
  expect(bodies(await receive(sqs.client, url))).toEqual(['for the living']);
});

test('deleting a queue ends the waits at it', async () => {
  const url = await sqs.queue();
  const waiter = waiting(url);
  await sleep(30);
  await sqs.client.send(new DeleteQueueCommand({ QueueUrl: url }));
  expect((await waiter).bodies).toEqual([]);
});
