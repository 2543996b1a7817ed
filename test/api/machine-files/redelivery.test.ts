import { setTimeout as sleep } from 'node:timers/promises';
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, expect, test } from 'vitest';
import { machineFileWriter } from '../../../adapters/aws/dynamodb/machine-files/machine-file-writer.ts';
import { recordKey } from '../../../adapters/aws/dynamodb/operations/operation-item.ts';
import { fileDeadline } from '../../../domain/machine-files/received-batch.ts';
import { setToWork } from '../../../domain/machine-files/set-to-work.ts';
import { harvestCsv, zipOf } from '../../adapters/machine-files/harvest-text.ts';
import { advance, cloudClock, control, idle, queueUrl, sqs, sweep, table } from '../cloud.ts';
import { freshOwner, type TestOwner } from '../owner.ts';
import { freshUser } from '../users/user.ts';
import { endedBatch, operationsService, type ShownBatch, type ShownFile, sendBatch } from './batch.ts';
import { fieldAround } from './field-around.ts';
import { eventsOf, usageOf } from './stored-records.ts';

let owner: TestOwner;
let left: Queued;
beforeAll(async () => {
  owner = await freshOwner();
  // Delayed messages of earlier test files would be taken for work under way.
  for (let look = 0; look < 25 && Object.values(await queued()).some((count) => count > 0); look += 1) {
    await advance({ minutes: 20 });
    await idle();
  }
  left = await queued();
});

/** A harvest that takes a worker long enough for a busy machine to see it working, and to kill it. */
const long = harvestCsv({ passes: 300, records: 250 });

const batchOf = async (id: string) => (await owner.get<ShownBatch>(`${operationsService}/batch/${id}`)).body;
const filesOf = async (id: string) =>
  (await owner.get<ShownFile[]>(`${operationsService}/files?batchId=${id}&sort=fileName`)).body;

function deliver(message: object): Promise<unknown> {
  const command = new SendMessageCommand({ QueueUrl: queueUrl('machine-files'), MessageBody: JSON.stringify(message) });
  return sqs.send(command);
}

interface Queued {
  visible: number;
  inFlight: number;
  delayed: number;
}

/** The numbers of messages in the queue of machine files. */
async function queued(): Promise<Queued> {
  const { queues } = await control<{ queues: Record<string, Queued> }>('GET', '/queues');
  const [counts] = Object.entries(queues).flatMap(([name, one]) => (name.endsWith('-machine-files') ? [one] : []));
  if (!counts) throw new Error('there is no queue of machine files');
  return counts;
}

/** Whether a worker has the only message that is left; before that no worker can be killed. */
async function isAtWork(): Promise<boolean> {
  const { visible, delayed, inFlight } = await queued();
  return visible === left.visible && delayed === left.delayed && inFlight === left.inFlight + 1;
}

/** Number of workers that have begun to read a file and have not reported how it ended. */
async function readersOf(fileId: string): Promise<number> {
  const { client, name: TableName } = table('operations');
  const Key = recordKey(owner.owner.id, fileId, 'file');
  const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
  return (Item?.attempts as Set<string> | undefined)?.size ?? 0;
}

/** Waits for a condition. @throws Error with the state of the queue and the files when it does not come about. */
async function until(isSo: () => Promise<boolean>, batchId: string): Promise<void> {
  for (const end = performance.now() + 100_000; !(await isSo()); await sleep(20)) {
    if (performance.now() < end) continue;
    throw new Error(JSON.stringify({ left, queued: await queued(), files: await filesOf(batchId) }));
  }
}

/** Kills the worker that is the n-th to read the batch's long file, as soon as it has begun. */
async function killHalfWay(batchId: string, reader = 1): Promise<void> {
  const open = async () => (await filesOf(batchId)).filter(({ status }) => status === 'processing');
  await until(async () => (await batchOf(batchId)).status === 'PROCESSING' && (await open()).length === 1, batchId);
  const [file] = await open();
  await until(async () => (await readersOf(file?.id ?? '')) >= reader && (await isAtWork()), batchId);
  await control('POST', '/functions/process-machine-files/kill');
  await idle();
}

test('a file whose worker is killed is still processed, with nothing twice', async () => {
  const { id: svcUserId } = await freshUser(owner);
  await fieldAround(owner, svcUserId, 0, 4);
  const { body: batch } = await sendBatch(owner, svcUserId, 'a.zip', zipOf({ 'a.csv': long }));
  await killHalfWay(batch.id);
  expect((await batchOf(batch.id)).status).toBe('PROCESSING');
  await advance({ minutes: 16, seconds: 1 });
  expect((await endedBatch(owner, batch.id)).status).toBe('PROCESSED');
  await idle();
  const [file] = await filesOf(batch.id);
  expect(file).toMatchObject({ status: 'processed', pointCounts: { kept: 75_000 } });
  const events = (await eventsOf(svcUserId)).filter(({ type }) => !type.startsWith('field'));
  const operationId = expect.any(String);
  expect(events).toHaveLength(4);
  expect(events).toEqual(
    expect.arrayContaining([
      { type: 'uploadedFileProcessingFinished', svcUserId, fileId: file?.id },
      { type: 'batchUploadProcessingFinished', svcUserId, batchId: batch.id },
      { type: 'operationCreated', svcUserId, operationId },
      { type: 'operationProcessingFinished', svcUserId, operationId },
    ]),
  );
  expect((await usageOf(svcUserId)).map(({ product }) => product).sort()).toEqual(['fieldOperations', 'machineFiles']);
});

