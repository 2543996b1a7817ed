import { DescribeTimeToLiveCommand, PutItemCommand, ScanCommand } from '@aws-sdk/client-dynamodb';
import { expect, test } from 'vitest';
import { startForTests } from './engine-under-test.ts';
import { indexedTable, plainTable } from './table-definitions.ts';

const { engine, client, clock } = await startForTests();
const seconds = (fromNow: number) => ({ N: String(Math.floor(clock.now() / 1000) + fromNow) });
const key = (id: string) => ({ pk: { S: 'owner' }, sk: { S: id } });
const put = (TableName: string, id: string, more = {}) =>
  client.send(new PutItemCommand({ TableName, Item: { ...key(id), ...more } }));
const ids = async (TableName: string, IndexName?: string) => {
  const { Items = [] } = await client.send(new ScanCommand({ TableName, ...(IndexName && { IndexName }) }));
  return Items.map(({ sk }) => sk?.S).sort();
};

test('items are deleted once they have expired by the clock, and only where time to live is on', async () => {
  const table = { ...indexedTable('sessions'), timeToLiveAttribute: 'expiresAt', streamViewType: 'OLD_IMAGE' as const };
  await engine.ensureTable(table);
  const listed = { ownerKey: { S: 'o' }, listKey: { S: 'l' } };
  await put('sessions', 'soon', { ...listed, expiresAt: seconds(60) });
  await put('sessions', 'later', { ...listed, expiresAt: seconds(7200) });
  await put('sessions', 'text', { expiresAt: { S: '1' } });
  await put('sessions', 'ancient', { expiresAt: { N: '1000' } });
  await put('sessions', 'without');
  expect(await engine.expireItems()).toBe(0);
  clock.advance(3600 * 1000);
  expect(await ids('sessions')).toHaveLength(5);
  const { next } = await engine.readStream('sessions', undefined, 100);
  expect(await engine.expireItems()).toBe(1);
  expect(await ids('sessions')).toEqual(['ancient', 'later', 'text', 'without']);
  expect(await ids('sessions', 'byList')).toEqual(['later']);
  const { records } = await engine.readStream('sessions', next, 100);
  expect(records).toMatchObject([
    {
      eventName: 'REMOVE',
      userIdentity: { type: 'Service', principalId: 'dynamodb.amazonaws.com' },
      dynamodb: { Keys: key('soon') },
    },
  ]);
});

test('an item whose expiry is postponed after the sweep has found it stays', async () => {
  await engine.ensureTable(plainTable('races', { timeToLiveAttribute: 'expiresAt' }));
  const names = Array.from({ length: 300 }, (_, index) => `item-${index}`);
  const items = (expiresAt: { N: string }) => names.map((id) => ({ ...key(id), expiresAt }));
  await engine.loadItems('races', items(seconds(-10)));
  const delayRetry = items(seconds(3600)).slice(0, 40);
  // The sweep sees the table as it is now; the load gets the lock before the sweep has read the items.
  const [deleted] = await Promise.all([engine.expireItems(), engine.loadItems('races', delayRetry)]);
  expect(deleted).toBe(260);
  expect(await ids('races')).toEqual(delayRetry.map(({ sk }) => sk.S).sort());
});

test('the wire says whether time to live is on, and the definition turns it on and off', async () => {
  const status = async () =>
    (await client.send(new DescribeTimeToLiveCommand({ TableName: 'switched' }))).TimeToLiveDescription;
  await engine.ensureTable(plainTable('switched'));
  expect(await status()).toEqual({ TimeToLiveStatus: 'DISABLED' });
  await engine.ensureTable(plainTable('switched', { timeToLiveAttribute: 'expiresAt' }));
  expect(await status()).toEqual({ TimeToLiveStatus: 'ENABLED', AttributeName: 'expiresAt' });
  await put('switched', 'gone', { expiresAt: seconds(-1) });
  expect(await engine.expireItems()).toBe(1);
  await engine.ensureTable(plainTable('switched'));
  await put('switched', 'stays', { expiresAt: seconds(-1) });
  expect(await engine.expireItems()).toBe(0);
});
