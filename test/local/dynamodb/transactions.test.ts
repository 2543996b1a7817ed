import {
  type AttributeValue,
  BatchGetItemCommand,
  GetItemCommand,
  IdempotentParameterMismatchException,
  PutItemCommand,
  QueryCommand,
  TransactionCanceledException,
  type TransactWriteItem,
  TransactWriteItemsCommand,
} from '@aws-sdk/client-dynamodb';
import { expect, test } from 'vitest';
import { startForTests } from './engine-under-test.ts';
import { indexedTable, plainTable } from './table-definitions.ts';

const started = await startForTests();
const { engine, clock } = started;
await engine.ensureTable(indexedTable('fields'));
await engine.ensureTable(plainTable('events'));

let number = 0;
function newKey() {
  number += 1;
  return { pk: { S: 'owner' }, sk: { S: `id-${number}` } };
}
type Key = ReturnType<typeof newKey>;
const transact = (TransactItems: TransactWriteItem[], ClientRequestToken?: string) =>
  started.client.send(new TransactWriteItemsCommand({ TransactItems, ClientRequestToken }));
const put = (Item: Record<string, AttributeValue>, more = {}): TransactWriteItem => ({
  Put: { TableName: 'fields', Item, ...more },
});
const add = (key: Key): TransactWriteItem => ({
  Update: {
    TableName: 'fields',
    Key: key,
    UpdateExpression: 'ADD amount :one',
    ExpressionAttributeValues: { ':one': { N: '1' } },
  },
});
const get = async (Key: Key, TableName = 'fields') =>
  (await started.client.send(new GetItemCommand({ TableName, Key }))).Item;
const absent = { ConditionExpression: 'attribute_not_exists(pk)' };

test('all four kinds of change are made together, across tables and indexes', async () => {
  const [made, changed, gone, checked, event] = [newKey(), newKey(), newKey(), newKey(), newKey()];
  await transact([put(gone), put(checked)]);
  await transact([
    put({ ...made, ownerKey: { S: 'made' }, listKey: { S: 'x' } }, absent),
    add(changed),
    { Delete: { TableName: 'fields', Key: gone } },
    { ConditionCheck: { TableName: 'fields', Key: checked, ConditionExpression: 'attribute_exists(pk)' } },
    { Put: { TableName: 'events', Item: event } },
  ]);
  expect(await get(made)).toMatchObject({ listKey: { S: 'x' } });
  expect(await get(changed)).toEqual({ ...changed, amount: { N: '1' } });
  expect(await get(gone)).toBeUndefined();
  expect(await get(checked)).toEqual(checked);
  expect(await get(event, 'events')).toEqual(event);
  const index = new QueryCommand({
    TableName: 'fields',
    IndexName: 'byList',
    KeyConditionExpression: 'ownerKey = :made',
    ExpressionAttributeValues: { ':made': { S: 'made' } },
  });
  expect((await started.client.send(index)).Count).toBe(1);
});

test('one failed condition cancels all, and each item has its reason in order', async () => {
  const [fresh, taken, bad] = [newKey(), newKey(), newKey()];
  await transact([put({ ...taken, state: { S: 'kept' } }), put({ ...bad, amount: { S: 'text' } })]);
  const shown = { ...absent, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' };
  const error = await transact([
    put(fresh),
    put({ ...taken, state: { S: 'new' } }, shown),
    add(bad),
    { ConditionCheck: { TableName: 'fields', Key: newKey(), ConditionExpression: 'attribute_exists(pk)' } },
  ]).catch((caught) => caught);
  expect(error).toBeInstanceOf(TransactionCanceledException);
  expect(error.message).toContain('[None, ConditionalCheckFailed, ValidationError, ConditionalCheckFailed]');
  expect(error.CancellationReasons).toMatchObject([
    { Code: 'None' },
    { Code: 'ConditionalCheckFailed', Message: 'The conditional request failed', Item: { state: { S: 'kept' } } },
    { Code: 'ValidationError', Message: expect.stringContaining('incorrect data type') },
    { Code: 'ConditionalCheckFailed' },
  ]);
  expect(error.CancellationReasons[3].Item).toBeUndefined();
  expect(await get(fresh)).toBeUndefined();
  expect(await get(taken)).toMatchObject({ state: { S: 'kept' } });
});

test('a transaction repeated with its token is executed once, even after a restart, for ten minutes', async () => {
  const key = newKey();
  await transact([add(key)], 'token-1');
  await transact([add(key)], 'token-1');
  await started.restart();
  await transact([add(key)], 'token-1');
  expect(await get(key)).toMatchObject({ amount: { N: '1' } });
  await expect(transact([add(newKey())], 'token-1')).rejects.toThrow(IdempotentParameterMismatchException);
  clock.advance(10 * 60 * 1000);
  await transact([add(key)], 'token-1');
  expect(await get(key)).toMatchObject({ amount: { N: '2' } });
});

test('a cancelled transaction may be retried with its token', async () => {
  const key = newKey();
  await transact([put(key)]);
  const claim = put({ ...key, mine: { BOOL: true } }, { ConditionExpression: 'attribute_exists(unclaimed)' });
  await expect(transact([claim], 'token-2')).rejects.toThrow(TransactionCanceledException);
  await started.client.send(new PutItemCommand({ TableName: 'fields', Item: { ...key, unclaimed: { BOOL: true } } }));
  await transact([claim], 'token-2');
  expect(await get(key)).toMatchObject({ mine: { BOOL: true } });
});

test('a transaction that AWS refuses is refused', async () => {
  const refused = { name: 'ValidationException' };
  const key = newKey();
  await expect(transact([add(key), put(key)])).rejects.toThrow('multiple operations on one item');
  await expect(transact([])).rejects.toMatchObject(refused);
  await expect(transact(Array.from({ length: 101 }, () => put(newKey())))).rejects.toMatchObject(refused);
  await expect(transact([{ ...add(key), ...put(newKey()) }])).rejects.toMatchObject(refused);
  await expect(transact([put(key, { ConditionExpression: 'nonsense(' })])).rejects.toMatchObject(refused);
  await expect(transact([{ Put: { TableName: 'nowhere', Item: key } }])).rejects.toMatchObject({
    name: 'ResourceNotFoundException',
  });
  const large = () => put({ ...newKey(), text: { S: 'x'.repeat(390_000) } });
  await expect(transact(Array.from({ length: 11 }, large))).rejects.toThrow('4 MB');
  await transact(Array.from({ length: 100 }, () => put(newKey())));
});

test('a hundred concurrent transfers keep the sum', async () => {
  const accounts = Array.from({ length: 5 }, newKey);
  await transact(accounts.map((key) => put({ ...key, amount: { N: '100' } })));
  const change = (Key: Key, by: number): TransactWriteItem => ({
    Update: {
      TableName: 'fields',
      Key,
      UpdateExpression: 'SET amount = amount + :by',
      ExpressionAttributeValues: { ':by': { N: String(by) } },
    },
  });
  const sum = async () => {
    const get = new BatchGetItemCommand({ RequestItems: { fields: { Keys: accounts, ConsistentRead: true } } });
    const { Responses = {} } = await started.client.send(get);
    return (Responses.fields ?? []).reduce((total, { amount }) => total + Number(amount?.N), 0);
  };
  const transfer = (from: number) => {
    const [payer, payee] = [accounts[from % 5], accounts[(from * 2 + 1) % 5]] as [Key, Key];
    return payer === payee ? undefined : transact([change(payer, -7), change(payee, 7)]);
  };
  await Promise.all(Array.from({ length: 100 }, (_, from) => transfer(from)));
  expect(await sum()).toBe(500);
});
