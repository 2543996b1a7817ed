import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openLedger } from '../state/marks/ledger.ts';
import type { Marks } from '../state/marks/lost-data.ts';
import { progressSchema } from '../state/marks/mark-file.ts';
import { asStorageFailure } from '../state/storage/storage-failure.ts';
import { dynalite, type Level, type ValueRange } from './dynalite.ts';
import { type Database, guardDatabase, progressKey } from './guarded-database.ts';
import { checkFiles, checkOpened } from './level-files.ts';

/** Memory that LevelDB fills before it writes sorted files. With its default of 4 MB, loading a million rows takes twice as long. */
const writeBufferBytes = 64 * 1024 * 1024;
const cacheBytes = 64 * 1024 * 1024;

export interface DatabaseOptions {
  /** Flushes every write to the disk before it is acknowledged. Only a power failure makes this necessary, not a killed process. */
  sync: boolean;
  log(line: string): void;
  /** Where the progress of the tables is recorded. If absent, missing data is not noticed. */
  marks?: Marks | undefined;
}

/**
 * Opens the database in a directory, which is created if it is missing. Written data survives the end of the process
 * however it ends, and a full disk; a batch is written wholly or not at all.
 *
 * @throws Error saying so when another process has it open, or the disk is full.
 */
export async function openDatabase(directory: string, options: DatabaseOptions): Promise<Database> {
  const path = join(directory, 'tables');
  await mkdir(path, { recursive: true });
  const { marks, sync } = options;
  if (!marks) return guardDatabase({ ...options, path, open: () => openLevel(path, directory) });
  checkFiles(path, marks);
  const level = await checkOpened(path, marks, () => openLevel(path, directory));
  const found = progressSchema.safeParse(level.getSync(progressKey));
  const store = { name: 'tables', title: 'the tables', folder: path, progress: found.data, sync, mayBeEmpty: false };
  try {
    const ledger = openLedger(marks, store);
    return await guardDatabase({ ...options, path, level, ledger, open: () => openLevel(path, directory) });
  } catch (error) {
    await level.close();
    throw error;
  }
}

async function openLevel(path: string, directory: string): Promise<Level> {
  const { db } = dynalite.create({ path });
  try {
    await db.open({ writeBufferSize: writeBufferBytes, cacheSize: cacheBytes });
  } catch (error) {
    throw explained(error as Error, directory);
  }
  return db;
}

/** Size in bytes at which a chunk ends, so that large values do not fill the memory; LevelDB's own limit is 16 KB. */
const bytesAtOnce = 1024 * 1024;

/**
 * The values of a range as they are now, at most `size` at a time.
 *
 * @example for await (const items of valuesInChunks<Item>(database, under(itemPrefix(table)))) count += items.length;
 */
export async function* valuesInChunks<T>(
  database: Pick<Database, 'values'>,
  range: ValueRange,
  size = 1000,
): AsyncGenerator<T[]> {
  // Without the cache, LevelDB unpacks a block for each query that reads one row of it.
  const rows = database.values({ ...range, highWaterMarkBytes: bytesAtOnce, fillCache: true });
  try {
    for (;;) {
      const values = (await rows.nextv(size)) as T[];
      if (values.length === 0) return;
      yield values;
    }
  } finally {
    await rows.close();
  }
}

function explained(error: Error, directory: string): Error {
  const cause = error.cause as (Error & { code?: string }) | undefined;
  if (cause?.code === 'LEVEL_LOCKED') {
    const advice = 'Stop that one first, or give this one a directory of its own (DATA_DIR).';
    return new Error(`Another Furrow is using the state in ${directory}. ${advice}`, { cause: error });
  }
  const failure = asStorageFailure(error, directory);
  if (failure) return failure;
  return new Error(`The tables in ${directory} cannot be opened: ${cause?.message ?? error.message}`, { cause: error });
}
