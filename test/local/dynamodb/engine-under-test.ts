import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll } from 'vitest';
import { type MovableClock, movableClock } from '../../../local/clock.ts';
import { credentials, region } from '../../../local/credentials.ts';
import { type DynamoDbEngine, startDynamoDb, type TableDefinition } from '../../../local/dynamodb/index.ts';

export interface EngineUnderTest {
  dir: string;
  clock: MovableClock;
  engine: DynamoDbEngine;
  client: DynamoDBClient;
  /** Ends the engine and starts it again on the same state; the clock goes on. */
  restart(): Promise<void>;
}

/** Starts an engine for a test file and ends it, state and all, after the file's last test. */
export async function startForTests(): Promise<EngineUnderTest> {
  const dir = await temporaryDirectory();
  const clock = movableClock();
  const engine = await startDynamoDb({ dir, host: '127.0.0.1', clock });
  const started: EngineUnderTest = {
    dir,
    clock,
    engine,
    client: clientOf(engine.endpoint),
    async restart() {
      started.client.destroy();
      await started.engine.close();
      started.engine = await startDynamoDb({ dir, host: '127.0.0.1', clock });
      started.client = clientOf(started.engine.endpoint);
    },
  };
  afterAll(async () => {
    started.client.destroy();
    await started.engine.close();
  });
  return started;
}

/** An empty directory that is gone after the file's last test. */
export async function temporaryDirectory(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'furrow-dynamodb-'));
  afterAll(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

export function clientOf(endpoint: string): DynamoDBClient {
  return new DynamoDBClient({ endpoint, region, credentials });
}

/** A table with the string keys `pk` and `sk`. */
export function plainTable(tableName: string, more: Partial<TableDefinition> = {}): TableDefinition {
  return { tableName, ...keysOf('pk', 'sk'), ...more };
}

/** A table like the one above with one keys-only index, `byList` on `ownerKey` and the sort key `listKey`. */
export function indexedTable(tableName: string, listKeyType: 'S' | 'N' = 'S'): TableDefinition {
  const table = plainTable(tableName);
  return {
    ...table,
    attributeDefinitions: [
      ...table.attributeDefinitions,
      { AttributeName: 'ownerKey', AttributeType: 'S' },
      { AttributeName: 'listKey', AttributeType: listKeyType },
    ],
    globalSecondaryIndexes: [
      {
        IndexName: 'byList',
        KeySchema: keysOf('ownerKey', 'listKey').keySchema,
        Projection: { ProjectionType: 'KEYS_ONLY' },
      },
    ],
  };
}

export function keysOf(partition: string, sort: string): Pick<TableDefinition, 'keySchema' | 'attributeDefinitions'> {
  return {
    keySchema: [
      { AttributeName: partition, KeyType: 'HASH' },
      { AttributeName: sort, KeyType: 'RANGE' },
    ],
    attributeDefinitions: [partition, sort].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
  };
}
