import {
  closeSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from '../../state/storage/write-file.ts';
import { keyToPath, pathToKey } from './key-paths.ts';
import type { ObjectFiles } from './object-files.ts';
import { compareVersions, type ObjectRecord, versionOf } from './object-record.ts';

/** Suffix of the folder with the versions of one key. Keys cannot contain it, since `%` is always encoded. */
const folderMark = '%v';
const recordEnd = '.json';
const dataEnd = '.data';

/**
 * The versions of a bucket's objects that are not current, and all delete markers: `versions/<key>%v/<version>.json`, beside
 * `<version>.data` where there are bytes. Every step is idempotent, since a change is repeated after a crash.
 */
export interface VersionFiles {
  /** The versions of every key that has any, newest first. */
  all(): Map<string, string[]>;
  read(key: string, version: string): ObjectRecord;
  /** A file descriptor for reading a version's data. */
  open(key: string, version: string): number;
  dataPath(key: string, version: string): string;
  /** Stores the record and data of the current object under its version id, unless another version is current. */
  archive(key: string, version: string): void;
  /** Writes a delete marker. */
  mark(record: ObjectRecord): void;
  remove(key: string, version: string): void;
  /** Creates the folders that `promote` needs. */
  stagePromotion(key: string): void;
  /** Makes a version current again. */
  promote(key: string, version: string): void;
}

export function openVersionFiles(bucketFolder: string, objects: ObjectFiles, sync: boolean): VersionFiles {
  const root = join(bucketFolder, 'versions');
  mkdirSync(root, { recursive: true });
  const folderOf = (key: string) => join(root, keyToPath(key) + folderMark);
  const recordPath = (key: string, version: string) => join(folderOf(key), version + recordEnd);
  const dataPath = (key: string, version: string) => join(folderOf(key), version + dataEnd);
  return {
    all: () => versionsBelow(root, ''),
    read: (key, version) => JSON.parse(readFileSync(recordPath(key, version), 'utf8')),
    open: (key, version) => openSync(dataPath(key, version), 'r'),
    dataPath,
    archive(key, version) {
      if (!objects.hasRecord(key) || versionOf(objects.readRecord(key)) !== version) return;
      mkdirSync(folderOf(key), { recursive: true });
      // The data first, so that a version with a record always has its data.
      keepFile(objects.dataPath(key), dataPath(key, version));
      keepFile(objects.recordPath(key), recordPath(key, version));
    },
    mark(record) {
      mkdirSync(folderOf(record.key), { recursive: true });
      replaceFile(recordPath(record.key, versionOf(record)), JSON.stringify(record), { sync });
    },
    remove(key, version) {
      // The record last, so that a version with a record always has its data.
      objects.removeFile(root, dataPath(key, version));
      rmSync(`${recordPath(key, version)}.next`, { force: true });
      objects.removeFile(root, recordPath(key, version));
    },
    stagePromotion: (key) => objects.makeRoom(key),
    promote(key, version) {
      if (!existsSync(recordPath(key, version))) return;
      if (existsSync(dataPath(key, version))) objects.placeData(key, dataPath(key, version));
      renameSync(recordPath(key, version), objects.recordPath(key));
      objects.removeFile(root, recordPath(key, version));
    },
  };
}

/** Creates a hard link to a file, or a copy where the file system has no hard links. An existing file stays. */
function keepFile(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK', 'ENOSYS'].includes(code)) throw error;
    copyWhole(from, to);
  }
}

function copyWhole(from: string, to: string): void {
  const next = `${to}.next`;
  try {
    closeSync(openSync(next, 'w', 0o600));
    copyFileSync(from, next);
    renameSync(next, to);
  } catch (error) {
    rmSync(next, { force: true });
    throw error;
  }
}

function versionsBelow(root: string, folder: string, found = new Map<string, string[]>()): Map<string, string[]> {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) versionsBelow(root, path, found);
    else if (folder.endsWith(folderMark) && entry.name.endsWith(recordEnd)) {
      const key = pathToKey(folder.slice(0, -folderMark.length));
      const version = entry.name.slice(0, -recordEnd.length);
      found.set(key, [...(found.get(key) ?? []), version].sort(compareVersions));
    }
  }
  return found;
}
