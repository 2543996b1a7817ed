import { randomUUID } from 'node:crypto';
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { runFurrow } from '../../bin/commands/run-furrow.ts';
import { advance, cloud, control, idle, queueUrl, sqs, table } from './cloud.ts';

type Counts = Record<string, { visible: number; inFlight: number; delayed: number }>;

async function countsOf(name: string) {
  const { queues } = await control<{ queues: Counts }>('GET', '/queues');
  return Object.entries(queues).find(([queue]) => queue.endsWith(`-${name}`))?.[1];
}

/** Until the message has been tried as often as its queue allows. */
async function untilDead(): Promise<void> {
  for (let i = 0; i < 25 && (await countsOf('user-erasures-dead'))?.visible === 0; i += 1) {
    await advance({ minutes: 20 });
    await idle();
  }
}

test('what a worker gave up can be sent back to be tried again', async () => {
  const sent = new SendMessageCommand({ QueueUrl: queueUrl('user-erasures'), MessageBody: 'nothing to erase' });
  await sqs.send(sent);
  await idle();
  await untilDead();
  expect(await countsOf('user-erasures-dead')).toEqual({ visible: 1, inFlight: 0, delayed: 0 });
  expect(await runFurrow(['redrive', 'user-erasures', '--data-dir', cloud.dataDir], {})).toBe(0);
  await idle();
  expect(await countsOf('user-erasures-dead')).toEqual({ visible: 0, inFlight: 0, delayed: 0 });
  await untilDead();
  expect(await countsOf('user-erasures-dead')).toEqual({ visible: 1, inFlight: 0, delayed: 0 });
});

test('a queue that does not exist is answered with those that do', async () => {
  expect(await runFurrow(['redrive', 'unknown', '--data-dir', cloud.dataDir], {})).toBe(1);
});

test('an event that was never delivered is offered again, and erases what it was to erase', async () => {
  const [ownerId, svcUserId] = [randomUUID(), randomUUID()];
  const Key = { pk: `${ownerId}#${svcUserId}`, sk: randomUUID() };
  const { client, name: TableName } = table('events');
  // A change of its type is not relayed: it stays as one whose record was lost.
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
