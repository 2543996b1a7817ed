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
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { keyToPath, pathToKey } from './key-paths.ts';
import type { ObjectRecord } from './object-record.ts';

/** Ends the name of a side-car file. A key cannot have it: `%` is always encoded. */
const recordMark = '%.json';
/** Ends the name of a data file whose own name is taken by a folder: the object `a` beside the object `a/b`. */
const asideMark = '%.data';

/**
 * The files of one bucket: `objects/<key>` for data, `meta/<key>%.json` for records.
 * All of it is synchronous, so that within this process an object changes between two requests, never during one.
 */
export interface ObjectFiles {
  keys(): string[];
  readRecord(key: string): ObjectRecord;
  writeRecord(record: ObjectRecord): void;
  /** A descriptor for reading; the bytes stay readable when the object is replaced meanwhile. */
  openData(key: string): number;
  dataPath(key: string): string;
  /** Gives a finished file its place. */
  placeData(key: string, file: string): void;
  remove(key: string): void;
}

export function openObjectFiles(bucketFolder: string): ObjectFiles {
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
  return {
    dataPath,
    keys: () => filesBelow(meta, '').map((path) => pathToKey(path.slice(0, -recordMark.length))),
    readRecord: (key) => JSON.parse(readFileSync(recordPath(key), 'utf8')),
    writeRecord(record) {
      const path = recordPath(record.key);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, JSON.stringify(record));
    },
    openData(key) {
      const descriptor = openSync(dataPath(key), 'r');
      if (fstatSync(descriptor).isFile()) return descriptor;
      closeSync(descriptor);
      throw new Error(`the data of ${key} is missing`);
    },
    placeData(key, file) {
      makeFolder(objects, dirname(plainPath(key)));
      const path = dataPath(key);
      const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
      renameSync(file, isFolder ? path + asideMark : path);
    },
    remove(key) {
      removeFile(meta, recordPath(key));
      const path = dataPath(key);
      if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) removeFile(objects, path);
    },
  };
}

/** Makes a folder below `root`, and moves a data file aside that stands where the path needs a folder. */
function makeFolder(root: string, folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
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

function filesBelow(root: string, folder: string, found: string[] = []): string[] {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) filesBelow(root, path, found);
    else if (entry.name.endsWith(recordMark)) found.push(path);
  }
  return found;
}
