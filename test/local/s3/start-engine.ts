import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import { expect } from 'vitest';
import { type MovableClock, movableClock } from '../../../local/clock.ts';
import { credentials, region } from '../../../local/credentials.ts';
import { type BucketNotification, type S3Engine, type S3Options, startS3 } from '../../../local/s3/index.ts';

process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';

export interface TestEngine {
  engine: S3Engine;
  dir: string;
  clock: MovableClock;
  notifications: BucketNotification[];
  /** An SDK client with only the required settings. */
  client(config?: S3ClientConfig): S3Client;
  /** Closes the engine, keeps its folder and starts another one on it. */
  restart(options?: Partial<S3Options>): Promise<void>;
  stop(): Promise<void>;
}

/** An engine of its own folder with one bucket, `fields`. Faults of the engine itself fail the test. */
export async function startTestEngine(options: Partial<S3Options> = {}): Promise<TestEngine> {
  const dir = await mkdtemp(join(tmpdir(), 'furrow-s3-'));
  const clock = movableClock();
  const notifications: BucketNotification[] = [];
  const faults: unknown[] = [];
  const clients: S3Client[] = [];
  const start = (more: Partial<S3Options>) =>
    startS3({
      dir,
      host: '127.0.0.1',
      clock,
      credentials,
      notify: async (notification) => void notifications.push(notification),
      report: (fault) => void faults.push(fault),
      ...options,
      ...more,
    });
  const test: TestEngine = {
    engine: await start({}),
    dir,
    clock,
    notifications,
    client(config = {}) {
      const client = new S3Client({ endpoint: test.engine.endpoint, region, credentials, ...config });
      clients.push(client);
      return client;
    },
    async restart(more = {}) {
      await test.engine.close();
      test.engine = await start(more);
    },
    async stop() {
      for (const client of clients) client.destroy();
      await test.engine.close();
      await rm(dir, { recursive: true, force: true });
      expect(faults).toEqual([]);
    },
  };
  await test.engine.ensureBucket({ name: 'fields' });
  return test;
}

/** The error of a refused SDK call. */
export async function refusal(call: Promise<unknown>): Promise<{ code: string; status: number; message: string }> {
  try {
    await call;
  } catch (error) {
    const { name, message, $metadata } = error as Error & { $metadata?: { httpStatusCode?: number } };
    return { code: name, status: $metadata?.httpStatusCode ?? 0, message };
  }
  throw new Error('the call was accepted');
}

/** The error of a refused plain HTTP call. */
export async function httpRefusal(response: Response): Promise<{ status: number; code: string; message: string }> {
  const text = await response.text();
  return {
    status: response.status,
    code: /<Code>(.*?)<\/Code>/.exec(text)?.[1] ?? '',
    message: /<Message>(.*?)<\/Message>/.exec(text)?.[1] ?? '',
  };
}

/** Pseudo-random bytes, the same every time. */
export function sampleBytes(length: number, seed = 1): Buffer {
  const bytes = Buffer.alloc(length);
  let state = seed >>> 0;
  for (let i = 0; i < length; i += 4) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    bytes.writeUInt32LE(state, Math.min(i, Math.max(0, length - 4)));
  }
  return bytes;
}
