import {
  DeleteItemCommand,
  DeleteTableCommand,
  PutItemCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import {
  type _Record,
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  ListStreamsCommand,
} from '@aws-sdk/client-dynamodb-streams';
import { expect, test } from 'vitest';
import { credentials, region } from '../../../local/credentials.ts';
import type { StreamViewType } from '../../../local/dynamodb/index.ts';
import { standingClock } from '../standing-clock.ts';
import { startForTests } from './engine-under-test.ts';
import { plainTable } from './table-definitions.ts';

// 999 ms after a second: a clock that ran would pass into the next one between a write and what is expected of it.
const started = await startForTests(standingClock(Math.floor(Date.now() / 1000) * 1000 + 999));
const key = (id: string) => ({ pk: { S: 'owner' }, sk: { S: id } });
const put = (TableName: string, id: string, more = {}) =>
  started.client.send(new PutItemCommand({ TableName, Item: { ...key(id), ...more } }));
const ensure = (tableName: string, streamViewType: StreamViewType) =>
  started.engine.ensureTable(plainTable(tableName, { streamViewType }));
const read = (tableName: string, after?: string, limit = 1000) => started.engine.readStream(tableName, after, limit);

test.each<[StreamViewType, string[]]>([
  ['NEW_IMAGE', ['NewImage']],
  ['OLD_IMAGE', ['OldImage']],
  ['NEW_AND_OLD_IMAGES', ['NewImage', 'OldImage']],
  ['KEYS_ONLY', []],
])('a stream of %s has each change in order, with its images', async (view, images) => {
  const table = `of-${view}`;
  await ensure(table, view);
  await put(table, 'a', { n: { N: '1' } });
  await put(table, 'a', { n: { N: '1' } }); // changes nothing, so it leaves no record
  await started.client.send(
    new UpdateItemCommand({
      TableName: table,
      Key: key('a'),
      UpdateExpression: 'SET n = :n',
      ExpressionAttributeValues: { ':n': { N: '2' } },
    }),
  );
  await started.client.send(new DeleteItemCommand({ TableName: table, Key: key('a') }));
  await started.client.send(new DeleteItemCommand({ TableName: table, Key: key('a') })); // of an absent item
  const { records } = await read(table);
  expect(records.map(({ eventName }) => eventName)).toEqual(['INSERT', 'MODIFY', 'REMOVE']);
  const shown = records.map(({ dynamodb }) => ({
    NewImage: dynamodb.NewImage?.n?.N,
    OldImage: dynamodb.OldImage?.n?.N,
  }));
  const all = [
    { NewImage: '1', OldImage: undefined },
    { NewImage: '2', OldImage: '1' },
    { NewImage: undefined, OldImage: '2' },
  ];
  expect(shown).toEqual(
    all.map((image) => ({
      NewImage: images.includes('NewImage') ? image.NewImage : undefined,
      OldImage: images.includes('OldImage') ? image.OldImage : undefined,
    })),
  );
  expect(records[0]).toMatchObject({
    eventSource: 'aws:dynamodb',
    eventVersion: '1.1',
    dynamodb: { Keys: key('a'), StreamViewType: view },
  });
});

test('a transaction is in the stream once it is committed, and not at all when it is cancelled', async () => {
  await ensure('transacted', 'NEW_IMAGE');
  const Put = (id: string) => ({ Put: { TableName: 'transacted', Item: key(id) } });
  await started.client.send(new TransactWriteItemsCommand({ TransactItems: [Put('a'), Put('b')] }));
  const check = { TableName: 'transacted', Key: key('a'), ConditionExpression: 'attribute_not_exists(pk)' };
  const cancelled = new TransactWriteItemsCommand({ TransactItems: [Put('c'), { ConditionCheck: check }] });
  await expect(started.client.send(cancelled)).rejects.toThrow('cancelled');
  const { records } = await read('transacted');
  expect(records.map(({ dynamodb }) => dynamodb.Keys.sk?.S)).toEqual(['a', 'b']);
});

test('records carry the time of the clock, are read from a position, trimmed, and kept over a restart', async () => {
  await ensure('kept', 'NEW_IMAGE');
  started.clock.advance(24 * 60 * 60 * 1000);
  for (const id of ['a', 'b', 'c', 'd']) await put('kept', id);
  const first = await read('kept', undefined, 2);
  expect(first.records[0]?.dynamodb.ApproximateCreationDateTime).toBe(Math.floor(started.clock.now() / 1000));
  await started.engine.trimStream('kept', first.records[0]?.dynamodb.SequenceNumber ?? '');
  await started.restart();
  await put('kept', 'e');
  const ids = async (after?: string) => (await read('kept', after)).records.map(({ dynamodb }) => dynamodb.Keys.sk?.S);
  expect(await ids()).toEqual(['b', 'c', 'd', 'e']);
  expect(await ids(first.next)).toEqual(['c', 'd', 'e']);
  const end = await read('kept', first.next);
  expect(await read('kept', end.next)).toEqual({ records: [], next: end.next });
});

test('positions stay valid when a table is recreated', async () => {
  await ensure('again', 'NEW_IMAGE');
  await put('again', 'a');
  const { next } = await read('again');
  await started.client.send(new DeleteTableCommand({ TableName: 'again' }));
  await ensure('again', 'NEW_IMAGE');
  await put('again', 'b');
  expect((await read('again', next)).records.map(({ dynamodb }) => dynamodb.Keys.sk?.S)).toEqual(['b']);
});

test('a listener receives new records until it is removed', async () => {
  await ensure('heard', 'NEW_IMAGE');
  await started.engine.ensureTable(plainTable('silent'));
  const heard: string[] = [];
  const stop = started.engine.onWrite((tableName) => void heard.push(tableName));
  await put('silent', 'a');
  await put('heard', 'a');
  stop();
  await put('heard', 'b');
  expect(heard).toEqual(['heard']);
});

test('the streams API reads the same records on the wire', async () => {
  const { streamArn } = await ensure('wired', 'NEW_AND_OLD_IMAGES');
  const client = new DynamoDBStreamsClient({ endpoint: started.engine.endpoint, region, credentials });
  await put('wired', 'a');
  const { Streams } = await client.send(new ListStreamsCommand({ TableName: 'wired' }));
  expect(Streams).toMatchObject([{ StreamArn: streamArn, TableName: 'wired' }]);
  const { StreamDescription } = await client.send(new DescribeStreamCommand({ StreamArn: streamArn }));
  expect(StreamDescription).toMatchObject({ StreamStatus: 'ENABLED', StreamViewType: 'NEW_AND_OLD_IMAGES' });
  const ShardId = StreamDescription?.Shards?.[0]?.ShardId;
  const iterator = async (more: {
    ShardIteratorType: 'TRIM_HORIZON' | 'LATEST' | 'AT_SEQUENCE_NUMBER';
    SequenceNumber?: string | undefined;
  }) => (await client.send(new GetShardIteratorCommand({ StreamArn: streamArn, ShardId, ...more }))).ShardIterator;
  const latest = await iterator({ ShardIteratorType: 'LATEST' });
  await put('wired', 'b');
  const readAll = async (ShardIterator: string | undefined) => {
    const { Records = [], NextShardIterator } = await client.send(new GetRecordsCommand({ ShardIterator }));
    return { ids: Records.map((record: _Record) => record.dynamodb?.Keys?.sk?.S), Records, NextShardIterator };
  };
  const all = await readAll(await iterator({ ShardIteratorType: 'TRIM_HORIZON' }));
  expect(all.ids).toEqual(['a', 'b']);
  expect(all.Records[0]?.dynamodb?.ApproximateCreationDateTime).toBeInstanceOf(Date);
  expect((await readAll(latest)).ids).toEqual(['b']);
  const SequenceNumber = all.Records[1]?.dynamodb?.SequenceNumber;
  expect((await readAll(await iterator({ ShardIteratorType: 'AT_SEQUENCE_NUMBER', SequenceNumber }))).ids).toEqual([
    'b',
  ]);
  expect((await readAll(all.NextShardIterator)).ids).toEqual([]);
  client.destroy();
});
