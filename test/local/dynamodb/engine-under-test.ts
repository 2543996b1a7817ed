import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll } from 'vitest';
import { type MovableClock, movableClock } from '../../../local/clock.ts';
import { credentials, region } from '../../../local/credentials.ts';
import { type DynamoDbEngine, startDynamoDb } from '../../../local/dynamodb/index.ts';

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

const directories: string[] = [];
afterAll(async () => {
  for (const directory of directories) await rm(directory, { recursive: true, force: true });
});

/** An empty directory that is gone after the file's last test. */
export async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'furrow-dynamodb-'));
  directories.push(directory);
  return directory;
}

export function clientOf(endpoint: string): DynamoDBClient {
  return new DynamoDBClient({ endpoint, region, credentials });
}
