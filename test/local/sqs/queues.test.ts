import {
  CreateQueueCommand,
  DeleteQueueCommand,
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  ListQueuesCommand,
  PurgeQueueCommand,
  SendMessageCommand,
  SetQueueAttributesCommand,
} from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { arnOf, type EmbeddedSqs, embeddedSqs, receive } from './embedded-sqs.ts';

let sqs: EmbeddedSqs;
beforeAll(async () => {
  sqs = await embeddedSqs();
});
afterAll(() => sqs.stop());

test('a queue is found by name, and creating it again with the same attributes finds it too', async () => {
  const create = (VisibilityTimeout: string) =>
    sqs.client.send(new CreateQueueCommand({ QueueName: 'found', Attributes: { VisibilityTimeout } }));
  const { QueueUrl } = await create('40');
  expect(QueueUrl).toBe(`${sqs.engine.endpoint}/000000000000/found`);
  expect((await create('40')).QueueUrl).toBe(QueueUrl);
  expect((await sqs.client.send(new GetQueueUrlCommand({ QueueName: 'found' }))).QueueUrl).toBe(QueueUrl);
  await expect(create('41')).rejects.toMatchObject({ name: 'QueueNameExists' });
});

test('an unknown queue is answered with the error that handlers look for', async () => {
  const lookup = sqs.client.send(new GetQueueUrlCommand({ QueueName: 'nowhere' }));
  await expect(lookup).rejects.toMatchObject({
    name: 'QueueDoesNotExist',
    Code: 'AWS.SimpleQueueService.NonExistentQueue',
    $metadata: { httpStatusCode: 400 },
  });
});

test('queues are listed by prefix, page by page', async () => {
  for (const QueueName of ['page-a', 'page-b', 'page-c']) await sqs.client.send(new CreateQueueCommand({ QueueName }));
  const list = (NextToken?: string) =>
    sqs.client.send(new ListQueuesCommand({ QueueNamePrefix: 'page-', MaxResults: 2, NextToken }));
  const first = await list();
  expect(first.QueueUrls).toHaveLength(2);
  expect((await list(first.NextToken)).QueueUrls?.map((url) => url.split('/').at(-1))).toEqual(['page-c']);
});

test('attributes are returned with their defaults and can be changed', async () => {
  const url = await sqs.queue();
  const shown = async () =>
    (await sqs.client.send(new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: ['All'] }))).Attributes;
  expect(await shown()).toMatchObject({
    QueueArn: arnOf(url),
    DelaySeconds: '0',
    MaximumMessageSize: '1048576',
    MessageRetentionPeriod: '345600',
    VisibilityTimeout: '30',
    SqsManagedSseEnabled: 'true',
  });
  const set = (Attributes: Record<string, string>) =>
    sqs.client.send(new SetQueueAttributesCommand({ QueueUrl: url, Attributes }));
  await set({ VisibilityTimeout: '90', Policy: '{}' });
  expect(await shown()).toMatchObject({ VisibilityTimeout: '90', Policy: '{}' });
  await set({ Policy: '' });
  expect(await shown()).not.toHaveProperty('Policy');
  await expect(set({ VisibilityTimeout: '43201' })).rejects.toMatchObject({ name: 'InvalidAttributeValue' });
  await expect(set({ Nonsense: '1' })).rejects.toMatchObject({ name: 'InvalidAttributeName' });
  await expect(set({ FifoQueue: 'true' })).rejects.toMatchObject({ name: 'InvalidAttributeName' });
});

test('there are no first-in-first-out queues', async () => {
  const create = (QueueName: string, Attributes = {}) =>
    sqs.client.send(new CreateQueueCommand({ QueueName, Attributes }));
  await expect(create('ordered', { FifoQueue: 'true' })).rejects.toMatchObject({ name: 'InvalidAttributeName' });
  for (const name of ['ordered.fifo', 'spaces are bad']) {
    await expect(create(name)).rejects.toThrow('Can only include alphanumeric characters');
  }
  const plain = await sqs.queue();
  const send = new SendMessageCommand({ QueueUrl: plain, MessageBody: 'x', MessageDeduplicationId: 'once' });
  await expect(sqs.client.send(send)).rejects.toThrow('not valid for this queue type');
});

test('purging empties a queue, deleting removes it', async () => {
  const url = await sqs.queue();
  for (let n = 0; n < 3; n += 1) await sqs.client.send(new SendMessageCommand({ QueueUrl: url, MessageBody: `${n}` }));
  await receive(sqs.client, url, { MaxNumberOfMessages: 1 });
  await sqs.client.send(new PurgeQueueCommand({ QueueUrl: url }));
  expect(sqs.engine.counts(arnOf(url))).toEqual({ visible: 0, inFlight: 0, delayed: 0 });
  await sqs.client.send(new DeleteQueueCommand({ QueueUrl: url }));
  await expect(receive(sqs.client, url)).rejects.toMatchObject({ name: 'QueueDoesNotExist' });
});

test('unknown calls are answered, never dropped', async () => {
  const call = (target: string, body: string) =>
    fetch(sqs.engine.endpoint, { method: 'POST', headers: { 'x-amz-target': target }, body });
  const unknown = await call('AmazonSQS.AddPermission', '{}');
  expect([unknown.status, await unknown.json()]).toEqual([
    400,
    {
      __type: 'com.amazonaws.sqs#UnknownOperationException',
      message: 'the embedded cloud does not serve AmazonSQS.AddPermission',
    },
  ]);
  expect(await (await call('AmazonSQS.SendMessage', '{')).json()).toMatchObject({
    message: expect.stringContaining('not JSON'),
  });
  const missing = await call('AmazonSQS.SendMessage', '{"QueueUrl":"x"}');
  expect(await missing.json()).toMatchObject({ message: 'The request must contain the parameter MessageBody.' });
  const wrong = await call('AmazonSQS.SendMessage', '{"QueueUrl":"x","MessageBody":1}');
  expect(await wrong.json()).toMatchObject({ __type: 'com.amazonaws.sqs#SerializationException' });
  expect((await fetch(sqs.engine.endpoint)).status).toBe(400);
});
