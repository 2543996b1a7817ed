import { existsSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Change } from './journal.ts';
import { uploadFolder, uploadRecordName } from './multipart-files.ts';
import { type ObjectFiles, openObjectFiles } from './object-files.ts';
import { versionOf } from './object-record.ts';
import { openVersionFiles, type VersionFiles } from './version-files.ts';

/** The files of a bucket, and the folder of the engine, to which paths in changes are relative. */
export interface BucketFiles {
  store: { folder: string; sync: boolean };
  objects: ObjectFiles;
  versions: VersionFiles;
}

export function openBucketFiles(bucketFolder: string, store: BucketFiles['store']): BucketFiles {
  const objects = openObjectFiles(bucketFolder, store.sync);
  return { store, objects, versions: openVersionFiles(bucketFolder, objects, store.sync) };
}

/** Whether a started change can be completed: its data are in their old or in their new location. */
export function canBeMade({ store, objects }: BucketFiles, { key, record, data }: Change): boolean {
  if (!record || data === undefined || existsSync(join(store.folder, data))) return true;
  return statSync(objects.dataPath(key), { throwIfNoEntry: false })?.size === record.size;
}

/** Performs the steps that need disk space, before the change is in the journal. No visible state changes. */
export function stageChange({ objects, versions }: BucketFiles, { key, record, data, promoted }: Change): void {
  if (record) objects.stage(record, data !== undefined);
  if (promoted !== undefined) versions.stagePromotion(key);
}

/** Moves the files of a change into place. This is the last step that may fail permanently; later ones are repeated until they succeed. */
export function moveChange({ store, objects, versions }: BucketFiles, change: Change): void {
  const { key, data, archived, marker } = change;
  if (archived !== undefined) versions.archive(key, archived);
  if (marker) versions.mark(marker);
  const file = data === undefined ? undefined : join(store.folder, data);
  if (file !== undefined && existsSync(file)) objects.placeData(key, file);
}

/** Undoes a change that could not be completed. */
export function takeBackChange({ objects, versions }: BucketFiles, { key, record, archived, marker }: Change): void {
  if (record) objects.unstage(key);
  if (marker) versions.remove(key, versionOf(marker));
  if (archived === undefined) return;
  if (objects.hasRecord(key) && versionOf(objects.readRecord(key)) === archived) versions.remove(key, archived);
}

/** Performs the steps of a change that follow its move. Idempotent: all of them are repeated after a crash. */
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
