import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Clock } from '../../clock.ts';
import type { BucketDefinition, BucketNotification } from '../configuration.ts';
import type { Delivery } from '../delivery.ts';
import { type EventName, notificationsFor, testEvents } from '../notifications.ts';
import { type Bucket, entriesOf, findRecord, openBucket, readBucketFile, remember, writeBucketFile } from './bucket.ts';
import { type ChangeCount, noChangeCount } from './change-count.ts';
import {
  type BucketFiles,
  canBeMade,
  finishChangeFiles,
  moveChange,
  openBucketFiles,
  stageChange,
  takeBackChange,
} from './change-files.ts';
import type { Change, Journal } from './journal.ts';
import { type ObjectRecord, versionOf } from './object-record.ts';

/** The state of the engine, on which operations work. Only one process at a time may open a folder. */
export interface Store {
  folder: string;
  /** Folder of files that are being written; emptied at start. */
  temporaryFolder: string;
  clock: Clock;
  sync: boolean;
  buckets: Map<string, Bucket>;
  journal: Journal;
  delivery: Delivery;
  changeCount: ChangeCount;
  /** Completes a change that a failing disk interrupted. No other change is made before. */
  unfinished?: (() => void) | undefined;
}

/**
 * Opens the store of an earlier run: completes the changes in its journal and deletes unfinished files.
 *
 * @param check called when all buckets are open, before notifications are delivered.
 */
export function openStore(
  parts: Pick<Store, 'folder' | 'clock' | 'sync' | 'journal' | 'delivery'>,
  check?: (store: Store) => void,
): Store {
  const temporaryFolder = join(parts.folder, '.temporary');
  const store: Store = { ...parts, temporaryFolder, buckets: new Map(), changeCount: noChangeCount };
  const names = readdirSync(store.folder).filter((name) => !name.startsWith('.'));
  const unfinished = store.journal.unfinished();
  for (const { sequence, change } of unfinished) {
    const files = openBucketFiles(join(store.folder, change.bucket), store);
    if (!canBeMade(files, change)) {
      takeBackChange(files, change);
      store.journal.cancel(sequence);
      continue;
    }
    stageChange(files, change);
    moveChange(files, change);
    finishChangeFiles(files, change);
    store.journal.end(sequence, change);
  }
  rmSync(store.temporaryFolder, { recursive: true, force: true });
  mkdirSync(store.temporaryFolder, { recursive: true });
  for (const name of names) {
    const file = readBucketFile(join(store.folder, name));
    if (file) store.buckets.set(name, openBucket(store, file));
  }
  check?.(store);
  for (const { sequence, notifications } of store.journal.undelivered()) store.delivery.start(sequence, notifications);
  return store;
}

/** Creates a bucket, or gives an existing one the settings of its definition. */
export function ensureBucket(store: Store, wanted: BucketDefinition): void {
  const versioned = wanted.versioned || store.buckets.get(wanted.name)?.definition.versioned;
  const definition = { ...wanted, ...(versioned && { versioned }) };
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(definition.name)) {
    throw new Error(`"${definition.name}" cannot be the name of a bucket: 3 to 63 of a-z, 0-9, "." and "-"`);
  }
  const existing = store.buckets.get(definition.name);
  const created = existing?.created ?? store.clock.now();
  const tests = testEvents(definition, existing?.definition.notifications ?? [], store.clock.now());
  const folder = join(store.folder, definition.name);
  mkdirSync(folder, { recursive: true });
  const sequence = store.journal.nextSequence();
  if (tests.length > 0) store.journal.keep(sequence, tests);
  writeBucketFile(folder, { definition, created });
  if (existing) existing.definition = definition;
  else store.buckets.set(definition.name, openBucket(store, { definition, created }));
  if (tests.length > 0) store.delivery.start(sequence, tests);
}

export interface PutChange {
  event: EventName;
  requestId: string;
  /** Path of a finished file; absent when only the record changes. */
  file?: string;
  uploadId?: string;
}

/**
 * Creates or replaces an object. Atomic within this process, since nothing is awaited.
 *
 * @returns the stored record, with a version id if the bucket is versioned.
 * @example const stored = putObject(store, bucket, record, { event, requestId: request.id, file });
 */
