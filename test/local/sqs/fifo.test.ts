import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  type Message,
  SendMessageCommand,
} from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bodies, type EmbeddedSqs, embeddedSqs, receive } from './embedded-sqs.ts';

let sqs: EmbeddedSqs;
beforeAll(async () => {
  sqs = await embeddedSqs();
});
afterAll(() => sqs.stop());

const fifo = (attributes = {}) => sqs.queue({ FifoQueue: 'true', ContentBasedDeduplication: 'true', ...attributes });
const send = (QueueUrl: string, MessageBody: string, MessageGroupId: string, more = {}) =>
  sqs.client.send(new SendMessageCommand({ QueueUrl, MessageBody, MessageGroupId, ...more }));
const remove = (QueueUrl: string, message: Message | undefined) =>
  sqs.client.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: message?.ReceiptHandle }));

test('messages of a group come in order, with rising sequence numbers', async () => {
  const url = await fifo();
  for (let n = 0; n < 12; n += 1) await send(url, `m${n}`, 'group');
  const first = await receive(sqs.client, url);
  expect(bodies(first)).toEqual(['m0', 'm1', 'm2', 'm3', 'm4', 'm5', 'm6', 'm7', 'm8', 'm9']);
  const numbers = first.map((message) => String(message.Attributes?.SequenceNumber));
  expect([...numbers].sort()).toEqual(numbers);
  expect(first[0]?.Attributes).toMatchObject({
    MessageGroupId: 'group',
    SequenceNumber: expect.stringMatching(/^\d{20}$/),
  });
});

test('a group with a message in flight delivers no other, and other groups do', async () => {
  const url = await fifo();
  for (const body of ['a1', 'a2']) await send(url, body, 'a');
  const [a1] = await receive(sqs.client, url, { MaxNumberOfMessages: 1 });
  await send(url, 'b1', 'b');
  expect(bodies(await receive(sqs.client, url))).toEqual(['b1']);
  expect(await receive(sqs.client, url)).toEqual([]);
  await remove(url, a1);
  expect(bodies(await receive(sqs.client, url))).toEqual(['a2']);
});

test('a batch takes from several groups without mixing their order', async () => {
  const url = await fifo();
  for (const body of ['a1', 'b1', 'a2', 'b2', 'c1']) await send(url, body, body.charAt(0));
  const received = bodies(await receive(sqs.client, url));
  expect(received).toHaveLength(5);
  for (const group of ['a', 'b'])
    expect(received.filter((body) => body?.startsWith(group))).toEqual([`${group}1`, `${group}2`]);
});

test('a message whose timeout ends is received before those after it', async () => {
  const url = await fifo({ VisibilityTimeout: '10' });
  for (const body of ['1', '2', '3']) await send(url, body, 'g');
  const [one, two] = await receive(sqs.client, url, { MaxNumberOfMessages: 2 });
  await remove(url, two);
  expect(await receive(sqs.client, url)).toEqual([]);
  sqs.pass(10);
  await expect(remove(url, one)).rejects.toThrow('The receipt handle has expired');
  expect(bodies(await receive(sqs.client, url))).toEqual(['1', '3']);
});

test('returning the first message keeps the order', async () => {
  const url = await fifo();
  for (const body of ['1', '2']) await send(url, body, 'g');
  const [one] = await receive(sqs.client, url, { MaxNumberOfMessages: 1 });
  const { ReceiptHandle } = one ?? {};
  await sqs.client.send(new ChangeMessageVisibilityCommand({ QueueUrl: url, ReceiptHandle, VisibilityTimeout: 0 }));
  expect(bodies(await receive(sqs.client, url))).toEqual(['1', '2']);
});

test('a duplicate within five minutes is acknowledged but not stored, even when the first is gone', async () => {
  const url = await fifo();
  const first = await send(url, 'same', 'g');
  const [message] = await receive(sqs.client, url);
  await remove(url, message);
  const again = await send(url, 'same', 'g');
  expect([again.MessageId, again.SequenceNumber]).toEqual([first.MessageId, first.SequenceNumber]);
  expect(await receive(sqs.client, url)).toEqual([]);
  sqs.pass(300);
  await send(url, 'same', 'g');
  expect(await receive(sqs.client, url)).toHaveLength(1);
});

test('an explicit id takes precedence over the content', async () => {
  const url = await fifo({ ContentBasedDeduplication: 'false' });
  await expect(send(url, 'x', 'g')).rejects.toThrow(
    'ContentBasedDeduplication enabled or MessageDeduplicationId provided',
  );
  await send(url, 'one', 'g', { MessageDeduplicationId: 'id' });
  await send(url, 'two', 'h', { MessageDeduplicationId: 'id' });
  await send(url, 'one', 'g', { MessageDeduplicationId: 'other' });
  expect(bodies(await receive(sqs.client, url))).toEqual(['one', 'one']);
});

test('duplicates can be detected per group', async () => {
  const url = await fifo({ DeduplicationScope: 'messageGroup', FifoThroughputLimit: 'perMessageGroupId' });
  for (const group of ['a', 'a', 'b']) await send(url, 'same', group);
  expect(await receive(sqs.client, url)).toHaveLength(2);
});

test('parameters that a first-in-first-out queue does not have are refused', async () => {
  const url = await fifo();
  const noGroup = sqs.client.send(new SendMessageCommand({ QueueUrl: url, MessageBody: 'x' }));
  await expect(noGroup).rejects.toThrow('The request must contain the parameter MessageGroupId');
  await expect(send(url, 'x', 'g', { DelaySeconds: 5 })).rejects.toThrow('not valid for this queue type');
  await expect(send(url, 'x', 'not a token')).rejects.toThrow('MessageGroupId can only include');
});

test('the delay of the queue applies to its messages in order', async () => {
  const url = await fifo({ DelaySeconds: '30' });
  for (const body of ['1', '2']) await send(url, body, 'g');
  expect(await receive(sqs.client, url)).toEqual([]);
  sqs.pass(30);
  expect(bodies(await receive(sqs.client, url))).toEqual(['1', '2']);
});
