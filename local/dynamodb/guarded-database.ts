import { readdirSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Ledger } from '../state/marks/ledger.ts';
import { asStorageFailure, StorageFailure } from '../state/storage/storage-failure.ts';
import type { BatchOperation, Level, LevelIterator, ValueRange } from './dynalite.ts';
import { writeQueue } from './items/write-queue.ts';

/** The database as the engine's parts read and write it. */
export interface Database {
  getSync(key: string): unknown;
  /** Writes all of the operations or none. After a StorageFailure, all of them may still appear later. */
  batch(operations: BatchOperation[]): Promise<void>;
  clear(range: ValueRange): Promise<void>;
  values(range: ValueRange & { highWaterMarkBytes?: number; fillCache?: boolean }): LevelIterator<unknown>;
  close(): Promise<void>;
}

export interface GuardOptions {
  /** LevelDB's folder. */
  path: string;
  open(): Promise<Level>;
  /** The database, if it is open already. */
  level?: Level;
  /** Counts the batches. If absent, they are not counted. */
  ledger?: Ledger;
  /** Whether every write is flushed to the disk. */
  sync: boolean;
  log(line: string): void;
}

/** Space for the files that opening writes besides the rows of the log: manifest, new log, and the folder itself. */
const spareBytes = 8 * 1024 * 1024;
const checkKey = '~check';
/** The row with the progress of the tables. */
export const progressKey = '~progress';

/**
 * LevelDB continues after a failed write: it appends to its log behind the torn record, reports success, and at
 * the next start reads no further than the torn record. Therefore nothing is written after a failure until the database was
 * opened again, which recovers the log up to that record and begins another, and a flushed write has shown
 * that the disk works. Each later write tries that as soon as there is space; existing data can be read in the meantime.
 */
export async function guardDatabase({ path, open, sync, log, ledger, ...given }: GuardOptions): Promise<Database> {
  let level = given.level ?? (await open());
  let failure: StorageFailure | undefined;

  async function reopen(known: StorageFailure): Promise<void> {
    if (freeBytes(path) < logBytes(path) + spareBytes) throw known;
    await level.close().catch(() => {});
    level = await open();
    await level.batch([{ type: 'put', key: checkKey, value: Date.now() }], { sync: true });
    failure = undefined;
    log(`the tables were opened again and take changes: the failure before was that ${known.message}`);
  }

  async function write(work: () => Promise<void>): Promise<void> {
    try {
      if (failure) await reopen(failure);
      await work();
    } catch (error) {
      const found = asStorageFailure(error, path) ?? failure ?? new StorageFailure(path, false, error);
      if (!failure) log(`the tables take no changes: ${found.message}`);
      failure = found;
      throw found;
    }
  }

  /** The count is part of the batch, so that rows that are lost take it with them. */
  async function writeBatch(operations: BatchOperation[]): Promise<void> {
    if (!ledger) return level.batch(operations, { sync });
    const progress = ledger.next();
    await level.batch([...operations, { type: 'put', key: progressKey, value: progress }], { sync });
    ledger.acknowledge(progress);
  }

  /** Nothing can be read while the database is closed and cannot be opened again. */
  function read<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw failure ?? error;
    }
  }

  const queue = writeQueue({
    batch: (operations) => write(() => writeBatch(operations)),
    clear: (range) => write(() => level.clear(range)),
  });
  return {
    getSync: (key) => read(() => level.getSync(key)),
    batch: queue.batch,
    clear: queue.clear,
    values: (range) => read(() => level.values(range)),
    async close() {
      await queue.idle();
      await level.close();
      ledger?.close();
    },
  };
}

function freeBytes(path: string): number {
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize;
}

/** Size of the logs, which opening converts to tables before it deletes them. */
function logBytes(path: string): number {
  const logs = readdirSync(path).filter((name) => name.endsWith('.log'));
  return logs.reduce((sum, name) => sum + (statSync(join(path, name), { throwIfNoEntry: false })?.size ?? 0), 0);
}
