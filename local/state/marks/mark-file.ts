import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import * as z from 'zod';
import { replaceFile } from '../storage/write-file.ts';

/** How far a store has come: recorded within the store and, after that, outside of its folder. */
export interface Progress {
  /** Identifies the store; a store that is made anew has another one. */
  id: string;
  /** The number of changes since the store was made. */
  count: number;
  /** The time of the last change (milliseconds since 1970). */
  at: number;
}

const progress = { id: z.string(), count: z.number().int().nonnegative(), at: z.number() };
/** The progress of a store within its own folder. */
export const progressSchema = z.object(progress);
const markSchema = z.object({
  ...progress,
  /** The run of the operating system in which the mark was written. */
  boot: z.string(),
  /** Whether changes were flushed to the disk before they were acknowledged. */
  sync: z.boolean(),
  /** Numbers of the store's own, such as objects by bucket. */
  numbers: z.record(z.string(), z.number()).default({}),
});

/** The progress of a store as it is recorded outside of the store. */
export type Mark = z.output<typeof markSchema>;

/** A file that is overwritten in its place: within one block of the file system, so that a killed process leaves the old content or the new one. */
export interface MarkFile<T> {
  write(value: T): void;
  close(): void;
}

/** Less than a page and a block of any file system. */
const fileBytes = 2_048;

/** Opens a file for `write`; its first content is written to the disk itself, later ones with `sync`. */
export function openMarkFile<T>(path: string, first: T, { sync = false } = {}): MarkFile<T> {
  replaceFile(path, padded(first), { sync: true });
  const file = openSync(path, 'r+');
  return {
    write(value) {
      writeSync(file, padded(value), 0, fileBytes, 0);
      if (sync) fsyncSync(file);
    },
    close: () => closeSync(file),
  };
}

function padded(value: unknown): Buffer {
  const text = Buffer.from(JSON.stringify(value));
  if (text.length >= fileBytes) throw new RangeError(`a mark has ${text.length} bytes, ${fileBytes - 1} at most`);
  return Buffer.concat([text, Buffer.alloc(fileBytes - text.length - 1, ' '), Buffer.from('\n')]);
}

/**
 * The mark in a file; undefined if there is no file.
 *
 * @throws Error saying what to do if the file is damaged.
 */
export function readMark(path: string): Mark | undefined {
  return readRecorded(path, markSchema);
}

/** The content of a small JSON file that is checked by a schema; undefined if there is no file. @throws Error saying what to do. */
export function readRecorded<S extends z.ZodType>(path: string, schema: S): z.output<S> | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const parsed = schema.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  throw new Error(
    `${path} is damaged, so that missing data cannot be noticed: put a copy of the whole state directory back, or delete this file to start without the check`,
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
