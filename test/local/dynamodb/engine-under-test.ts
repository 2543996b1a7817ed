import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll } from 'vitest';
import { type MovableClock, movableClock } from '../../../local/clock.ts';
import { credentials, region } from '../../../local/credentials.ts';
import { type DynamoDbEngine, startDynamoDb } from '../../../local/dynamodb/index.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

export interface EngineUnderTest {
  dir: string;
  clock: MovableClock;
  engine: DynamoDbEngine;
  client: DynamoDBClient;
  /** Stops the engine and starts it again on the same state; the clock continues. */
  restart(): Promise<void>;
}

/** Starts an engine for a test file, and stops and deletes it after the file's last test. */
export async function startForTests(clock = movableClock()): Promise<EngineUnderTest> {
  const dir = temporaryFolder('dynamodb');
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

export function clientOf(endpoint: string): DynamoDBClient {
  return new DynamoDBClient({ endpoint, region, credentials });
}
