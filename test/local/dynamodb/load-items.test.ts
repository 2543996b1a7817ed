import { QueryCommand } from '@aws-sdk/client-dynamodb';
import { expect, test } from 'vitest';
import { processorMillisecondsUntil } from '../../processor-time.ts';
import { startForTests } from './engine-under-test.ts';
import { indexedTable } from './table-definitions.ts';

const { engine, client } = await startForTests();
await engine.ensureTable({ ...indexedTable('loaded'), streamViewType: 'NEW_IMAGE' });

const item = (index: number, name: string) => ({
  pk: { S: 'owner' },
  sk: { S: `id-${index}` },
  ownerKey: { S: 'owner' },
  listKey: { S: `${name} ${index}` },
});
async function* items(count: number, name: string) {
  for (let index = 0; index < count; index += 1) yield item(index, name);
}
const named = async (name: string) => {
  const query = new QueryCommand({
    TableName: 'loaded',
    IndexName: 'byList',
    KeyConditionExpression: 'ownerKey = :owner AND begins_with(listKey, :name)',
    ExpressionAttributeValues: { ':owner': { S: 'owner' }, ':name': { S: name } },
    Select: 'COUNT',
  });
  return (await client.send(query)).Count;
};

test('loaded items replace those with the same keys, in the indexes too, and leave no stream records', async () => {
  expect(await engine.loadItems('loaded', items(2500, 'old'))).toBe(2500);
  expect(await engine.loadItems('loaded', [item(0, 'new'), item(1, 'new'), item(0, 'newest')])).toBe(3);
  expect([await named('old'), await named('new '), await named('newest')]).toEqual([2498, 1, 1]);
  expect((await engine.readStream('loaded', undefined, 10)).records).toEqual([]);
});

test('an item that does not fit the table is refused', async () => {
  const { sk: _, ...keyless } = item(1, 'x');
  await expect(engine.loadItems('loaded', [keyless])).rejects.toThrow('Missing the key sk in the item');
  await expect(engine.loadItems('nowhere', [item(1, 'x')])).rejects.toThrow('nowhere');
});

test('tens of thousands of items a second are loaded', async () => {
  const milliseconds = await processorMillisecondsUntil(() => engine.loadItems('loaded', items(20_000, 'fast')));
  // A fifth of its usual speed, so that only a change of kind fails.
  expect(20_000 / (milliseconds / 1000)).toBeGreaterThan(5_000);
});