export function putObject(store: Store, bucket: Bucket, record: ObjectRecord, put: PutChange): ObjectRecord {
  const isNew = put.file !== undefined && bucket.definition.versioned;
  const { versionId: _, ...described } = record;
  const kept = isNew ? { ...described, versionId: store.journal.nextSequence() } : record;
  commit(store, bucket, put.event, put.requestId, kept, {
    key: record.key,
    record: kept,
    ...(isNew && archiving(bucket, record.key)),
    ...(put.file !== undefined && { data: relative(store.folder, put.file) }),
    ...(put.uploadId !== undefined && { uploadId: put.uploadId }),
  });
  return kept;
}

/**
 * Removes an object. In a versioned bucket a delete marker replaces it, even if there was no object.
 *
 * @returns the record of the removed object, or of the marker; undefined if there was nothing to remove.
 */
export function removeObject(
  store: Store,
  bucket: Bucket,
  key: string,
  cause: 'ObjectRemoved' | 'LifecycleExpiration',
  requestId: string,
): ObjectRecord | undefined {
  const record = findRecord(bucket, key);
  if (!bucket.definition.versioned) {
    if (record) commit(store, bucket, `${cause}:Delete`, requestId, record, { key });
    return record;
  }
  const marker = deleteMarker(key, store);
  commit(store, bucket, `${cause}:DeleteMarkerCreated`, requestId, marker, {
    key,
    marker,
    ...archiving(bucket, key),
  });
  return marker;
}

/** Removes a version permanently. If it was the newest, the previous version becomes current again. No effect if the version does not exist. */
export function removeVersion(
  store: Store,
  bucket: Bucket,
  record: ObjectRecord,
  cause: 'ObjectRemoved' | 'LifecycleExpiration',
  requestId: string,
): void {
  const { key } = record;
  const removed = versionOf(record);
  const current = findRecord(bucket, key);
  const left = (bucket.versions.get(key) ?? []).filter((version) => version !== removed);
  const [next] = left;
  const isNewest = current ? versionOf(current) === removed : bucket.versions.get(key)?.[0] === removed;
  const becomesCurrent =
    isNewest && next !== undefined && !bucket.versionFiles.read(key, next).isDeleteMarker ? next : undefined;
  commit(store, bucket, `${cause}:Delete`, requestId, record, {
    key,
    removed,
    ...(becomesCurrent !== undefined && { promoted: becomesCurrent }),
  });
}

function archiving(bucket: Bucket, key: string): { archived?: string } {
  const current = findRecord(bucket, key);
  return current ? { archived: versionOf(current) } : {};
}

function deleteMarker(key: string, { journal, clock }: Store): ObjectRecord {
  const attributes = { headers: {}, metadata: {}, encryption: {}, storageClass: 'STANDARD' };
  const versionId = journal.nextSequence();
  return { key, size: 0, etag: '', lastModified: clock.now(), attributes, versionId, isDeleteMarker: true };
}

/**
 * Completes an interrupted change. Called before every request, since until then an object has neither its old nor its
 * new state.
 *
 * @throws the error of the disk, if it still fails
 */
export function finishChange(store: Store): void {
  store.unfinished?.();
  store.unfinished = undefined;
}

/**
 * Makes a change. Steps that need disk space precede the entry in the journal, so that a full disk leaves nothing
 * behind. The steps after the move of the data are repeated until they succeed, if necessary at a later start.
 */
function commit(
  store: Store,
  bucket: Bucket,
  event: EventName,
  requestId: string,
  subject: ObjectRecord,
  part: Omit<Change, 'bucket' | 'notifications'>,
): void {
  finishChange(store);
  const sequence = store.journal.nextSequence();
  const now = store.clock.now();
  const notifications: BucketNotification[] = notificationsFor(bucket.definition, {
    event,
    requestId,
    sequence,
    now,
    record: subject,
  });
  const change: Change = { bucket: bucket.definition.name, ...part, notifications };
  const files: BucketFiles = { store, objects: bucket.files, versions: bucket.versionFiles };
  const { name } = bucket.definition;
  const removes = part.removed !== undefined || (!part.record && !part.marker);
  try {
    stageChange(files, change);
    if (removes) store.changeCount.beforeRemoval(name);
    store.journal.begin(sequence, change);
    moveChange(files, change);
  } catch (error) {
    store.unfinished = () => {
      takeBackChange(files, change);
      store.journal.cancel(sequence);
    };
    finishChange(store);
    throw error;
  }
  store.unfinished = () => {
    finishChangeFiles(files, change);
    const before = entriesOf(bucket, change.key);
    remember(bucket, change);
    store.changeCount.made(name, entriesOf(bucket, change.key) - before);
    store.journal.end(sequence, change);
    if (notifications.length > 0) store.delivery.start(sequence, notifications);
  };
  finishChange(store);
}
