import {
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { writeNewFile } from '../../state/storage/write-file.ts';
import { keyToPath, pathToKey } from './key-paths.ts';
import type { ObjectRecord } from './object-record.ts';

/** Suffix of a side-car file. Keys cannot contain it, since `%` is always encoded. */
const recordMark = '%.json';
/** Suffix of a staged record, which later replaces the record without the suffix. */
const stagedMark = '.next';
/** Suffix of a data file whose own name is taken by a folder: the object `a` beside the object `a/b`. */
const asideMark = '%.data';

/**
 * The files of one bucket: `objects/<key>` for data, `meta/<key>%.json` for records.
 * All operations are synchronous, so that an object changes between requests of this process, never during one.
 */
export interface ObjectFiles {
  keys(): string[];
  /** Keys with a record and without data, which no crash leaves. */
  keysWithoutData(): string[];
  hasRecord(key: string): boolean;
  readRecord(key: string): ObjectRecord;
  recordPath(key: string): string;
  /** Performs all steps that need disk space, for a record and its data, if any. No visible state changes. */
  stage(record: ObjectRecord, hasData: boolean): void;
  /** Makes the folders that an object's files need. */
  makeRoom(key: string): void;
  /** Undoes `stage`. */
  unstage(key: string): void;
  /** Publishes the staged record of the object. Idempotent. */
  placeRecord(key: string): void;
  /** A file descriptor, through which the bytes stay readable when the object is replaced meanwhile. */
  openData(key: string): number;
  dataPath(key: string): string;
  /** Moves a finished file into place as the object's data, after `stage`. */
  placeData(key: string, file: string): void;
  remove(key: string): void;
  /** Removes a file and the folders below `root` that it leaves empty. */
  removeFile(root: string, path: string): void;
}

export function openObjectFiles(bucketFolder: string, sync: boolean): ObjectFiles {
  const objects = join(bucketFolder, 'objects');
  const meta = join(bucketFolder, 'meta');
  mkdirSync(objects, { recursive: true });
  mkdirSync(meta, { recursive: true });
  const recordPath = (key: string) => join(meta, keyToPath(key) + recordMark);
  const plainPath = (key: string) => join(objects, keyToPath(key));
  const dataPath = (key: string) => {
    const plain = plainPath(key);
    return existsSync(plain + asideMark) ? plain + asideMark : plain;
  };
  const makeRoom = (key: string) => {
    mkdirSync(dirname(recordPath(key)), { recursive: true });
    makeFolder(objects, dirname(plainPath(key)));
  };
  return {
    dataPath,
    recordPath,
    removeFile,
    makeRoom,
    keysWithoutData() {
      const data = new Set(filesBelow(objects, '', ''));
      return filesBelow(meta, '', recordMark)
        .map((path) => path.slice(0, -recordMark.length))
        .filter((path) => !data.has(path) && !data.has(path + asideMark))
        .map(pathToKey);
    },
    hasRecord: (key) => existsSync(recordPath(key)),
    keys: () => filesBelow(meta, '', recordMark).map((path) => pathToKey(path.slice(0, -recordMark.length))),
    readRecord: (key) => JSON.parse(readFileSync(recordPath(key), 'utf8')),
    stage(record, hasData) {
      const path = recordPath(record.key);
      mkdirSync(dirname(path), { recursive: true });
      if (isFolder(path)) throw new Error(`a folder is in the place of ${path}`);
      writeNewFile(path + stagedMark, JSON.stringify(record), { sync });
      if (hasData) makeFolder(objects, dirname(plainPath(record.key)));
    },
    unstage: (key) => removeFile(meta, recordPath(key) + stagedMark),
    placeRecord(key) {
      const path = recordPath(key);
      if (existsSync(path + stagedMark)) renameSync(path + stagedMark, path);
    },
    openData(key) {
      const descriptor = openSync(dataPath(key), 'r');
      if (fstatSync(descriptor).isFile()) return descriptor;
      closeSync(descriptor);
      throw new Error(`the data of ${key} is missing`);
    },
    placeData(key, file) {
      const path = dataPath(key);
      renameSync(file, isFolder(path) ? path + asideMark : path);
    },
    remove(key) {
      removeFile(meta, recordPath(key));
      const path = dataPath(key);
      if (!isFolder(path)) removeFile(objects, path);
    },
  };
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** Creates a folder below `root`, and moves a data file aside whose path has to become a folder. */
function makeFolder(root: string, folder: string): void {
  if (isFolder(folder)) return;
  let path = root;
  for (const segment of relative(root, folder).split(sep)) {
    path = join(path, segment);
    if (statSync(path, { throwIfNoEntry: false })?.isFile()) renameSync(path, path + asideMark);
    mkdirSync(path, { recursive: true });
  }
}

/** Removes a file and the folders that it leaves empty. */
function removeFile(root: string, path: string): void {
  rmSync(path, { force: true });
  for (let folder = dirname(path); folder !== root; folder = dirname(folder)) {
    try {
      rmdirSync(folder);
    } catch {
      return;
    }
  }
}

/** Paths below a folder that end in `end`. */
function filesBelow(root: string, folder: string, end: string, found: string[] = []): string[] {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) filesBelow(root, path, end, found);
    else if (entry.name.endsWith(end)) found.push(path);
  }
  return found;
}
