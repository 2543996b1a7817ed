import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from '../../state/storage/write-file.ts';
import type { BucketDefinition } from '../configuration.ts';
import { openBucketFiles } from './change-files.ts';
import type { Change } from './journal.ts';
import { createKeyIndex, type KeyIndex } from './key-index.ts';
import { loadUploads, type Upload } from './multipart-files.ts';
import type { ObjectFiles } from './object-files.ts';
import { compareVersions, type ObjectRecord, versionOf } from './object-record.ts';
import type { VersionFiles } from './version-files.ts';

export interface Bucket {
  folder: string;
  definition: BucketDefinition;
  /** Milliseconds since the epoch. */
  created: number;
  files: ObjectFiles;
  versionFiles: VersionFiles;
  /** Keys of the present objects. */
  keys: KeyIndex;
  /** Keys of present objects, and of deleted ones with versions that are kept. */
  allKeys: KeyIndex;
  /** Ids of the versions that are not current and of delete markers, by key, newest first. */
  versions: Map<string, string[]>;
  /** Records by key; undefined for a record that has not been read yet. */
  records: Map<string, ObjectRecord | undefined>;
  uploads: Map<string, Upload>;
}

export interface BucketFile {
  definition: BucketDefinition;
  created: number;
}

const bucketFileName = 'bucket.json';

/** Opens a bucket with the objects, versions and uploads of an earlier run. */
export function openBucket(store: { folder: string; sync: boolean }, { definition, created }: BucketFile): Bucket {
  const folder = join(store.folder, definition.name);
  const { objects: files, versions: versionFiles } = openBucketFiles(folder, store);
  const keys = files.keys();
  const versions = versionFiles.all();
  return {
    folder,
    definition,
    created,
    files,
    versionFiles,
    keys: createKeyIndex(keys),
    allKeys: createKeyIndex(new Set([...keys, ...versions.keys()])),
    versions,
    records: new Map(keys.map((key) => [key, undefined])),
    uploads: loadUploads(folder),
  };
}

/** The settings of the bucket in a folder; undefined for a folder without a bucket. */
export function readBucketFile(folder: string): BucketFile | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, bucketFileName), 'utf8'));
  } catch {
    return undefined;
  }
}

/** Writes the settings of a bucket to its folder. */
export function writeBucketFile(folder: string, file: BucketFile): void {
  replaceFile(join(folder, bucketFileName), JSON.stringify(file, null, 2));
}

/**
 * The record of an object, from memory or from its side-car file.
 *
 * @example const record = findRecord(bucket, 'a/b.txt');
 */
export function findRecord(bucket: Bucket, key: string): ObjectRecord | undefined {
  const known = bucket.records.get(key);
  if (known || !bucket.records.has(key)) return known;
  const record = bucket.files.readRecord(key);
  bucket.records.set(key, record);
  return record;
}

/** Updates the index of a bucket after a change of its files. */
export function remember(bucket: Bucket, { key, record, archived, marker, removed, promoted, uploadId }: Change): void {
  const current = removed === undefined ? undefined : bucket.records.has(key) && findRecord(bucket, key);
  if (record) bucket.records.set(key, record);
  else if (removed === undefined || (current && versionOf(current) === removed)) bucket.records.delete(key);
  if (promoted !== undefined) bucket.records.set(key, undefined);
  const kept = new Set(bucket.versions.get(key));
  for (const added of [archived, marker?.versionId]) if (added !== undefined) kept.add(added);
  for (const gone of [removed, promoted]) if (gone !== undefined) kept.delete(gone);
  if (kept.size > 0) bucket.versions.set(key, [...kept].sort(compareVersions));
  else bucket.versions.delete(key);
  const exists = bucket.records.has(key);
  if (exists) bucket.keys.add(key);
  else bucket.keys.remove(key);
  if (exists || kept.size > 0) bucket.allKeys.add(key);
  else bucket.allKeys.remove(key);
  if (uploadId !== undefined) bucket.uploads.delete(uploadId);
}

/** The number of records of a key: its object and earlier versions. */
export function entriesOf({ records, versions }: Bucket, key: string): number {
  return (records.has(key) ? 1 : 0) + (versions.get(key)?.length ?? 0);
}
