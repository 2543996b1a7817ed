import { existsSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Change } from './journal.ts';
import { uploadFolder, uploadRecordName } from './multipart-files.ts';
import { type ObjectFiles, openObjectFiles } from './object-files.ts';
import { versionOf } from './object-record.ts';
import { openVersionFiles, type VersionFiles } from './version-files.ts';

/** The files of a bucket, and the folder of the engine, to which names in changes are relative. */
export interface BucketFiles {
  store: { folder: string; sync: boolean };
  objects: ObjectFiles;
  versions: VersionFiles;
}

export function openBucketFiles(bucketFolder: string, store: BucketFiles['store']): BucketFiles {
  const objects = openObjectFiles(bucketFolder, store.sync);
  return { store, objects, versions: openVersionFiles(bucketFolder, objects, store.sync) };
}

/** Whether the data of a change that was begun are where they were, or have got to their place. */
export function canBeMade({ store, objects }: BucketFiles, { key, record, data }: Change): boolean {
  if (!record || data === undefined || existsSync(join(store.folder, data))) return true;
  return statSync(objects.dataPath(key), { throwIfNoEntry: false })?.size === record.size;
}

/** Does what needs room, before the journal has the change. Nothing that can be seen changes. */
export function stageChange({ objects, versions }: BucketFiles, { key, record, data, promoted }: Change): void {
  if (record) objects.stage(record, data !== undefined);
  if (promoted !== undefined) versions.stagePromotion(key);
}

/** The last step that may fail for good: with it the change is made, and what follows is only finished. */
export function placeChange({ store, objects, versions }: BucketFiles, change: Change): void {
  const { key, data, archived, marker } = change;
  if (archived !== undefined) versions.archive(key, archived);
  if (marker) versions.mark(marker);
  const file = data === undefined ? undefined : join(store.folder, data);
  if (file !== undefined && existsSync(file)) objects.placeData(key, file);
}

/** Undoes what was done of a change that could not be placed. */
export function takeBackChange({ objects, versions }: BucketFiles, { key, record, archived, marker }: Change): void {
  if (record) objects.unstage(key);
  if (marker) versions.remove(key, versionOf(marker));
  if (archived === undefined) return;
  if (objects.hasRecord(key) && versionOf(objects.readRecord(key)) === archived) versions.remove(key, archived);
}

/** May be done twice: after a crash it is done again, whatever part of it was done before. */
export function finishChangeFiles({ store, objects, versions }: BucketFiles, change: Change): void {
  const { bucket, key, record, removed, promoted, uploadId } = change;
  if (record) objects.placeRecord(key);
  else if (removed === undefined) objects.remove(key);
  else {
    if (objects.hasRecord(key) && versionOf(objects.readRecord(key)) === removed) objects.remove(key);
    versions.remove(key, removed);
  }
  if (promoted !== undefined) versions.promote(key, promoted);
  if (uploadId !== undefined) {
    rmSync(join(uploadFolder(join(store.folder, bucket), uploadId), uploadRecordName), { force: true });
  }
}