test('a file that kills every worker fails alone, and a retry repeats only that file', async () => {
  const { id: svcUserId } = await freshUser(owner);
  const content = zipOf({ 'a.csv': harvestCsv({ passes: 1, days: 1 }), 'b.csv': long });
  const { body: batch } = await sendBatch(owner, svcUserId, 'poison.zip', content);
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    await killHalfWay(batch.id, attempt);
    await sweep();
    expect((await batchOf(batch.id)).status).toBe('PROCESSING');
    await advance({ minutes: 16, seconds: 1 });
  }
  expect((await endedBatch(owner, batch.id)).status).toBe('PROCESSED');
  const [short, poison] = await filesOf(batch.id);
  expect(short?.status).toBe('processed');
  expect(poison).toMatchObject({ status: 'failed', problems: [{ code: 'processingGivenUp' }] });
  expect(await eventsOf(svcUserId)).toContainEqual({
    ...{ type: 'uploadedFileProcessingFailed', svcUserId, fileId: poison?.id },
    message: poison?.problems[0]?.message,
  });

  await owner.call('PUT', `${operationsService}/batch/${batch.id}/retry`);
  expect((await endedBatch(owner, batch.id)).status).toBe('PROCESSED');
  const after = await filesOf(batch.id);
  expect(after[0]).toEqual(short);
  expect(after[1]).toMatchObject({ id: poison?.id, status: 'processed', problems: [] });
  const ends = (await eventsOf(svcUserId)).filter(({ type }) => type === 'batchUploadProcessingFinished');
  expect(ends).toHaveLength(2);
});

test('a file whose message is lost gets another', async () => {
  const { id: svcUserId } = await freshUser(owner);
  const { body: batch } = await sendBatch(owner, svcUserId, 'a.zip', zipOf({ 'a.csv': harvestCsv({ passes: 1 }) }));
  await endedBatch(owner, batch.id);
  await idle();
  const [file] = await filesOf(batch.id);
  // An API function that dies between writing the record and sending the message leaves this state.
  const store = machineFileWriter(table('operations'), table('users'));
  const stored = await store.get(owner.owner.id, file?.id ?? '');
  if (!stored) throw new Error('the file is not stored');
  const now = cloudClock.now();
  await store.restart(owner.owner.id, setToWork(stored, now), 'processed', fileDeadline(now));
  await sweep();
  expect((await filesOf(batch.id))[0]?.status).toBe('processing');
  await advance({ minutes: 31 });
  await sweep();
  await idle();
  expect((await filesOf(batch.id))[0]?.status).toBe('processed');
  // A message that is lost each time leaves this state. The former points stay.
  await store.restart(owner.owner.id, setToWork(stored, now), 'processed', cloudClock.now());
  await advance({ minutes: 12 * 60 + 1 });
  await sweep();
  expect((await filesOf(batch.id))[0]).toMatchObject({
    status: 'processed',
    problems: [{ code: 'reprocessingFailed' }],
  });
});

test('messages about unknown records, and repeated ones, change nothing', async () => {
  const { id: svcUserId } = await freshUser(owner);
  const { body } = await sendBatch(owner, svcUserId, 'a.zip', zipOf({ 'a.csv': harvestCsv({ passes: 1 }) }));
  const batch = await endedBatch(owner, body.id);
  await idle();
  const before = [await filesOf(batch.id), await eventsOf(svcUserId), await usageOf(svcUserId)];
  const ownerId = owner.owner.id;
  await deliver({ step: 'process', ownerId, fileId: batch.svcFiles[0] });
  await deliver({ step: 'inspect', ownerId, batchId: batch.id });
  await deliver({ step: 'group', ownerId, svcUserId });
  await deliver({ step: 'process', ownerId, fileId: crypto.randomUUID() });
  await deliver({ step: 'inspect', ownerId, batchId: crypto.randomUUID() });
  await deliver({ step: 'group', ownerId, svcUserId: crypto.randomUUID() });
  expect((await idle()).waitingForClock.inFlight).toBe(0);
  expect([await filesOf(batch.id), await eventsOf(svcUserId), await usageOf(svcUserId)]).toEqual(before);
});
