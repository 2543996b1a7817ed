import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageBatchCommand,
  SendMessageBatchCommand,
  type SendMessageBatchRequestEntry,
} from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { arnOf, bodies, type EmbeddedSqs, embeddedSqs, receive } from './embedded-sqs.ts';

let sqs: EmbeddedSqs;
beforeAll(async () => {
  sqs = await embeddedSqs();
});
afterAll(() => sqs.stop());

const sendBatch = (QueueUrl: string, Entries: SendMessageBatchRequestEntry[]) =>
  sqs.client.send(new SendMessageBatchCommand({ QueueUrl, Entries }));
const entries = (count: number, MessageBody = 'x') =>
  Array.from({ length: count }, (_, n) => ({ Id: `e${n}`, MessageBody: `${MessageBody}${n}` }));

test('ten messages go in, change and go out together', async () => {
  const url = await sqs.queue();
  const sent = await sendBatch(url, entries(10));
  expect(sent.Successful).toHaveLength(10);
  const messages = await receive(sqs.client, url);
  expect(bodies(messages)).toEqual(entries(10).map(({ MessageBody }) => MessageBody));
  const handles = messages.map(({ ReceiptHandle }, n) => ({ Id: `${n}`, ReceiptHandle }));
  const changed = await sqs.client.send(
    new ChangeMessageVisibilityBatchCommand({
      QueueUrl: url,
      Entries: handles.map((entry) => ({ ...entry, VisibilityTimeout: 500 })),
    }),
  );
  expect(changed.Successful).toHaveLength(10);
  sqs.pass(400);
  expect(sqs.engine.counts(arnOf(url)).inFlight).toBe(10);
  const deleted = await sqs.client.send(new DeleteMessageBatchCommand({ QueueUrl: url, Entries: handles }));
  expect(deleted.Successful).toHaveLength(10);
  expect(sqs.engine.counts(arnOf(url))).toEqual({ visible: 0, inFlight: 0, delayed: 0 });
});

test('each entry succeeds or fails on its own', async () => {
  const url = await sqs.queue();
  const sent = await sendBatch(url, [...entries(2), { Id: 'bad', MessageBody: 'x', DelaySeconds: 901 }]);
  expect(sent.Successful?.map(({ Id }) => Id)).toEqual(['e0', 'e1']);
  expect(sent.Failed).toEqual([
    expect.objectContaining({ Id: 'bad', Code: 'InvalidParameterValue', SenderFault: true }),
  ]);
  const deleted = await sqs.client.send(
    new DeleteMessageBatchCommand({ QueueUrl: url, Entries: [{ Id: 'a', ReceiptHandle: 'nonsense' }] }),
  );
  expect(deleted.Failed?.[0]).toMatchObject({ Id: 'a', Code: 'ReceiptHandleIsInvalid' });
});

test('a batch that breaks the rules is refused as a whole', async () => {
  const url = await sqs.queue();
  const refused = (batch: SendMessageBatchRequestEntry[]) => expect(sendBatch(url, batch)).rejects;
  await refused([]).toMatchObject({ name: 'EmptyBatchRequest' });
  await refused(entries(11)).toMatchObject({
    name: 'TooManyEntriesInBatchRequest',
    Code: 'AWS.SimpleQueueService.TooManyEntriesInBatchRequest',
  });
  await refused([...entries(1), ...entries(1)]).toMatchObject({ name: 'BatchEntryIdsNotDistinct' });
  await refused([{ Id: 'not allowed', MessageBody: 'x' }]).toMatchObject({ name: 'InvalidBatchEntryId' });
  await refused(entries(2, 'x'.repeat(600_000))).toMatchObject({ name: 'BatchRequestTooLong' });
  expect(sqs.engine.counts(arnOf(url)).visible).toBe(0);
});
