import {
  BatchWriteItemCommand,
  DeleteItemCommand,
  PutItemCommand,
  QueryCommand,
  ScanCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { startForTests } from './engine-under-test.ts';
import { indexedTable } from './table-definitions.ts';

const { engine, client } = await startForTests();

/** Writes to one of a few items; `owner` and `list` are absent for an item that is not in the index. */
const writes = fc.array(
  fc.record({
    how: fc.constantFrom('put', 'update', 'delete', 'batch', 'transact'),
    id: fc.constantFrom('a', 'b', 'c', 'd'),
    owner: fc.option(fc.constantFrom('x', 'y'), { nil: undefined }),
    list: fc.option(
      fc.constantFrom('', '!', 'ab', 'é', '~', '0', '/').filter((text) => text !== ''),
      { nil: undefined },
    ),
  }),
  { minLength: 1, maxLength: 25 },
);
type Write = typeof writes extends fc.Arbitrary<(infer T)[]> ? T : never;

let number = 0;
test('after any writes, the index matches the items', { timeout: 20_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(writes, async (list) => {
      number += 1;
      const TableName = `table-${number}`;
      await engine.ensureTable(indexedTable(TableName));
      const model = new Map<string, ReturnType<typeof itemOf>>();
      for (const write of list) {
        await apply(TableName, write);
        if (write.how === 'delete') model.delete(write.id);
        else model.set(write.id, itemOf(write));
      }
      const { Items = [] } = await client.send(new ScanCommand({ TableName }));
      expect(sorted(Items)).toEqual(sorted([...model.values()]));
      for (const owner of ['x', 'y']) {
        const query = new QueryCommand({
          TableName,
          IndexName: 'byList',
          KeyConditionExpression: 'ownerKey = :owner',
          ExpressionAttributeValues: { ':owner': { S: owner } },
        });
        const found = (await client.send(query)).Items ?? [];
        const expected = [...model.values()].filter((item) => item.ownerKey?.S === owner && item.listKey);
        expect(sorted(found)).toEqual(sorted(expected));
        const order = found.map(({ listKey }) => Buffer.from(listKey?.S ?? '').toString('hex'));
        expect(order).toEqual(order.toSorted());
      }
    }),
    { numRuns: 40 },
  );
});

const keyOf = ({ id }: Write) => ({ pk: { S: 'owner' }, sk: { S: id } });

function itemOf(write: Write): Record<string, { S: string }> {
  const { owner, list } = write;
  return { ...keyOf(write), ...(owner && { ownerKey: { S: owner } }), ...(list && { listKey: { S: list } }) };
}

function apply(TableName: string, write: Write): Promise<unknown> {
  const [Key, Item] = [keyOf(write), itemOf(write)];
  switch (write.how) {
    case 'put':
      return client.send(new PutItemCommand({ TableName, Item }));
    case 'delete':
      return client.send(new DeleteItemCommand({ TableName, Key }));
    case 'batch':
      return client.send(new BatchWriteItemCommand({ RequestItems: { [TableName]: [{ PutRequest: { Item } }] } }));
    case 'transact':
      return client.send(new TransactWriteItemsCommand({ TransactItems: [{ Put: { TableName, Item } }] }));
    default:
      return client.send(update(TableName, write));
  }
}

/** Sets the attributes of the write and removes the others. */
function update(TableName: string, write: Write): UpdateItemCommand {
  const attributes = { ownerKey: write.owner, listKey: write.list };
  const names = Object.keys(attributes) as (keyof typeof attributes)[];
  const set = names.filter((name) => attributes[name]);
  const remove = names.filter((name) => !attributes[name]);
  const parts = [
    ...(set.length ? [`SET ${set.map((name) => `${name} = :${name}`).join(', ')}`] : []),
    ...(remove.length ? [`REMOVE ${remove.join(', ')}`] : []),
  ];
  const values = Object.fromEntries(set.map((name) => [`:${name}`, { S: attributes[name] ?? '' }]));
  return new UpdateItemCommand({
    TableName,
    Key: keyOf(write),
    UpdateExpression: parts.join(' '),
    ...(set.length && { ExpressionAttributeValues: values }),
  });
}

function sorted(items: object[]): string[] {
  return items.map((item) => JSON.stringify(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))).sort();
}
