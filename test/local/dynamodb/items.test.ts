import {
  ConditionalCheckFailedException,
  DeleteItemCommand,
  GetItemCommand,
  PutItemCommand,
  ResourceNotFoundException,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { expect, test } from 'vitest';
import { startForTests } from './engine-under-test.ts';
import { indexedTable, plainTable } from './table-definitions.ts';

const { engine, client } = await startForTests();
await engine.ensureTable(plainTable('things'));
await engine.ensureTable(indexedTable('listed'));

let number = 0;
function newKey() {
  number += 1;
  return { pk: { S: 'one' }, sk: { S: `thing ${number}` } };
}
const put = (item: object, more: object = {}) =>
  client.send(new PutItemCommand({ TableName: 'things', Item: { ...newKey(), ...item }, ...more }));
const get = async (Key: ReturnType<typeof newKey>) =>
  (await client.send(new GetItemCommand({ TableName: 'things', Key }))).Item;

test('every kind of value comes back as it was written', async () => {
  const key = newKey();
  const item = {
    ...key,
    text: { S: 'Größe 🌾' },
    empty: { S: '' },
    number: { N: '-12.5' },
    bytes: { B: new Uint8Array([0, 255, 7]) },
    yes: { BOOL: true },
    nothing: { NULL: true },
    list: { L: [{ S: 'a' }, { N: '1' }] },
    map: { M: { inner: { M: { deep: { S: 'x' } } } } },
    texts: { SS: ['a', 'b'] },
    numbers: { NS: ['1', '2'] },
    binaries: { BS: [new Uint8Array([1])] },
  };
  await client.send(new PutItemCommand({ TableName: 'things', Item: item }));
  expect(await get(key)).toEqual(item);
});

test('a missing item is absent, and a missing table is named', async () => {
  expect(await get(newKey())).toBeUndefined();
  const elsewhere = client.send(new GetItemCommand({ TableName: 'nowhere', Key: newKey() }));
  await expect(elsewhere).rejects.toThrow(ResourceNotFoundException);
  await expect(elsewhere).rejects.toThrow('nowhere');
});

test('update expressions set, add, remove, append and count', async () => {
  const Key = newKey();
  await put({ ...Key, list: { L: [{ S: 'a' }] }, old: { S: 'x' }, tags: { SS: ['a', 'b'] } });
  const { Attributes } = await client.send(
    new UpdateItemCommand({
      TableName: 'things',
      Key,
      UpdateExpression:
        'SET #n = if_not_exists(#n, :zero) + :one, #l = list_append(#l, :more) REMOVE #o ADD seen :one DELETE tags :a',
      ExpressionAttributeNames: { '#n': 'count', '#l': 'list', '#o': 'old' },
      ExpressionAttributeValues: {
        ':zero': { N: '0' },
        ':one': { N: '1' },
        ':more': { L: [{ S: 'b' }] },
        ':a': { SS: ['a'] },
      },
      ReturnValues: 'ALL_NEW',
    }),
  );
  expect(Attributes).toEqual({
    ...Key,
    count: { N: '1' },
    seen: { N: '1' },
    list: { L: [{ S: 'a' }, { S: 'b' }] },
    tags: { SS: ['b'] },
  });
});

test('an update with one impossible part changes nothing', async () => {
  const Key = newKey();
  await put(Key);
  const update = new UpdateItemCommand({
    TableName: 'things',
    Key,
    UpdateExpression: 'SET changed = :x, nowhere.furrowDepth = :x',
    ExpressionAttributeValues: { ':x': { S: 'x' } },
  });
  await expect(client.send(update)).rejects.toThrow('document path provided in the update expression is invalid');
  expect(await get(Key)).toEqual(Key);
});

test('a hundred concurrent additions lose none', async () => {
  const Key = newKey();
  const add = new UpdateItemCommand({
    TableName: 'things',
    Key,
    UpdateExpression: 'ADD additions :one',
    ExpressionAttributeValues: { ':one': { N: '1' } },
  });
  await Promise.all(Array.from({ length: 100 }, () => client.send(add)));
  expect(await get(Key)).toMatchObject({ additions: { N: '100' } });
});

test('of fifty concurrent creations of an item one succeeds', async () => {
  const Key = newKey();
  const create = () => put(Key, { ConditionExpression: 'attribute_not_exists(pk)' });
  const results = await Promise.allSettled(Array.from({ length: 50 }, create));
  expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
});

test('a failed condition returns the item on request, for puts, updates and deletes', async () => {
  const Key = newKey();
  await put({ ...Key, state: { S: 'closed' } });
  const condition = {
    TableName: 'things',
    ConditionExpression: '#s = :open',
    ExpressionAttributeNames: { '#s': 'state' },
    ExpressionAttributeValues: { ':open': { S: 'open' } },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
  };
  const attempts = [
    () => client.send(new PutItemCommand({ ...condition, Item: Key })),
    () => client.send(new DeleteItemCommand({ ...condition, Key })),
    () => client.send(new UpdateItemCommand({ ...condition, Key, UpdateExpression: 'SET #s = :open' })),
  ];
  for (const attempt of attempts) {
    const error = await attempt().catch((caught) => caught);
    expect(error).toBeInstanceOf(ConditionalCheckFailedException);
    expect(error.Item).toEqual({ ...Key, state: { S: 'closed' } });
  }
  const { ReturnValuesOnConditionCheckFailure: _, ...silent } = condition;
  const error = await client.send(new PutItemCommand({ ...silent, Item: Key })).catch((caught) => caught);
  expect(error.Item).toBeUndefined();
  expect(await get(Key)).toMatchObject({ state: { S: 'closed' } });
});

test('old values are returned on request', async () => {
  const Key = newKey();
  await put({ ...Key, a: { S: '1' } });
  const replaced = await put({ ...Key, a: { S: '2' } }, { ReturnValues: 'ALL_OLD' });
  expect(replaced.Attributes).toEqual({ ...Key, a: { S: '1' } });
  const deleted = await client.send(new DeleteItemCommand({ TableName: 'things', Key, ReturnValues: 'ALL_OLD' }));
  expect(deleted.Attributes).toEqual({ ...Key, a: { S: '2' } });
  expect(await get(Key)).toBeUndefined();
});

test('an item may have 400 KB, counted in bytes of UTF-8', async () => {
  await put({ text: { S: 'x'.repeat(409_000) } });
  await expect(put({ text: { S: 'x'.repeat(410_000) } })).rejects.toThrow('Item size has exceeded the maximum allowed');
  await expect(put({ text: { S: 'ü'.repeat(210_000) } })).rejects.toThrow('Item size has exceeded the maximum allowed');
});

test('a request that AWS refuses is refused', async () => {
  const refused = { name: 'ValidationException' };
  const names = new GetItemCommand({ TableName: 'things', Key: newKey(), ProjectionExpression: 'name' });
  await expect(client.send(names)).rejects.toMatchObject(refused);
  await expect(put({ sk: { S: '' } })).rejects.toMatchObject(refused);
  await expect(put({ sk: { N: '1' } })).rejects.toMatchObject(refused);
  const emptyKey = { ...newKey(), ownerKey: { S: 'a' }, listKey: { S: '' } };
  const emptyIndexKey = new PutItemCommand({ TableName: 'listed', Item: emptyKey });
  await expect(client.send(emptyIndexKey)).rejects.toThrow('empty string value. IndexName: byList, IndexKey: listKey');
  const numberKey = new PutItemCommand({ TableName: 'listed', Item: { ...emptyKey, listKey: { N: '1' } } });
  await expect(client.send(numberKey)).rejects.toMatchObject(refused);
});

test('consumed capacity is returned on request', async () => {
  const { ConsumedCapacity } = await put({ text: { S: 'x'.repeat(1500) } }, { ReturnConsumedCapacity: 'TOTAL' });
  expect(ConsumedCapacity).toMatchObject({ TableName: 'things', CapacityUnits: 2 });
});
