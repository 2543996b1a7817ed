import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  SendMessageCommand,
} from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { arnOf, bodies, type EmbeddedSqs, embeddedSqs, receive } from './embedded-sqs.ts';

let sqs: EmbeddedSqs;
beforeAll(async () => {
  sqs = await embeddedSqs();
});
afterAll(() => sqs.stop());

const send = (QueueUrl: string, MessageBody: string, more = {}) =>
  sqs.client.send(new SendMessageCommand({ QueueUrl, MessageBody, ...more }));

test('a message arrives with its attributes, and the SDK agrees with its digest', async () => {
  const url = await sqs.queue();
  const before = sqs.clock.now();
  const sent = await send(url, 'grüße 🌾', {
    MessageAttributes: {
      text: { DataType: 'String', StringValue: 'äöü' },
      count: { DataType: 'Number.int', StringValue: '42' },
      bytes: { DataType: 'Binary', BinaryValue: new Uint8Array([0, 1, 255]) },
    },
    MessageSystemAttributes: { AWSTraceHeader: { DataType: 'String', StringValue: 'Root=1-5759e988' } },
  });
  const [message] = await receive(sqs.client, url);
  expect(message).toMatchObject({ MessageId: sent.MessageId, Body: 'grüße 🌾', MD5OfBody: sent.MD5OfMessageBody });
  expect(message?.MD5OfMessageAttributes).toBe(sent.MD5OfMessageAttributes);
  expect(message?.MessageAttributes?.text?.StringValue).toBe('äöü');
  expect(message?.MessageAttributes?.bytes?.BinaryValue).toEqual(new Uint8Array([0, 1, 255]));
  expect(message?.Attributes).toMatchObject({ ApproximateReceiveCount: '1', AWSTraceHeader: 'Root=1-5759e988' });
  expect(Number(message?.Attributes?.SentTimestamp)).toBeGreaterThanOrEqual(before);
  expect(message?.Attributes?.ApproximateFirstReceiveTimestamp).toMatch(/^\d{13}$/);
});

test('the digest of attributes is that of AWS', async () => {
  const MessageAttributes = { timestamp: { DataType: 'Number', StringValue: '1493147359900' } };
  const sent = await send(await sqs.queue(), 'x', { MessageAttributes });
  expect(sent.MD5OfMessageAttributes).toBe('235c5c510d26fb653d073faed50ae77c');
});

test('only requested attributes are returned', async () => {
  const url = await sqs.queue();
  const text = { DataType: 'String', StringValue: 'x' };
  await send(url, 'hello', { MessageAttributes: { 'crop.name': text, 'crop.year': text, other: text } });
  const asked = { MessageSystemAttributeNames: ['SentTimestamp' as const], MessageAttributeNames: ['crop.*'] };
  const [message] = await receive(sqs.client, url, { ...asked, VisibilityTimeout: 0 });
  expect(Object.keys(message?.Attributes ?? {})).toEqual(['SentTimestamp']);
  expect(Object.keys(message?.MessageAttributes ?? {})).toEqual(['crop.name', 'crop.year']);
  const [bare] = await receive(sqs.client, url, { MessageSystemAttributeNames: [], MessageAttributeNames: [] });
  expect(bare?.Attributes).toBeUndefined();
  expect(bare?.MessageAttributes).toBeUndefined();
});

test('a received message is hidden until its visibility timeout has passed, then returns with a higher count', async () => {
  const url = await sqs.queue({ VisibilityTimeout: '60' });
  await send(url, 'work');
  const [first] = await receive(sqs.client, url);
  expect(await receive(sqs.client, url)).toEqual([]);
  sqs.pass(59);
  expect(await receive(sqs.client, url)).toEqual([]);
  sqs.pass(1);
  const [second] = await receive(sqs.client, url);
  expect(second?.Attributes?.ApproximateReceiveCount).toBe('2');
  expect(second?.Attributes?.ApproximateFirstReceiveTimestamp).toBe(
    first?.Attributes?.ApproximateFirstReceiveTimestamp,
  );
  expect(second?.ReceiptHandle).not.toBe(first?.ReceiptHandle);
});

test('an expired handle deletes nothing that has been received since', async () => {
  const url = await sqs.queue({ VisibilityTimeout: '10' });
  await send(url, 'work');
  const [late] = await receive(sqs.client, url);
  sqs.pass(10);
  const [current] = await receive(sqs.client, url);
  await sqs.client.send(new DeleteMessageCommand({ QueueUrl: url, ReceiptHandle: late?.ReceiptHandle }));
  expect(sqs.engine.counts(arnOf(url))).toEqual({ visible: 0, inFlight: 1, delayed: 0 });
  await sqs.client.send(new DeleteMessageCommand({ QueueUrl: url, ReceiptHandle: current?.ReceiptHandle }));
  await sqs.client.send(new DeleteMessageCommand({ QueueUrl: url, ReceiptHandle: current?.ReceiptHandle }));
  sqs.pass(60);
  expect(await receive(sqs.client, url)).toEqual([]);
});

