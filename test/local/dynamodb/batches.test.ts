import {
  type AttributeValue,
  BatchGetItemCommand,
  BatchWriteItemCommand,
  QueryCommand,
  type WriteRequest,
} from '@aws-sdk/client-dynamodb';
import { expect, test } from 'vitest';
import { processorMillisecondsUntil } from '../../processor-time.ts';
import { startForTests } from './engine-under-test.ts';
import { indexedTable, plainTable } from './table-definitions.ts';

const { engine, client } = await startForTests();
await engine.ensureTable(indexedTable('fields'));
await engine.ensureTable(plainTable('growers'));

const item = (id: number): Record<string, AttributeValue> => ({
  pk: { S: 'owner' },
  sk: { S: `id-${id}` },
  ownerKey: { S: 'owner' },
  listKey: { S: `name ${id}` },
});
const key = (id: number) => ({ pk: { S: 'owner' }, sk: { S: `id-${id}` } });
const write = (requests: Record<string, WriteRequest[]>) =>
  client.send(new BatchWriteItemCommand({ RequestItems: requests }));
const puts = (ids: number[]): WriteRequest[] => ids.map((id) => ({ PutRequest: { Item: item(id) } }));
const range = (count: number) => Array.from({ length: count }, (_, index) => index);

test('a batch puts and deletes in several tables, indexes included', async () => {
  await write({ fields: puts([1, 2, 3]), growers: puts([1]) });
  await write({ fields: [{ DeleteRequest: { Key: key(2) } }, ...puts([4])] });
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName: 'fields',
      IndexName: 'byList',
      KeyConditionExpression: 'ownerKey = :owner',
      ExpressionAttributeValues: { ':owner': { S: 'owner' } },
    }),
  );
  expect(Items.map(({ sk }) => sk?.S)).toEqual(['id-1', 'id-3', 'id-4']);
});

test('a batch reads existing items, in any order, up to 100', async () => {
  await write({ growers: puts(range(25)) });
  const answer = await client.send(
    new BatchGetItemCommand({
      RequestItems: { growers: { Keys: range(30).map(key), ProjectionExpression: 'sk' } },
    }),
  );
  const ids = answer.Responses?.growers?.map(({ sk }) => sk?.S);
  expect(ids?.toSorted()).toEqual(
    range(25)
      .map((id) => `id-${id}`)
      .sort(),
  );
  const tooMany = new BatchGetItemCommand({ RequestItems: { growers: { Keys: range(101).map(key) } } });
  await expect(client.send(tooMany)).rejects.toMatchObject({ name: 'ValidationException' });
});

test('26 writes, even over several tables, and two writes of one item are refused', async () => {
  const refused = { name: 'ValidationException' };
  await expect(write({ fields: puts(range(26)) })).rejects.toMatchObject(refused);
  await expect(write({ fields: puts(range(13)), growers: puts(range(13)) })).rejects.toMatchObject(refused);
  await expect(write({ fields: puts([1, 1]) })).rejects.toThrow('contains duplicates');
});

test('thousands of items a second are written', async () => {
  const batches = range(80).map((batch) => puts(range(25).map((id) => batch * 25 + id)));
  const milliseconds = await processorMillisecondsUntil(async () => {
    for (let first = 0; first < batches.length; first += 4) {
      await Promise.all(batches.slice(first, first + 4).map((requests) => write({ fields: requests })));
    }
  });
  // A tenth of its usual speed, so that only a change of kind fails.
  expect(2000 / (milliseconds / 1000)).toBeGreaterThan(500);
});
