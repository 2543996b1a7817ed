import { setTimeout as sleep } from 'node:timers/promises';
import { PurgeQueueCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import { expect, test } from 'vitest';
import { soilStore } from '../../../adapters/aws/dynamodb/soil/soil-store.ts';
import { newId } from '../../../adapters/system.ts';
import { timestamp } from '../../../domain/clock.ts';
import { receivedSoilBatch, soilDeadline } from '../../../domain/soil/batch/soil-batch.ts';
import { advance, bucket, cloudClock, control, idle, queueUrl, sqs, sweep, table, tablesWritten } from '../cloud.ts';
import { freshOwner } from '../owner.ts';
import { itemsOf, tracesOf, untilErased } from '../users/erasure.ts';
import { freshUser, usersPath } from '../users/user.ts';
import { endedSoil, locatedReport, readSoil, type ShownSoilBatch, sendSoil, soilService } from './soil.ts';

const longest = 240_000;
const owner = await freshOwner();

/** An S3 event for the zip of a batch's first entry. */
function eventOf({ id, svcUserId, entries }: ShownSoilBatch): string {
  const key = `incoming/soil/${owner.owner.id}/${svcUserId}/${id}/${entries[0]?.id}`;
  const s3 = { bucket: { name: bucket.name }, object: { key } };
  return JSON.stringify({ Records: [{ eventSource: 'aws:s3', eventName: 'ObjectCreated:Put', s3 }] });
}

const deliver = (MessageBody: string, queue = 'soil-files') =>
  sqs.send(new SendMessageCommand({ QueueUrl: queueUrl(queue), MessageBody }));

const now = async ({ id }: ShownSoilBatch) => (await owner.get<ShownSoilBatch>(`${soilService}/batch/${id}`)).body;

async function eventsOf(svcUserId: string): Promise<unknown[]> {
  const types: unknown[] = [];
  for await (const item of itemsOf('events')) if (item.svcUserId === svcUserId) types.push(item.type);
  return types;
}

/** Kills the worker when it has begun to read a zip of the batch so many times. */
async function killReader({ id }: ShownSoilBatch, attempts: number): Promise<void> {
  const begun = async () => {
    for await (const { pk, attempts: known } of itemsOf('soil')) {
      if (String(pk).endsWith(id) && known instanceof Set) return known.size;
    }
    return 0;
  };
  while ((await begun()) < attempts) await sleep(5);
  await control('POST', '/functions/process-soil/kill');
  await idle();
}

test('a redelivered zip changes nothing, and its batch has one event', { timeout: longest }, async () => {
  const { id: svcUserId } = await freshUser(owner);
  const { body } = await sendSoil(owner, svcUserId, [locatedReport()]);
  await deliver(eventOf(body));
  const batch = await endedSoil(owner, body.id);
  await Promise.all([deliver(eventOf(batch)), deliver(eventOf(batch))]);
  await idle();
  expect(await now(batch)).toEqual(batch);
  expect(await eventsOf(svcUserId)).toEqual(['soilBatchProcessingFinished']);
});

test('a worker that is killed while it reads is followed by another that finishes', { timeout: longest }, async () => {
  const { id: svcUserId } = await freshUser(owner);
  const { body } = await sendSoil(owner, svcUserId, [locatedReport()]);
  await killReader(body, 1);
  expect((await now(body)).status).toBe('PROCESSING');
  await advance({ minutes: 16, seconds: 1 });
  expect(await endedSoil(owner, body.id)).toMatchObject({ status: 'COMPLETED', entries: [{ resultCount: 100 }] });
  expect(await eventsOf(svcUserId)).toEqual(['soilBatchProcessingFinished']);
});

test('a zip that kills every worker ends FAILED, and says so', { timeout: longest }, async () => {
  const { id: svcUserId } = await freshUser(owner);
  const { body } = await sendSoil(owner, svcUserId, [locatedReport()]);
  for (const attempt of [1, 2, 3]) {
    await killReader(body, attempt);
    expect((await now(body)).status).toBe('PROCESSING');
    await advance({ minutes: 16, seconds: 1 });
  }
  const { status, entries } = await endedSoil(owner, body.id);
  expect([status, entries[0]?.errorKey]).toEqual(['FAILED', 'processingGivenUp']);
  expect(entries[0]?.errorMessage).toContain('Upload it again.');
});

test('an entry whose message became a dead letter ends at the next sweep', { timeout: longest }, async () => {
  const { id: svcUserId } = await freshUser(owner);
  const { body } = await sendSoil(owner, svcUserId, [locatedReport()]);
  await killReader(body, 1);
  await deliver(eventOf(body), 'soil-files-dead');
  await sweep();
  expect(await now(body)).toMatchObject({ status: 'FAILED', entries: [{ errorKey: 'processingGivenUp' }] });
  await sqs.send(new PurgeQueueCommand({ QueueUrl: queueUrl('soil-files-dead') }));
});

test('an entry whose zip never comes ends after half a day', { timeout: longest }, async () => {
  const { id: svcUserId } = await freshUser(owner);
  const files = [{ id: newId(), fileName: 'a.zip', sizeBytes: 1 }];
  const batch = receivedSoilBatch({ id: newId(), svcUserId, files }, timestamp(cloudClock.now()));
  const store = soilStore(table('soil'), table('users'));
  await store.create(owner.owner.id, batch, soilDeadline(cloudClock.now()));
  await sweep();
  expect((await store.get(owner.owner.id, batch.id))?.status).toBe('PROCESSING');
  await advance({ minutes: 12 * 60 + 1 });
  await sweep();
  expect(await store.get(owner.owner.id, batch.id)).toMatchObject({
    status: 'FAILED',
    entries: [{ errorKey: 'processingGivenUp' }],
  });
});

test('of a deleted user nothing is left', { timeout: longest }, async () => {
  const { id: svcUserId } = await freshUser(owner);
  const batch = await readSoil(owner, svcUserId, locatedReport());
  await tablesWritten();
  expect((await tracesOf(svcUserId)).length).toBeGreaterThan(4);
  await owner.call('DELETE', `${usersPath}/${svcUserId}`);
  expect((await owner.get(`${soilService}/batch/${batch.id}`)).status).toBe(404);
  expect((await owner.get(`${soilService}/batches?svcUserId=${svcUserId}`)).body).toEqual([]);
  await untilErased();
  expect(await tracesOf(svcUserId)).toEqual([`users ${owner.owner.id}#${svcUserId} ${svcUserId}`]);
});
