import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Clock } from '../clock.ts';
import { replaceFile } from '../storage/write-file.ts';
import type { BucketDefinition, BucketNotification } from './configuration.ts';
import type { Delivery } from './delivery.ts';
import type { Change, Journal } from './journal.ts';
import { createKeyIndex, type KeyIndex } from './key-index.ts';
import { loadUploads, type Upload, uploadFolder, uploadRecordName } from './multipart-files.ts';
import { type EventName, notificationsFor, testEvents } from './notifications.ts';
import { type ObjectFiles, openObjectFiles } from './object-files.ts';
import type { ObjectRecord } from './object-record.ts';

/** All that the operations work on. One process only may have a folder open. */
export interface Store {
  folder: string;
  /** For files that are being written; emptied at start. */
  temporaryFolder: string;
  clock: Clock;
  sync: boolean;
  buckets: Map<string, Bucket>;
  journal: Journal;
  delivery: Delivery;
  /** The rest of a change that came to a stop half way, as on a disk that fails. Nothing else is done before it. */
  unfinished?: (() => void) | undefined;
}

export interface Bucket {
  folder: string;
  definition: BucketDefinition;
  /** Milliseconds since the epoch. */
  created: number;
  files: ObjectFiles;
  keys: KeyIndex;
  /** Every key; its record once somebody has asked for it. */
  records: Map<string, ObjectRecord | undefined>;
  uploads: Map<string, Upload>;
}

interface BucketFile {
  definition: BucketDefinition;
  created: number;
}

const bucketFileName = 'bucket.json';

/** Opens what a former run left: finishes the changes that it had begun, forgets the files that it had not. */
export function openStore(parts: Pick<Store, 'folder' | 'clock' | 'sync' | 'journal' | 'delivery'>): Store {
  const store: Store = { ...parts, temporaryFolder: join(parts.folder, '.temporary'), buckets: new Map() };
  const names = readdirSync(store.folder).filter((name) => !name.startsWith('.'));
  const unfinished = store.journal.unfinished();
  for (const { sequence, change } of unfinished) {
    const files = openObjectFiles(join(store.folder, change.bucket), store.sync);
    if (!canBeMade(store, files, change)) {
      store.journal.cancel(sequence);
      continue;
    }
    if (change.record) files.stage(change.record, change.data !== undefined);
    placeData(store, files, change);
    finishFiles(store, files, change);
    store.journal.end(sequence, change);
  }
  rmSync(store.temporaryFolder, { recursive: true, force: true });
  mkdirSync(store.temporaryFolder, { recursive: true });
  for (const name of names) {
    const file = readBucketFile(join(store.folder, name));
    if (file) store.buckets.set(name, openBucket(store, file));
  }
  for (const { sequence, notifications } of store.journal.undelivered()) store.delivery.start(sequence, notifications);
  return store;
}

/** Makes a bucket, or gives the one that is there the settings of its definition. */
export function ensureBucket(store: Store, definition: BucketDefinition): void {
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
  const path = join(folder, bucketFileName);
  replaceFile(path, JSON.stringify({ definition, created } satisfies BucketFile, null, 2));
  if (existing) existing.definition = definition;
  else store.buckets.set(definition.name, openBucket(store, { definition, created }));
  if (tests.length > 0) store.delivery.start(sequence, tests);
}

/** The record of an object, from memory or from its side-car file. */
export function findRecord(bucket: Bucket, key: string): ObjectRecord | undefined {
  const known = bucket.records.get(key);
  if (known || !bucket.records.has(key)) return known;
  const record = bucket.files.readRecord(key);
  bucket.records.set(key, record);
  return record;
}

export interface PutChange {
  event: EventName;
  requestId: string;
  /** Path of a finished file; absent when only the record changes. */
  file?: string;
  uploadId?: string;
}

/** Makes an object, or replaces it. Nothing else happens between the first and the last line: there is no await. */
export function putObject(store: Store, bucket: Bucket, record: ObjectRecord, put: PutChange): void {
  commit(store, bucket, put.event, put.requestId, record, {
    key: record.key,
    record,
    ...(put.file !== undefined && { data: relative(store.folder, put.file) }),
    ...(put.uploadId !== undefined && { uploadId: put.uploadId }),
  });
}

/** Removes an object; false when there is none. */
export function removeObject(store: Store, bucket: Bucket, key: string, event: EventName, requestId: string): boolean {
  const record = findRecord(bucket, key);
  if (!record) return false;
  commit(store, bucket, event, requestId, record, { key });
  return true;
}

/**
 * Ends a change that stopped half way. Every request begins with it, since until then its object is neither old nor new.
 *
 * @throws what is in the way
 */
export function finishChange(store: Store): void {
  store.unfinished?.();
  store.unfinished = undefined;
}

/**
 * What needs room is done before the journal has the change, so that a full disk refuses it and leaves nothing. With
 * the data in its place the change is made, and the rest of it is tried until it succeeds, by a later start if need be.
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
  const { files } = bucket;
  try {
    if (change.record) files.stage(change.record, change.data !== undefined);
    store.journal.begin(sequence, change);
    placeData(store, files, change);
  } catch (error) {
    store.unfinished = () => {
      store.journal.cancel(sequence);
      files.unstage(change.key);
    };
    finishChange(store);
    throw error;
  }
  store.unfinished = () => {
    finishFiles(store, files, change);
    remember(bucket, change);
    store.journal.end(sequence, change);
    if (notifications.length > 0) store.delivery.start(sequence, notifications);
  };
  finishChange(store);
}

function remember(bucket: Bucket, change: Change): void {
  if (change.record) {
    bucket.records.set(change.key, change.record);
    bucket.keys.add(change.key);
  } else {
    bucket.records.delete(change.key);
    bucket.keys.remove(change.key);
  }
  if (change.uploadId !== undefined) bucket.uploads.delete(change.uploadId);
}

/** Whether the data of a change that was begun are where they were, or have got to their place. */
function canBeMade(store: Store, files: ObjectFiles, { key, record, data }: Change): boolean {
  if (!record || data === undefined || existsSync(join(store.folder, data))) return true;
  return statSync(files.dataPath(key), { throwIfNoEntry: false })?.size === record.size;
}

function placeData(store: Store, files: ObjectFiles, { key, data }: Change): void {
  const file = data === undefined ? undefined : join(store.folder, data);
  if (file !== undefined && existsSync(file)) files.placeData(key, file);
}

/** May be done twice: after a crash it is done again, whatever part of it was done before. */
function finishFiles(store: Store, files: ObjectFiles, change: Change): void {
  if (!change.record) {
    files.remove(change.key);
    return;
  }
  files.placeRecord(change.key);
  if (change.uploadId !== undefined) {
    rmSync(join(uploadFolder(join(store.folder, change.bucket), change.uploadId), uploadRecordName), { force: true });
  }
}

function openBucket({ folder, sync }: Store, file: BucketFile): Bucket {
  const bucketFolder = join(folder, file.definition.name);
  const files = openObjectFiles(bucketFolder, sync);
  const keys = files.keys();
  return {
    folder: bucketFolder,
    definition: file.definition,
    created: file.created,
    files,
    keys: createKeyIndex(keys),
    records: new Map(keys.map((key) => [key, undefined])),
    uploads: loadUploads(bucketFolder),
  };
}

function readBucketFile(folder: string): BucketFile | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, bucketFileName), 'utf8'));
  } catch {
    return undefined;
  }
}
