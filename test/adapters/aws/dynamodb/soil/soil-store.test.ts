import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { partition } from '../../../../../adapters/aws/dynamodb/partition.ts';
import { endingSoilStore } from '../../../../../adapters/aws/dynamodb/soil/ending-soil-store.ts';
import { documentClient, type Table } from '../../../../../adapters/aws/dynamodb/table.ts';
import { userKey } from '../../../../../adapters/aws/dynamodb/users/user-exists.ts';
import { derivedId, newId } from '../../../../../adapters/system.ts';
import { timestamp } from '../../../../../domain/clock.ts';
import { limits } from '../../../../../domain/limits.ts';
import { endSoilEntry, failSoilEntry } from '../../../../../domain/soil/batch/end-soil-entries.ts';
import { receivedSoilBatch, type StoredSoilEntry } from '../../../../../domain/soil/batch/soil-batch.ts';
import { credentials, region } from '../../../../../local/credentials.ts';
import { startForTests } from '../../../../local/dynamodb/engine-under-test.ts';
import { definitionOf } from '../table-definition.ts';

const { engine, clock } = await startForTests();
const client = documentClient(new DynamoDBClient({ endpoint: engine.endpoint, region, credentials }));
for (const name of ['soil', 'users', 'events'] as const) await engine.ensureTable(definitionOf(name));
const table = (name: string): Table => ({ client, name });
const soil = endingSoilStore({ soil: table('soil'), users: table('users'), events: table('events') }, clock);
const services = { soil, clock, derivedId };
const page = { page: 0, size: 20, sort: [] };

async function freshBatch(fileCount: number) {
  const [ownerId, svcUserId, id] = [newId(), newId(), newId()];
  await client.send(new PutCommand({ TableName: 'users', Item: { ...userKey(ownerId, svcUserId), revision: 1 } }));
  const files = Array.from({ length: fileCount }, (_, index) => {
    return { id: newId(), fileName: `${index}.zip`, sizeBytes: 1 };
  });
  const batch = receivedSoilBatch({ id, svcUserId, files }, timestamp(clock.now()));
  await soil.create(ownerId, batch, clock.now() + 1_000);
  return { ownerId, batch };
}

test('entries that end side by side all end, and their batch has one event', { timeout: 60_000 }, async () => {
  const { ownerId, batch } = await freshBatch(limits.filesAtOnce);
  await Promise.all(
    batch.entries.flatMap((entry, index) => [
      endSoilEntry(ownerId, batch, entry, { status: index === 0 ? 'FAILED' : 'COMPLETED' }, services),
      // A redelivered message ends its entry as well.
      failSoilEntry(ownerId, batch, entry, { key: 'late', message: 'Too late.' }, { ...services }),
    ]),
  );
  const ended = await soil.get(ownerId, batch.id);
  expect(ended?.status).not.toBe('PROCESSING');
  expect(ended?.entries.every(({ processedTime }) => processedTime !== undefined)).toBe(true);
  const events = await partition(table('events'), `${ownerId}#${batch.svcUserId}`);
  expect(events).toMatchObject([{ type: 'soilBatchProcessingFinished', payload: { batchId: batch.id } }]);
  expect(await soil.overdue(clock.now() + 10_000)).not.toContainEqual(expect.objectContaining({ ownerId }));
});

test('an unfinished batch is overdue after its deadline, also when some of its entries have ended', async () => {
  const { ownerId, batch } = await freshBatch(2);
  await endSoilEntry(ownerId, batch, batch.entries[0] as StoredSoilEntry, { status: 'COMPLETED' }, services);
  const overdue = async (now: number) => (await soil.overdue(now)).filter((one) => one.ownerId === ownerId);
  expect(await overdue(clock.now())).toEqual([]);
  expect(await overdue(clock.now() + 10_000)).toMatchObject([{ batch: { id: batch.id, status: 'PROCESSING' } }]);
});

test('lists follow the status of batches', async () => {
  const { ownerId, batch } = await freshBatch(1);
  const found = async (filter: object) => (await soil.list(ownerId, filter, page)).items.map(({ status }) => status);
  expect(await found({ status: 'PROCESSING' })).toEqual(['PROCESSING']);
  await endSoilEntry(ownerId, batch, batch.entries[0] as StoredSoilEntry, { status: 'COMPLETED' }, services);
  expect(await found({ status: 'PROCESSING' })).toEqual([]);
  expect(await found({ status: 'COMPLETED', svcUserId: batch.svcUserId })).toEqual(['COMPLETED']);
  expect((await soil.list(ownerId, {}, page)).total).toBe(1);
});

test('a batch with as many entries and words as may be fits an item', async () => {
  const { ownerId, batch } = await freshBatch(limits.soilFiles);
  const warnings = Array.from({ length: 20 }, (_, index) => ({ key: `w${index}`, message: '東'.repeat(190) }));
  for (const entry of batch.entries) {
    const long = { ...entry, fileName: '🌾'.repeat(127) };
    await endSoilEntry(ownerId, batch, long, { status: 'COMPLETED', warnings }, services);
  }
  expect((await soil.get(ownerId, batch.id))?.status).toBe('COMPLETED');
});

test('nothing is written for a user that is not there', async () => {
  const ids = { id: newId(), svcUserId: newId() };
  const batch = receivedSoilBatch({ ...ids, files: [{ id: newId(), fileName: 'a.zip', sizeBytes: 1 }] }, timestamp(0));
  await expect(soil.create(newId(), batch, 1)).rejects.toMatchObject({ errorKey: 'userNotFound' });
});
