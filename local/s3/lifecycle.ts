import { randomBytes } from 'node:crypto';
import { setImmediate as breathe } from 'node:timers/promises';
import type { LifecycleRule } from './configuration.ts';
import { abortUpload } from './operations/multipart-upload.ts';
import { type Bucket, findRecord, removeObject, type Store } from './store.ts';

const dayMilliseconds = 24 * 60 * 60 * 1000;

/** What a pass over all buckets has removed. */
export interface LifecycleResult {
  expiredObjects: number;
  abortedUploads: number;
}

/** Applies every bucket's rules as of the clock's now. S3 does so once a day; here somebody calls it. */
export async function applyLifecycle(store: Store): Promise<LifecycleResult> {
  const result: LifecycleResult = { expiredObjects: 0, abortedUploads: 0 };
  for (const bucket of store.buckets.values()) {
    for (const rule of bucket.definition.lifecycle ?? []) {
      result.expiredObjects += await expireObjects(store, bucket, rule);
      result.abortedUploads += await abortUploads(store, bucket, rule);
    }
  }
  return result;
}

async function expireObjects(store: Store, bucket: Bucket, rule: LifecycleRule): Promise<number> {
  const { prefix = '', expirationDays } = rule;
  if (expirationDays === undefined) return 0;
  const { keys } = bucket;
  const requestId = randomBytes(8).toString('hex').toUpperCase();
  const first = keys.position(prefix);
  const candidates = Array.from(
    { length: keys.positionAfterPrefix(prefix) - first },
    (_, i) => keys.at(first + i) ?? '',
  );
  let expired = 0;
  for (const [i, key] of candidates.entries()) {
    if (i % 50 === 49) await breathe();
    const record = findRecord(bucket, key);
    if (!record || !isOver(record.lastModified, expirationDays, store.clock.now())) continue;
    if (removeObject(store, bucket, key, 'LifecycleExpiration:Delete', requestId)) expired++;
  }
  return expired;
}

async function abortUploads(store: Store, bucket: Bucket, rule: LifecycleRule): Promise<number> {
  const days = rule.abortIncompleteMultipartUploadDays;
  if (days === undefined) return 0;
  const over = [...bucket.uploads.values()].filter(
    (upload) => upload.key.startsWith(rule.prefix ?? '') && isOver(upload.initiated, days, store.clock.now()),
  );
  for (const upload of over) await abortUpload(bucket, upload);
  return over.length;
}

/** Days are rounded up to the next midnight UTC. Source: "Lifecycle rules: based on an object's age", S3 user guide. */
function isOver(since: number, days: number, now: number): boolean {
  const end = Math.ceil((since + days * dayMilliseconds) / dayMilliseconds) * dayMilliseconds;
  return now >= end;
}
