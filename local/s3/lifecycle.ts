import { randomBytes } from 'node:crypto';
import { setImmediate as breathe } from 'node:timers/promises';
import type { LifecycleRule } from './configuration.ts';
import { type Bucket, findRecord } from './files/bucket.ts';
import type { KeyIndex } from './files/key-index.ts';
import type { ObjectRecord } from './files/object-record.ts';
import { removeObject, removeVersion, type Store } from './files/store.ts';
import { versionsOf } from './files/versions.ts';
import { abortUpload } from './operations/multipart-upload.ts';

const dayMilliseconds = 24 * 60 * 60 * 1000;

/** Counts of removals by a pass over all buckets. */
export interface LifecycleResult {
  expiredObjects: number;
  abortedUploads: number;
  /** Permanently removed versions and delete markers. */
  expiredVersions: number;
}

/** Applies the lifecycle rules of every bucket at the clock's current time, as S3 and the embedded cloud do once a day. */
export async function applyLifecycle(store: Store): Promise<LifecycleResult> {
  const result: LifecycleResult = { expiredObjects: 0, abortedUploads: 0, expiredVersions: 0 };
  for (const bucket of store.buckets.values()) {
    for (const rule of bucket.definition.lifecycle ?? []) {
      result.expiredObjects += await expireObjects(store, bucket, rule);
      result.abortedUploads += await abortUploads(store, bucket, rule);
      result.expiredVersions += await expireVersions(store, bucket, rule);
    }
  }
  return result;
}

async function expireObjects(store: Store, bucket: Bucket, rule: LifecycleRule): Promise<number> {
  const { prefix = '', expirationDays } = rule;
  if (expirationDays === undefined) return 0;
  const { keys } = bucket;
  const requestId = newRequestId();
  const candidates = keysBelow(keys, prefix);
  let expired = 0;
  for (const [i, key] of candidates.entries()) {
    if (i % 50 === 49) await breathe();
    const record = findRecord(bucket, key);
    if (!record || !isOver(record.lastModified, expirationDays, store.clock.now())) continue;
    if (removeObject(store, bucket, key, 'LifecycleExpiration', requestId)) expired++;
  }
  return expired;
}

/** Removes versions that were replaced or deleted long enough ago, and delete markers without other versions. */
async function expireVersions(store: Store, bucket: Bucket, rule: LifecycleRule): Promise<number> {
  const { prefix = '', noncurrentDays, expiredObjectDeleteMarker } = rule;
  if (noncurrentDays === undefined && !expiredObjectDeleteMarker) return 0;
  const requestId = newRequestId();
  let expired = 0;
  const remove = (record: ObjectRecord) => {
    removeVersion(store, bucket, record, 'LifecycleExpiration', requestId);
    expired++;
  };
  for (const [i, key] of keysBelow(bucket.allKeys, prefix).entries()) {
    if (i % 50 === 49) await breathe();
    if (!bucket.versions.has(key)) continue;
    const records = versionsOf(bucket, key);
    for (const [index, record] of records.entries()) {
      const successor = records[index - 1];
      if (noncurrentDays === undefined || !successor) continue;
      if (isOver(successor.lastModified, noncurrentDays, store.clock.now())) remove(record);
    }
    const [only, ...others] = versionsOf(bucket, key);
    if (expiredObjectDeleteMarker && only?.isDeleteMarker && others.length === 0) remove(only);
  }
  return expired;
}

function keysBelow(keys: KeyIndex, prefix: string): string[] {
  const first = keys.position(prefix);
  return Array.from({ length: keys.positionAfterPrefix(prefix) - first }, (_, i) => keys.at(first + i) ?? '');
}

const newRequestId = () => randomBytes(8).toString('hex').toUpperCase();

async function abortUploads(store: Store, bucket: Bucket, rule: LifecycleRule): Promise<number> {
  const days = rule.abortIncompleteMultipartUploadDays;
  if (days === undefined) return 0;
  const over = [...bucket.uploads.values()].filter(
    (upload) => upload.key.startsWith(rule.prefix ?? '') && isOver(upload.initiated, days, store.clock.now()),
  );
  for (const upload of over) await abortUpload(bucket, upload);
  return over.length;
}

/** Whether a number of days has passed, rounded up to the next midnight UTC. Source: "Lifecycle rules: based on an object's age", S3 user guide. */
function isOver(since: number, days: number, now: number): boolean {
  const end = Math.ceil((since + days * dayMilliseconds) / dayMilliseconds) * dayMilliseconds;
  return now >= end;
}
