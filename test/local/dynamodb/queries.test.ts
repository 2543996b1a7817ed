import { type AttributeValue, paginateQuery, paginateScan, QueryCommand, ScanCommand } from '@aws-sdk/client-dynamodb';
import { expect, test } from 'vitest';
import type { Item } from '../../../local/dynamodb/index.ts';
import { startForTests } from './engine-under-test.ts';
import { indexedTable } from './table-definitions.ts';

const { engine, client } = await startForTests();
await engine.ensureTable(indexedTable('fields'));
await engine.ensureTable(indexedTable('deadlines', 'N'));

const names = ['a', 'ab', 'abc', 'abd', 'b', 'ba', 'ä', '🌾'];
await engine.loadItems(
  'fields',
  names.map((name, index) => row('owner', `id-${index}`, { S: name })),
);
const times = ['-100', '-1.5', '-1', '0', '0.5', '1', '2', '10', '100', '1e9'];
await engine.loadItems(
  'deadlines',
  times.map((time, index) => row('owner', `id-${index}`, { N: time })),
);

function row(owner: string, id: string, listKey: { S: string } | { N: string }): Item {
  return { pk: { S: owner }, sk: { S: id }, ownerKey: { S: owner }, listKey, weight: { N: String(id.length) } };
}

const ofOwner = (condition: string, values: Record<string, AttributeValue> = {}, more: object = {}) => ({
  TableName: 'fields',
  IndexName: 'byList',
  KeyConditionExpression: `ownerKey = :owner${condition}`,
  ExpressionAttributeValues: { ':owner': { S: 'owner' }, ...values },
  ...more,
});
async function found(input: ReturnType<typeof ofOwner>): Promise<unknown[]> {
  const { Items = [] } = await client.send(new QueryCommand(input));
  return Items.map(({ listKey }) => listKey?.S ?? Number(listKey?.N));
}

test('text keys are found by prefix, range and comparison, ordered by their bytes', async () => {
  expect(await found(ofOwner(''))).toEqual(names);
  expect(await found(ofOwner(' AND begins_with(listKey, :p)', { ':p': { S: 'ab' } }))).toEqual(['ab', 'abc', 'abd']);
  const between = { ':from': { S: 'ab' }, ':to': { S: 'b' } };
  expect(await found(ofOwner(' AND listKey BETWEEN :from AND :to', between))).toEqual(['ab', 'abc', 'abd', 'b']);
  expect(await found(ofOwner(' AND listKey > :k', { ':k': { S: 'b' } }))).toEqual(['ba', 'ä', '🌾']);
  expect(await found(ofOwner(' AND listKey >= :k', { ':k': { S: 'b' } }))).toEqual(['b', 'ba', 'ä', '🌾']);
  expect(await found(ofOwner(' AND listKey < :k', { ':k': { S: 'abc' } }))).toEqual(['a', 'ab']);
  expect(await found(ofOwner(' AND listKey <= :k', { ':k': { S: 'abc' } }))).toEqual(['a', 'ab', 'abc']);
  expect(await found(ofOwner(' AND listKey = :k', { ':k': { S: 'ab' } }))).toEqual(['ab']);
});

test('numbers are ordered numerically, even below zero', async () => {
  const deadlines = (condition: string, values = {}) =>
    found({ ...ofOwner(condition, values), TableName: 'deadlines' });
  expect(await deadlines('')).toEqual([-100, -1.5, -1, 0, 0.5, 1, 2, 10, 100, 1e9]);
  expect(await deadlines(' AND listKey <= :now', { ':now': { N: '1' } })).toEqual([-100, -1.5, -1, 0, 0.5, 1]);
  expect(await deadlines(' AND listKey BETWEEN :a AND :b', { ':a': { N: '-1' }, ':b': { N: '2' } })).toEqual([
    -1, 0, 0.5, 1, 2,
  ]);
});

test('an index is read page by page in both directions, no row twice and none missing', async () => {
  for (const forward of [true, false]) {
    const pages = [];
    const walk = paginateQuery({ client, pageSize: 3 }, ofOwner('', {}, { ScanIndexForward: forward }));
    for await (const { Items = [] } of walk) pages.push(Items.map(({ listKey }) => listKey?.S));
    expect(pages.flat()).toEqual(forward ? names : names.toReversed());
    expect(pages[0]).toHaveLength(3);
  }
});

