import { DeleteMessageCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bodies, type EmbeddedSqs, embeddedSqs, receive } from './embedded-sqs.ts';

let sqs: EmbeddedSqs;
beforeAll(async () => {
  sqs = await embeddedSqs();
});
afterAll(() => sqs.stop());

const send = (QueueUrl: string, MessageBody: string, MessageGroupId?: string) =>
  sqs.client.send(new SendMessageCommand({ QueueUrl, MessageBody, MessageGroupId }));
const one = async (url: string) => (await receive(sqs.client, url, { MaxNumberOfMessages: 1 }))[0];

test('a standard queue hands out messages of the group with the fewest in flight first', async () => {
  const url = await sqs.queue({});
  for (const body of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2']) await send(url, body, body.charAt(0));
  const first = await one(url);
  expect(first?.Body).toBe('a1');
  expect((await one(url))?.Body).toBe('b1');
  // As many of each are in flight: the order is that of arrival.
  expect((await one(url))?.Body).toBe('a2');
  await sqs.client.send(new DeleteMessageCommand({ QueueUrl: url, ReceiptHandle: first?.ReceiptHandle }));
  await send(url, 'c1', 'c');
  expect(bodies(await receive(sqs.client, url))).toEqual(['c1', 'a3', 'b2', 'a4']);
});

test('messages without a group are groups of their own, and no message of a group waits for another', async () => {
  const url = await sqs.queue({});
  for (const body of ['a1', 'a2', 'a3']) await send(url, body, 'a');
  for (const body of ['x', 'y']) await send(url, body);
  expect(bodies(await receive(sqs.client, url, { MaxNumberOfMessages: 5 }))).toEqual(['a1', 'x', 'y', 'a2', 'a3']);
});

test('a message of a group that becomes visible again counts no more as in flight', async () => {
  const url = await sqs.queue({ VisibilityTimeout: '0' });
  for (const body of ['a1', 'a2']) await send(url, body, 'a');
  await one(url);
  await send(url, 'b1', 'b');
  expect((await one(url))?.Body).toBe('a2');
});
