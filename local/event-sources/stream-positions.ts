import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { replaceFile } from '../state/storage/write-file.ts';

/** The position of each event source in its stream, stored on disk, so that a restart neither skips nor repeats a change. */
export interface StreamPositions {
  of(source: string): string | undefined;
  /** Records that `source` has processed everything up to a sequence number. */
  save(source: string, sequenceNumber: string): Promise<void>;
  /** The position that all of `sources` have passed; the stream may delete records up to it. */
  behindAll(sources: string[]): string | undefined;
}

/** Reads the positions stored in `dir`, which is created if it is missing. */
export function openStreamPositions(dir: string): StreamPositions {
  mkdirSync(dir, { recursive: true });
  const file = join(dir, 'stream-positions.json');
  const positions = new Map<string, string>(readPositions(file));
  return {
    of: (source) => positions.get(source),
    async save(source, sequenceNumber) {
      positions.set(source, sequenceNumber);
      // Written synchronously: for a few kilobytes, many times a second, asynchronous steps take ten times as long.
      replaceFile(file, JSON.stringify([...positions]));
    },
    behindAll(sources) {
      let oldest: string | undefined;
      for (const source of sources) {
        const position = positions.get(source);
        if (position === undefined) return undefined;
        if (oldest === undefined || BigInt(position) < BigInt(oldest)) oldest = position;
      }
      return oldest;
    },
  };
}

const positionsSchema = z.array(z.tuple([z.string(), z.string().regex(/^\d+$/)]));

function readPositions(file: string): [string, string][] {
  try {
    return positionsSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    const advice =
      'delete it, and the functions process the changes that the streams still have again, which is idempotent';
    throw new Error(`${file} is damaged: ${advice}`, { cause: error });
  }
}