test('the visibility timeout can be ended and extended', async () => {
  const url = await sqs.queue();
  await send(url, 'work');
  const change = async (VisibilityTimeout: number) => {
    const [message] = await receive(sqs.client, url);
    const { ReceiptHandle } = message ?? {};
    await sqs.client.send(new ChangeMessageVisibilityCommand({ QueueUrl: url, ReceiptHandle, VisibilityTimeout }));
    return ReceiptHandle;
  };
  await change(0);
  const ReceiptHandle = await change(600);
  sqs.pass(599);
  expect(await receive(sqs.client, url)).toEqual([]);
  sqs.pass(1);
  const late = new ChangeMessageVisibilityCommand({ QueueUrl: url, ReceiptHandle, VisibilityTimeout: 5 });
  await expect(sqs.client.send(late)).rejects.toMatchObject({ name: 'MessageNotInflight' });
  expect(await receive(sqs.client, url)).toHaveLength(1);
  const stale = new ChangeMessageVisibilityCommand({ QueueUrl: url, ReceiptHandle, VisibilityTimeout: 5 });
  await expect(sqs.client.send(stale)).rejects.toThrow('not available for visibility timeout change');
});

test('a returned message does not delay those after it', async () => {
  const url = await sqs.queue();
  for (const body of ['bad', 'good']) await send(url, body);
  expect(bodies(await receive(sqs.client, url, { MaxNumberOfMessages: 1, VisibilityTimeout: 0 }))).toEqual(['bad']);
  sqs.pass(0.01);
  expect(bodies(await receive(sqs.client, url, { MaxNumberOfMessages: 1 }))).toEqual(['good']);
});

test('delays of the message and of the queue are observed', async () => {
  const url = await sqs.queue({ DelaySeconds: '100' });
  await send(url, 'queue delay');
  await send(url, 'own delay', { DelaySeconds: 20 });
  await send(url, 'at once', { DelaySeconds: 0 });
  const counted = await sqs.client.send(new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: ['All'] }));
  expect(counted.Attributes).toMatchObject({
    ApproximateNumberOfMessages: '1',
    ApproximateNumberOfMessagesDelayed: '2',
    ApproximateNumberOfMessagesNotVisible: '0',
  });
  expect(bodies(await receive(sqs.client, url))).toEqual(['at once']);
  sqs.pass(20);
  expect(bodies(await receive(sqs.client, url))).toEqual(['own delay']);
  sqs.pass(80);
  expect(bodies(await receive(sqs.client, url))).toContain('queue delay');
});

test('messages past their retention are deleted, even without any request', async () => {
  const url = await sqs.queue({ MessageRetentionPeriod: '60' });
  await send(url, 'old');
  sqs.pass(30);
  await send(url, 'young');
  sqs.pass(30);
  expect(sqs.engine.counts(arnOf(url)).visible).toBe(1);
  expect(bodies(await receive(sqs.client, url))).toEqual(['young']);
});

test('messages that SQS refuses are refused with its errors', async () => {
  const url = await sqs.queue({ MaximumMessageSize: '1024' });
  const refused = (body: string, more = {}) => expect(send(url, body, more)).rejects;
  await refused('x'.repeat(1025)).toThrow('Message must be shorter than 1024 bytes');
  await refused('é'.repeat(513)).toThrow('Message must be shorter than 1024 bytes');
  await refused('').toThrow('The request must contain the parameter MessageBody');
  await refused('a\u0000b').toMatchObject({ name: 'InvalidMessageContents' });
  await refused('a\ufffe').toMatchObject({ name: 'InvalidMessageContents' });
  await refused('x', { DelaySeconds: 901 }).toThrow('DelaySeconds must be >= 0 and <= 900');
  await refused('x', { MessageDeduplicationId: 'id' }).toThrow('not valid for this queue type');
  await refused('x', { MessageAttributes: { a: { DataType: 'Text', StringValue: 'x' } } }).toThrow("attribute 'a'");
  await refused('x', { MessageAttributes: { a: { DataType: 'Number', StringValue: 'x' } } }).toThrow(
    'must be a number',
  );
  await refused('x', { MessageAttributes: { 'aws.a': { DataType: 'String', StringValue: 'x' } } }).toThrow('aws.a');
  const bad = new DeleteMessageCommand({ QueueUrl: url, ReceiptHandle: 'nonsense' });
  await expect(sqs.client.send(bad)).rejects.toMatchObject({ name: 'ReceiptHandleIsInvalid' });
  await expect(receive(sqs.client, url, { MaxNumberOfMessages: 11 })).rejects.toThrow('Must be between 1 and 10');
});

test('a message of one mebibyte is accepted', async () => {
  const url = await sqs.queue();
  await send(url, '\n'.repeat(1_048_576));
  const [message] = await receive(sqs.client, url);
  expect(message?.Body).toHaveLength(1_048_576);
});