test('a page that ends within a range condition can be continued', async () => {
  const input = ofOwner(' AND begins_with(listKey, :p)', { ':p': { S: 'ab' } }, { ScanIndexForward: false });
  const pages = [];
  for await (const { Items = [] } of paginateQuery({ client, pageSize: 1 }, input)) pages.push(...Items);
  expect(pages.map(({ listKey }) => listKey?.S)).toEqual(['abd', 'abc', 'ab']);
});

test('thousands of items under one index key are all found', async () => {
  const ids = Array.from({ length: 6000 }, (_, index) => `id-${index}`);
  await engine.loadItems(
    'fields',
    ids.map((id) => row('crowd', id, { S: 'same' })),
  );
  const input = {
    ...ofOwner(' AND listKey = :k', { ':owner': { S: 'crowd' }, ':k': { S: 'same' } }),
    ProjectionExpression: 'sk',
  };
  for (const ScanIndexForward of [true, false]) {
    const seen = [];
    for await (const { Items = [] } of paginateQuery({ client, pageSize: 1000 }, { ...input, ScanIndexForward })) {
      seen.push(...Items.map(({ sk }) => sk?.S));
    }
    expect(seen).toHaveLength(ids.length);
    expect(new Set(seen).size).toBe(ids.length);
  }
});

test('a count returns no items', async () => {
  const answer = await client.send(new QueryCommand(ofOwner('', {}, { Select: 'COUNT' })));
  expect(answer).toMatchObject({ Count: names.length, ScannedCount: names.length });
  expect(answer.Items).toBeUndefined();
});

test('a filter applies to what the limit let through', async () => {
  const input = {
    TableName: 'fields',
    KeyConditionExpression: 'pk = :owner',
    FilterExpression: 'contains(listKey, :letter)',
    ExpressionAttributeValues: { ':owner': { S: 'owner' }, ':letter': { S: 'b' } },
    Limit: 2,
  };
  const answer = await client.send(new QueryCommand(input));
  expect(answer).toMatchObject({ Count: 1, ScannedCount: 2, LastEvaluatedKey: { sk: { S: 'id-1' } } });
});

test('an index returns its keys only, and refuses requests for more', async () => {
  const { Items } = await client.send(new QueryCommand(ofOwner('', {}, { Limit: 1 })));
  expect(Object.keys(Items?.[0] ?? {}).sort()).toEqual(['listKey', 'ownerKey', 'pk', 'sk']);
  const more = client.send(new QueryCommand(ofOwner('', {}, { ProjectionExpression: 'pk, weight' })));
  await expect(more).rejects.toThrow('byList does not project [weight]');
});

test('a page ends at 1 MB', async () => {
  const large = Array.from({ length: 6 }, (_, index) => ({
    ...row('large', `id-${index}`, { S: 'x' }),
    text: { S: 'x'.repeat(300_000) },
  }));
  await engine.loadItems('fields', large);
  const input = {
    TableName: 'fields',
    KeyConditionExpression: 'pk = :owner',
    ExpressionAttributeValues: { ':owner': { S: 'large' } },
  };
  const counts = [];
  for await (const { Count } of paginateQuery({ client }, input)) counts.push(Count);
  expect(counts[0]).toBe(4);
  expect(counts.reduce((sum: number, count) => sum + (count ?? 0), 0)).toBe(6);
});

test('a scan in segments and pages finds every item of its table once', async () => {
  const total = (await client.send(new ScanCommand({ TableName: 'deadlines', Select: 'COUNT' }))).Count;
  const segments = [0, 1, 2].map(async (Segment) => {
    const items = [];
    const input = { TableName: 'deadlines', Segment, TotalSegments: 3 };
    for await (const { Items = [] } of paginateScan({ client, pageSize: 2 }, input)) items.push(...Items);
    return items;
  });
  const ids = (await Promise.all(segments)).flat().map(({ sk }) => sk?.S);
  expect(new Set(ids).size).toBe(times.length);
  expect([total, ids.length]).toEqual([times.length, times.length]);
});
