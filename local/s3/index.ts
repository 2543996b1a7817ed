import { mkdirSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Clock } from '../clock.ts';
import type { Credentials } from '../credentials.ts';
import type { Guard } from '../iam/guard.ts';
import type { Marks } from '../state/marks/lost-data.ts';
import type { BucketDefinition, BucketNotification } from './configuration.ts';
import { startDelivery } from './delivery.ts';
import { checkBuckets } from './files/check-objects.ts';
import { openJournal } from './files/journal.ts';
import { ensureBucket, openStore } from './files/store.ts';
import { applyLifecycle, type LifecycleResult } from './lifecycle.ts';
import { createS3Server } from './server.ts';

export type {
  BucketDefinition,
  BucketNotification,
} from './configuration.ts';
export type { LifecycleResult } from './lifecycle.ts';

export interface S3Options {
  /** The engine's folder; an object's bytes are at `<dir>/<bucket>/objects/<key>`. Only one engine at a time may use it. */
  dir: string;
  host: string;
  /** If absent or 0, any free port. */
  port?: number;
  clock: Clock;
  credentials: Credentials;
  /** Secrets of further access keys, such as those of assumed roles. */
  secretFor?: (accessKeyId: string) => string | undefined;
  /** Decides which calls are allowed. If absent, all calls are allowed. */
  guard?: Guard;
  /** Delivers a notification; called again until its promise is fulfilled. */
  notify: (notification: BucketNotification) => Promise<void>;
  /** Flushes every upload to the disk before the response. A killed process loses nothing without this, a power failure may. */
  sync?: boolean;
  /** Called for faults of the engine itself, which clients see as InternalError. */
  report?: (error: unknown) => void;
  /** Called when changes are refused because of the disk, and when they are accepted again. */
  log?: (line: string) => void;
  /** Where the progress of the buckets is recorded. If absent, missing data is not noticed. */
  marks?: Marks;
}

export interface S3Engine {
  /** `http://HOST:PORT`. */
  endpoint: string;
  /** Creates a bucket, or changes the settings of an existing one, whose objects stay. */
  ensureBucket(definition: BucketDefinition): Promise<void>;
  /** Applies the lifecycle rules of the buckets, by the given clock. */
  applyLifecycle(): Promise<LifecycleResult>;
  /** The number of changes whose notifications have not all been delivered. */
  pendingNotifications(): number;
  close(): Promise<void>;
}

/**
 * Starts an S3 on this machine, for the unmodified AWS SDK, the AWS CLI and browsers. Bodies are streamed to and from
 * files. Every change is atomic, even under `kill -9`; a notification is on disk before its object is visible.
 *
 * @example
 * const s3 = await startS3({ dir: '.furrow/s3', host: '127.0.0.1', clock, credentials, notify: sqs.deliver });
 * await s3.ensureBucket({ name: 'files', notifications: [{ events: ['s3:ObjectCreated:*'], queueArn }] });
 */
export async function startS3(options: S3Options): Promise<S3Engine> {
  const { dir, host, clock, credentials, sync = false } = options;
  mkdirSync(dir, { recursive: true });
  const whole = options.marks && checkBuckets(dir, options.marks, sync);
  const journal = openJournal(join(dir, '.journal'), sync, whole?.earlierStarts);
  const delivery = startDelivery(journal, options.notify);
  const store = openStore({ folder: dir, clock, sync, journal, delivery }, whole?.check);
  const access = {
    clock,
    guard: options.guard,
    secretFor: (accessKeyId: string) =>
      accessKeyId === credentials.accessKeyId ? credentials.secretAccessKey : options.secretFor?.(accessKeyId),
  };
  const server = createS3Server(store, access, host, options.report ?? console.error, options.log ?? console.error);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    ensureBucket: async (definition) => ensureBucket(store, definition),
    applyLifecycle: () => applyLifecycle(store),
    pendingNotifications: () => delivery.pending(),
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      await delivery.close();
      store.changeCount.close();
    },
  };
}
