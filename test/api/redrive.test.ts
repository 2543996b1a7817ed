import { randomUUID } from 'node:crypto';
import { ReceiveMessageCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import { GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { runFurrow } from '../../bin/commands/run-furrow.ts';
import { advance, cloud, control, idle, queueUrl, sqs, table } from './cloud.ts';

type Counts = Record<string, { visible: number; inFlight: number; delayed: number }>;

async function countsOf(name: string) {
  const { queues } = await control<{ queues: Counts }>('GET', '/queues');
  return Object.entries(queues).find(([queue]) => queue.endsWith(`-${name}`))?.[1];
}

/** Waits until the message has been tried as often as its queue allows. */
async function untilDead(): Promise<void> {
  for (let i = 0; i < 25 && (await countsOf('queries-dead'))?.visible === 0; i += 1) {
    await advance({ minutes: 20 });
    await idle();
  }
}

test('a dead letter can be sent back for another attempt', async () => {
  const MessageBody = JSON.stringify({ ownerId: randomUUID(), queryId: randomUUID() });
  // Messages of a chain that has passed its queue too often are no longer processed.
  const MessageAttributes = { Passes: { DataType: 'Number', StringValue: '1000' } };
  await sqs.send(new SendMessageCommand({ QueueUrl: queueUrl('queries'), MessageBody, MessageAttributes }));
  await idle();
  await untilDead();
  expect(await countsOf('queries-dead')).toEqual({ visible: 1, inFlight: 0, delayed: 0 });
  expect(await runFurrow(['redrive', 'queries', '--data-dir', cloud.dataDir], {})).toBe(0);
  await idle();
  expect(await countsOf('queries-dead')).toEqual({ visible: 0, inFlight: 0, delayed: 0 });
  await untilDead();
  expect(await countsOf('queries-dead')).toEqual({ visible: 1, inFlight: 0, delayed: 0 });
});

test('an unreadable message is a dead letter at once, with the invalid member, and can be sent back to its queue', async () => {
  const MessageBody = JSON.stringify({ ownerId: 'owner', svcUserId: 7 });
  await sqs.send(new SendMessageCommand({ QueueUrl: queueUrl('field-syncs'), MessageBody }));
  await idle();
  const receive = { QueueUrl: queueUrl('field-syncs-dead'), MessageAttributeNames: ['All'], VisibilityTimeout: 0 };
  const found = await sqs.send(new ReceiveMessageCommand(receive));
  expect(found.Messages).toMatchObject([
    { Body: MessageBody, MessageAttributes: { Reason: { StringValue: expect.stringMatching(/^svcUserId: /) } } },
  ]);
  expect(await runFurrow(['redrive', 'field-syncs', '--data-dir', cloud.dataDir], {})).toBe(0);
  await idle();
  expect(await countsOf('field-syncs')).toEqual({ visible: 0, inFlight: 0, delayed: 0 });
  expect(await countsOf('field-syncs-dead')).toEqual({ visible: 1, inFlight: 0, delayed: 0 });
});

test('a queue that does not exist is answered with those that do', async () => {
  expect(await runFurrow(['redrive', 'unknown', '--data-dir', cloud.dataDir], {})).toBe(1);
});

test('an event that was never delivered is relayed again, and its erasure runs', async () => {
  const [ownerId, svcUserId] = [randomUUID(), randomUUID()];
  const Key = { pk: `${ownerId}#${svcUserId}`, sk: randomUUID() };
  const { client, name: TableName } = table('events');
  // An event whose type was changed is not relayed: it stays, like one whose record was lost.
  await client.send(
    new PutCommand({ TableName, Item: { ...Key, id: Key.sk, ownerId, svcUserId, type: 'awaited by nobody' } }),
  );
  const rename = { UpdateExpression: 'SET #type = :type', ExpressionAttributeNames: { '#type': 'type' } };
  await client.send(
    new UpdateCommand({ TableName, Key, ...rename, ExpressionAttributeValues: { ':type': 'userDeleted' } }),
  );
  await idle();
  expect((await client.send(new GetCommand({ TableName, Key }))).Item).toMatchObject({ type: 'userDeleted' });
  expect(await runFurrow(['redrive', 'events', '--data-dir', cloud.dataDir], {})).toBe(0);
  await idle();
  expect((await client.send(new GetCommand({ TableName, Key }))).Item).toBeUndefined();
});
