import {
  CreateQueueCommand,
  ListDeadLetterSourceQueuesCommand,
  SendMessageCommand,
  SetQueueAttributesCommand,
  StartMessageMoveTaskCommand,
} from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../eventually.ts';
import { arnOf, bodies, type EmbeddedSqs, embeddedSqs, receive } from './embedded-sqs.ts';

let sqs: EmbeddedSqs;
beforeAll(async () => {
  sqs = await embeddedSqs();
});
afterAll(() => sqs.stop());

const send = (QueueUrl: string, MessageBody: string, more = {}) =>
  sqs.client.send(new SendMessageCommand({ QueueUrl, MessageBody, ...more }));
const redriveTo = (url: string, maxReceiveCount: number) =>
  JSON.stringify({ deadLetterTargetArn: arnOf(url), maxReceiveCount });

/** A queue with a dead-letter queue. */
async function pair(maxReceiveCount: number, attributes = {}) {
  const deadLetters = await sqs.queue(attributes);
  const source = await sqs.queue({ ...attributes, RedrivePolicy: redriveTo(deadLetters, maxReceiveCount) });
  return { deadLetters, source };
}

/** Sends messages and receives them until they are given up. */
async function giveUp(source: string, count: number, more: (n: number) => object = () => ({})) {
  for (let n = 0; n < count; n += 1) await send(source, `poison ${n}`, more(n));
  for (let left = count; left > 0; ) left -= (await receive(sqs.client, source, { VisibilityTimeout: 0 })).length;
  expect(await receive(sqs.client, source)).toEqual([]);
}

test('a message is given up when it would be received once more than allowed', async () => {
  const { source, deadLetters } = await pair(3);
  const sent = await send(source, 'poison');
  for (let count = 1; count <= 3; count += 1) {
    const [message] = await receive(sqs.client, source, { VisibilityTimeout: 0 });
    expect(message?.Attributes?.ApproximateReceiveCount).toBe(String(count));
  }
  expect(sqs.engine.counts(arnOf(source)).visible).toBe(1);
  expect(await receive(sqs.client, source)).toEqual([]);
  const [dead] = await receive(sqs.client, deadLetters);
  expect(dead).toMatchObject({ MessageId: sent.MessageId, Body: 'poison' });
  expect(dead?.Attributes?.DeadLetterQueueSourceArn).toBe(arnOf(source));
});

test('giving one up does not delay the others', async () => {
  const { source } = await pair(1);
  await send(source, 'poison');
  await receive(sqs.client, source, { VisibilityTimeout: 0 });
  await send(source, 'good');
  expect(bodies(await receive(sqs.client, source))).toEqual(['good']);
});

test('a dead-letter queue with one of its own gives its messages their full number of receives', async () => {
  const last = await sqs.queue();
  const middle = await sqs.queue({ RedrivePolicy: redriveTo(last, 2) });
  const source = await sqs.queue({ RedrivePolicy: redriveTo(middle, 2) });
  await send(source, 'poison');
  for (const [url, counts] of [
    [source, ['1', '2']],
    [middle, ['3', '4']],
    [last, ['5']],
  ] as const) {
    for (const count of counts) {
      const [message] = await receive(sqs.client, url, { VisibilityTimeout: 0 });
      expect(message?.Attributes?.ApproximateReceiveCount).toBe(count);
    }
    await receive(sqs.client, url, { VisibilityTimeout: 0 });
  }
});

test('messages keep their age, so that retention counts from the first sending', async () => {
  const { source, deadLetters } = await pair(1, { MessageRetentionPeriod: '100' });
  await send(source, 'poison');
  sqs.pass(60);
  await receive(sqs.client, source, { VisibilityTimeout: 0 });
  await receive(sqs.client, source);
  sqs.pass(39);
  expect(sqs.engine.counts(arnOf(deadLetters)).visible).toBe(1);
  sqs.pass(1);
  expect(sqs.engine.counts(arnOf(deadLetters)).visible).toBe(0);
});

test('the policy is checked when it is set', async () => {
  const queue = await sqs.queue();
  const set = (url: string, RedrivePolicy: string) =>
    sqs.client.send(new SetQueueAttributesCommand({ QueueUrl: url, Attributes: { RedrivePolicy } }));
  await expect(set(queue, redriveTo('none', 3))).rejects.toMatchObject({ name: 'QueueDoesNotExist' });
  await expect(set(queue, redriveTo(queue, 3))).rejects.toThrow('its own dead-letter queue');
  await expect(set(queue, redriveTo(queue, 0))).rejects.toMatchObject({ name: 'InvalidAttributeValue' });
  const closed = await sqs.queue({ RedriveAllowPolicy: JSON.stringify({ redrivePermission: 'denyAll' }) });
  await expect(set(queue, redriveTo(closed, 3))).rejects.toThrow('does not allow');
  const { source, deadLetters } = await pair(1);
  const sources = await sqs.client.send(new ListDeadLetterSourceQueuesCommand({ QueueUrl: deadLetters }));
  expect(sources.queueUrls).toEqual([source]);
});

test('redriving sends every message back to the queue that gave it up, as a new one', async () => {
  const { source, deadLetters } = await pair(1);
  const other = await sqs.queue({ RedrivePolicy: redriveTo(deadLetters, 1) });
  await giveUp(source, 250);
  await giveUp(other, 1);
  await sqs.client.send(new StartMessageMoveTaskCommand({ SourceArn: arnOf(deadLetters) }));
  await eventually(() => expect(sqs.engine.counts(arnOf(deadLetters)).visible).toBe(0));
  expect(sqs.engine.counts(arnOf(source)).visible).toBe(250);
  const [again] = await receive(sqs.client, other);
  expect(again).toMatchObject({ Body: 'poison 0', Attributes: { ApproximateReceiveCount: '1' } });
});

test('redriving can have a destination and a speed, once at a time', async () => {
  const { source, deadLetters } = await pair(1);
  await giveUp(source, 30);
  const destination = await sqs.queue();
  const start = new StartMessageMoveTaskCommand({
    SourceArn: arnOf(deadLetters),
    DestinationArn: arnOf(destination),
    MaxNumberOfMessagesPerSecond: 20,
  });
  await sqs.client.send(start);
  await expect(sqs.client.send(start)).rejects.toThrow('already a task running');
  await eventually(() => expect(sqs.engine.counts(arnOf(destination)).visible).toBe(30));
  expect(sqs.engine.counts(arnOf(deadLetters)).visible).toBe(0);
});

test('a message sent to a dead-letter queue by hand cannot be redriven', async () => {
  const { deadLetters } = await pair(1);
  await send(deadLetters, 'by hand');
  const start = new StartMessageMoveTaskCommand({ SourceArn: arnOf(deadLetters) });
  await sqs.client.send(start);
  // It has ended once another can be started.
  await eventually(() => sqs.client.send(start));
  expect(sqs.engine.counts(arnOf(deadLetters)).visible).toBe(1);
  const plain = await sqs.client.send(new CreateQueueCommand({ QueueName: 'no-dead-letters' }));
  const wrong = new StartMessageMoveTaskCommand({ SourceArn: arnOf(String(plain.QueueUrl)) });
  await expect(sqs.client.send(wrong)).rejects.toThrow('must be configured as a Dead Letter Queue');
});
