import { setTimeout as sleep } from 'node:timers/promises';
import { PurgeQueueCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import { expect, test } from 'vitest';
import { advance, bucket, cloudClock, control, idle, queueUrl, sqs, sweep } from '../cloud.ts';
import { freshOwner } from '../owner.ts';
import { itemsOf } from '../users/erasure.ts';
import { freshUser } from '../users/user.ts';
import { geoJson, manyFiles } from './boundary-files.ts';
import { converted, ended, entriesOf, sendFile } from './upload.ts';

const owner = await freshOwner();
const fieldsOf = async (svcUserId: string) =>
  (await owner.get<{ id: string; name: string }[]>(`/services/fields/api/fields?svcUserId=${svcUserId}&size=100`)).body;

/** An S3 event for a user's only incoming file. */
function eventOf(svcUserId: string, uploadId: string, fileName: string): string {
  const key = `incoming/boundaries/${owner.owner.id}/${svcUserId}/${uploadId}/${fileName}`;
  const s3 = { bucket: { name: bucket.name }, object: { key: encodeURIComponent(key).replaceAll('%2F', '/') } };
  return JSON.stringify({ Records: [{ eventSource: 'aws:s3', eventName: 'ObjectCreated:Put', s3 }] });
}

async function deliver(MessageBody: string): Promise<void> {
  await sqs.send(new SendMessageCommand({ QueueUrl: queueUrl('boundary-conversions'), MessageBody }));
}

/** Counts of a user's events in the outbox and of its usage facts. */
async function countOf(svcUserId: string) {
  const events: string[] = [];
  const facts: string[] = [];
  for await (const item of itemsOf('events')) if (item.svcUserId === svcUserId) events.push(item.type as string);
  for await (const { fact } of itemsOf('usage')) {
    const { svcUserId: user, sourceId } = fact as { svcUserId: string; sourceId: string };
    if (user === svcUserId) facts.push(sourceId);
  }
  return {
    created: events.filter((type) => type === 'fieldCreated').length,
    events: events.length,
    facts: new Set(facts).size,
  };
}

test('a redelivered event changes nothing', async () => {
  const { id } = await freshUser(owner);
  const { upload, entries } = await converted(owner, id, 'my farm.geojson', geoJson(3));
  const fields = await fieldsOf(id);
  const event = eventOf(id, upload.id, 'my farm.geojson');
  await Promise.all([deliver(event), deliver(event)]);
  await idle();
  expect(await entriesOf(owner, upload.id)).toEqual(entries);
  expect(await fieldsOf(id)).toEqual(fields);
  expect(await countOf(id)).toEqual({ created: 3, events: 6, facts: 3 });
});

test('two concurrent deliveries create every field once', async () => {
  const { id } = await freshUser(owner);
  const { body } = await sendFile(owner, id, 'farm.zip', manyFiles(8));
  await deliver(eventOf(id, body.id, 'farm.zip'));
  expect((await ended(owner, body.id)).status).toBe('PROCESSED');
  await idle();
  expect((await entriesOf(owner, body.id)).map(({ status }) => status)).toEqual(Array(8).fill('FINISHED'));
  expect(await fieldsOf(id)).toHaveLength(8);
  expect(await countOf(id)).toEqual({ created: 8, events: 16, facts: 8 });
});

test.each([
  ['the test event of a new notification', JSON.stringify({ Service: 'Amazon S3', Event: 's3:TestEvent' })],
  ['an upload that does not exist', eventOf(crypto.randomUUID(), crypto.randomUUID(), 'x.zip')],
])('%s is dropped without a retry', async (_, event) => {
  const before = await idle();
  await deliver(event);
  expect(await idle()).toEqual(before);
});

test('a worker killed midway still ends PROCESSED, with nothing twice', async () => {
  const { id } = await freshUser(owner);
  const since = cloudClock.now();
  const { body } = await sendFile(owner, id, 'farm.zip', manyFiles(60));
  await killHalfWay(body.id, since);
  expect((await owner.get<{ status: string }>(`/services/uploadservice/api/upload/${body.id}`)).body.status).toBe(
    'RECEIVED',
  );
  await advance({ minutes: 16, seconds: 1 });
  expect((await ended(owner, body.id)).status).toBe('PROCESSED');
  const entries = await entriesOf(owner, body.id);
  expect(entries.map(({ status }) => status)).toEqual(Array(60).fill('FINISHED'));
  expect(new Set(entries.flatMap(({ fieldId }) => fieldId)).size).toBe(60);
  expect(await fieldsOf(id)).toHaveLength(60);
  expect(await countOf(id)).toEqual({ created: 60, events: 120, facts: 60 });
});

test('a file that kills every worker ends FAILED after three deaths, and each of its entries says so', async () => {
  const { id } = await freshUser(owner);
  let since = cloudClock.now();
  const { body } = await sendFile(owner, id, 'poison.zip', manyFiles(60));
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    await killHalfWay(body.id, since);
    await sweep();
    expect(await statusOf(body.id)).toBe('RECEIVED');
    since = cloudClock.now() + 16 * 60_000;
    await advance({ minutes: 16, seconds: 1 });
  }
  await expectGivenUp(body.id);
});

test('an upload whose message became a dead letter ends at the next sweep, and the message stays', async () => {
  const { id } = await freshUser(owner);
  const since = cloudClock.now();
  const { body } = await sendFile(owner, id, 'dead.zip', manyFiles(60));
  await killHalfWay(body.id, since);
  const dead = queueUrl('boundary-conversions-dead');
  await sqs.send(new SendMessageCommand({ QueueUrl: dead, MessageBody: eventOf(id, body.id, 'dead.zip') }));
  await sweep();
  await expectGivenUp(body.id);
  const { queues } = await control<{ queues: Record<string, { visible: number }> }>('GET', '/queues');
  expect(queues['furrow-dev-boundary-conversions-dead']?.visible).toBe(1);
  await sqs.send(new PurgeQueueCommand({ QueueUrl: dead }));
});

async function statusOf(uploadId: string): Promise<string> {
  return (await owner.get<{ status: string }>(`/services/uploadservice/api/upload/${uploadId}`)).body.status;
}

async function expectGivenUp(uploadId: string): Promise<void> {
  expect((await ended(owner, uploadId)).status).toBe('FAILED');
  const entries = await entriesOf(owner, uploadId);
  expect(entries.length).toBeGreaterThan(0);
  for (const { status, problems, createFieldErrorDetails, processedTime } of entries) {
    expect([status, problems.at(-1)?.code]).toEqual(['FAILED', 'processingGivenUp']);
    expect(createFieldErrorDetails.at(-1)).toContain('processingGivenUp');
    expect(processedTime).toBeDefined();
  }
}

/** Kills the worker when it has read some of the files in this attempt, but not all. */
async function killHalfWay(uploadId: string, since: number): Promise<void> {
  const seen = async () =>
    (await entriesOf(owner, uploadId)).filter(({ createdTime }) => Date.parse(createdTime) >= since).length;
  while ((await seen()) < 3) await sleep(5);
  await control('POST', '/functions/convert-boundaries/kill');
  await idle();
}
