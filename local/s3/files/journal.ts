import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile, writeNewFile } from '../../state/storage/write-file.ts';
import type { BucketNotification } from '../configuration.ts';
import type { ObjectRecord } from './object-record.ts';

/** One complete change of one object: everything needed to repeat it after a crash. */
export interface Change {
  bucket: string;
  key: string;
  /** The object's new record; absent when the object is removed. */
  record?: ObjectRecord;
  /** The version that was current before the change, if it is kept. */
  archived?: string;
  /** The delete marker that replaces the object. */
  marker?: ObjectRecord;
  /** A version that is removed permanently, current or not. */
  removed?: string;
  /** The version that becomes current when the version `removed` is removed. */
  promoted?: string;
  /** A finished file, relative to the engine's folder, that becomes the object's data; absent when the data stays. */
  data?: string;
  /** The multipart upload that ends with this change. */
  uploadId?: string;
  notifications: BucketNotification[];
}

/**
 * The journal of changes. A change is committed as soon as its file is in `commits/`: the following steps (moving the data,
 * writing the record) are repeated at the next start after a crash. Its notifications then stay in
 * `notifications/` until their queue has them.
 */
export interface Journal {
  /** The number of starts of the engine, this one included. */
  readonly starts: number;
  /** A number above all earlier ones, also of earlier runs: 16 hex digits, as in the `sequencer` of notifications. */
  nextSequence(): string;
  begin(sequence: string, change: Change): void;
  /** Removes a completed change. Idempotent. */
  end(sequence: string, change: Change): void;
  /** Removes a change that could not be made. */
  cancel(sequence: string): void;
  /** Stores notifications that belong to no change of an object. */
  keep(sequence: string, notifications: BucketNotification[]): void;
  /** The changes that a crash interrupted, oldest first. */
  unfinished(): { sequence: string; change: Change }[];
  undelivered(): { sequence: string; notifications: BucketNotification[] }[];
  delivered(sequence: string): void;
}

/** @param earlierStarts the number of starts that are known otherwise, so that sequences do not go back if the folder was replaced by an older copy. */
export function openJournal(folder: string, sync: boolean, earlierStarts = 0): Journal {
  const commits = join(folder, 'commits');
  const notifications = join(folder, 'notifications');
  mkdirSync(commits, { recursive: true });
  mkdirSync(notifications, { recursive: true });
  const start = countStart(join(folder, 'starts'), earlierStarts);
  let count = 0;
  const write = (path: string, value: unknown) => writeNewFile(path, JSON.stringify(value), { sync });
  return {
    starts: start,
    nextSequence: () => start.toString(16).padStart(6, '0') + (++count).toString(16).padStart(10, '0'),
    begin: (sequence, change) => write(join(commits, sequence), change),
    end(sequence, change) {
      const path = join(commits, sequence);
      if (change.notifications.length === 0) rmSync(path, { force: true });
      else if (existsSync(path)) renameSync(path, join(notifications, sequence));
    },
    cancel: (sequence) => rmSync(join(commits, sequence), { force: true }),
    keep: (sequence, kept) => write(join(notifications, sequence), { notifications: kept }),
    unfinished: () =>
      readdirSync(commits)
        .sort()
        .flatMap((sequence) => {
          const change = readWhole(join(commits, sequence));
          return change ? [{ sequence, change }] : [];
        }),
    undelivered: () =>
      readdirSync(notifications)
        .sort()
        .map((sequence) => ({
          sequence,
          notifications: readWhole(join(notifications, sequence))?.notifications ?? [],
        })),
    delivered: (sequence) => rmSync(join(notifications, sequence), { force: true }),
  };
}

/** A truncated file belongs to a change that was never committed: it is removed. */
function readWhole(path: string): Change | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    rmSync(path, { force: true });
    return undefined;
  }
}

function countStart(path: string, earlierStarts: number): number {
  let last = earlierStarts;
  try {
    last = Math.max(last, Number.parseInt(readFileSync(path, 'utf8'), 10) || 0);
  } catch {
    // The file does not exist before the first start.
  }
  replaceFile(path, String(last + 1));
  return last + 1;
}
