import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { movableClock } from '../../../local/clock.ts';
import { credentials, region } from '../../../local/credentials.ts';
import { type DynamoDbEngine, type StreamRecord, startDynamoDb } from '../../../local/dynamodb/index.ts';
import type { InvokeFunction } from '../../../local/event-sources/event-source.ts';
import { openStreamPositions } from '../../../local/event-sources/stream-positions.ts';
import { startTableSources, type TableSources } from '../../../local/event-sources/table-sources.ts';
import type { StreamMappingPlan } from '../../../local/template/plan-event-source-mappings.ts';
import { eventually } from '../../eventually.ts';

const clock = movableClock();
const done = { requestId: 'r', payload: null };
const failed = { requestId: 'r', payload: null, functionError: 'Unhandled' };
let dir: string;
let database: DynamoDbEngine;
let sources: TableSources | undefined;
let notices: unknown[];

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'furrow-stream-source-'));
  notices = [];
  database = await startDynamoDb({ dir: join(dir, 'dynamodb'), host: '127.0.0.1', clock });
  await database.ensureTable({
    tableName: 'events',
    keySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    attributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
    streamViewType: 'NEW_AND_OLD_IMAGES',
  });
});

afterEach(async () => {
  await sources?.stop();
  sources = undefined;
  await database.close();
  rmSync(dir, { recursive: true, force: true });
});

const streamArn = 'arn:aws:dynamodb:us-east-1:000000000000:table/events/stream/2024-01-01T00:00:00.000';

function start(invoke: InvokeFunction, mapping: Partial<StreamMappingPlan> = {}): void {
  const wanted: StreamMappingPlan = {
    kind: 'stream',
    name: 'events stream -> relay',
    tableName: 'events',
    streamArn,
    functionName: 'relay',
    functionArn: 'arn:aws:lambda:us-east-1:000000000000:function:relay',
    startingPosition: 'TRIM_HORIZON',
    enabled: true,
    reportsItemFailures: true,
    bisectsOnError: false,
    filters: [],
    ...mapping,
  };
  sources = startTableSources([wanted], {
    database,
    positions: openStreamPositions(dir),
    invoke: (_functionName, event) => invoke(event),
    clock,
    sendNotice: async (_queueArn, body) => void notices.push(JSON.parse(body)),
    log: () => {},
  });
}

async function put(...names: string[]): Promise<void> {
  const client = new DynamoDBClient({ endpoint: database.endpoint, region, credentials });
  for (const name of names) {
    await client.send(new PutItemCommand({ TableName: 'events', Item: { pk: { S: name }, note: { S: 'hay' } } }));
  }
  client.destroy();
}

const recordsOf = (event: unknown) => (event as { Records: StreamRecord[] }).Records;
const namesOf = (event: unknown) => recordsOf(event).map((record) => record.dynamodb.Keys.pk?.S);

/** Returns a function that fails batches with `poison` and records every batch. */
function allergicTo(poison: string) {
  const batches: unknown[][] = [];
  const invoke: InvokeFunction = async (event) => {
    batches.push(namesOf(event));
    return namesOf(event).includes(poison) ? failed : done;
  };
  return { batches, invoke };
}

test('delivers changes in the shape of Lambda', async () => {
  const events: unknown[] = [];
  start(async (event) => {
    events.push(event);
    return done;
  });
  await put('a');
  await eventually(() => expect(events).toHaveLength(1));
  expect(events[0]).toEqual({
    Records: [
      {
        eventID: expect.any(String),
        eventName: 'INSERT',
        eventVersion: '1.1',
        eventSource: 'aws:dynamodb',
        awsRegion: 'us-east-1',
        dynamodb: {
          ApproximateCreationDateTime: expect.any(Number),
          Keys: { pk: { S: 'a' } },
          NewImage: { pk: { S: 'a' }, note: { S: 'hay' } },
          SequenceNumber: expect.stringMatching(/^\d+$/),
          SizeBytes: expect.any(Number),
          StreamViewType: 'NEW_AND_OLD_IMAGES',
        },
        eventSourceARN: streamArn,
      },
    ],
  });
});

test('keeps the order, does not repeat completed records, and continues after a restart', async () => {
  const seen: unknown[] = [];
  const remember: InvokeFunction = async (event) => {
    seen.push(...namesOf(event));
    return done;
  };
  start(remember);
  await put('a', 'b', 'c');
  await eventually(() => expect(seen).toEqual(['a', 'b', 'c']));
  await eventually(() => expect(sources?.idle()).toBe(true));
  expect((await database.readStream('events', undefined, 10)).records).toEqual([]);
  await sources?.stop();
  await put('d');
  start(remember);
  await eventually(() => expect(seen).toEqual(['a', 'b', 'c', 'd']));
});

test('continues after the records that a partial failure completed', async () => {
  const batches: unknown[][] = [];
  await put('a', 'b', 'c');
  start(async (event) => {
    const names = namesOf(event);
    batches.push(names);
    const second = recordsOf(event)[1]?.dynamodb.SequenceNumber;
    return { ...done, payload: { batchItemFailures: batches.length === 1 ? [{ itemIdentifier: second }] : [] } };
  });
  await eventually(() =>
    expect(batches).toEqual([
      ['a', 'b', 'c'],
      ['b', 'c'],
    ]),
  );
});

test('bisects a failing batch until the poison is alone, then gives it up and sends it to the queue', async () => {
  await put('a', 'poison', 'c', 'd');
  const { batches, invoke } = allergicTo('poison');
  start(invoke, { bisectsOnError: true, maximumRetryAttempts: 1, onFailureQueueArn: 'arn:aws:sqs:us-east-1:0:dead' });
  await eventually(() => expect(batches.at(-1)).toEqual(['c', 'd']));
  expect(batches).toEqual([['a', 'poison', 'c', 'd'], ['a', 'poison'], ['a'], ['poison'], ['poison'], ['c', 'd']]);
  expect(notices).toEqual([
    expect.objectContaining({
      requestContext: expect.objectContaining({ condition: 'RetryAttemptsExhausted', approximateInvokeCount: 2 }),
      DDBStreamBatchInfo: expect.objectContaining({ batchSize: 1, streamArn }),
    }),
  ]);
});

test('holds back later records for as long as a failing batch may be retried', async () => {
  let healthy = false;
  const seen: unknown[] = [];
  start(async (event) => {
    if (!healthy) return failed;
    seen.push(...namesOf(event));
    return done;
  });
  await put('a', 'b');
  await new Promise((resolve) => setTimeout(resolve, 250));
  expect(sources?.idle()).toBe(false);
  healthy = true;
  await eventually(() => expect(seen).toEqual(['a', 'b']));
});

test('records that match no filter are skipped', async () => {
  const { batches, invoke } = allergicTo('nothing');
  start(invoke, { filters: [{ dynamodb: { NewImage: { pk: { S: ['b'] } } } }] });
  await put('a', 'b', 'c');
  await eventually(() => expect(sources?.idle()).toBe(true));
  expect(batches).toEqual([['b']]);
  expect((await database.readStream('events', undefined, 10)).records).toEqual([]);
});
