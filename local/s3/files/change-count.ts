import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Ledger } from '../../state/marks/ledger.ts';
import { openMarkFile, type Progress, progressSchema, readRecorded } from '../../state/marks/mark-file.ts';

/** Counts the changes of the buckets and their objects, within the engine's folder and outside of it. */
export interface ChangeCount {
  /** Lowers the number of objects of a bucket that must be there, before a change removes one. */
  beforeRemoval(bucket: string): void;
  /** Records a change that was made, and by how much it changed the number of objects. Call it before the change is acknowledged. */
  made(bucket: string, difference: number): void;
  close(): void;
}

export const noChangeCount: ChangeCount = { beforeRemoval() {}, made() {}, close() {} };

/** The progress of the buckets in a file of their folder; undefined if there is none. A damaged file counts as none. */
export function progressIn(path: string): Progress | undefined {
  try {
    return readRecorded(path, progressSchema);
  } catch {
    return undefined;
  }
}

/**
 * Begins to count.
 *
 * @param objects the number of objects and earlier versions by bucket.
 * @param others numbers that the mark has as well.
 */
export function openChangeCount(
  path: string,
  parts: { ledger: Ledger; sync: boolean; objects: Record<string, number>; others: Record<string, number> },
): ChangeCount {
  mkdirSync(dirname(path), { recursive: true });
  const { ledger, sync, others } = parts;
  const objects = { ...parts.objects };
  let progress = ledger.next();
  const file = openMarkFile<Progress>(path, progress, { sync });
  ledger.acknowledge(progress, { ...others, ...objects });
  return {
    beforeRemoval(bucket) {
      ledger.acknowledge(progress, { ...others, ...objects, [bucket]: (objects[bucket] ?? 0) - 1 });
    },
    made(bucket, difference) {
      objects[bucket] = (objects[bucket] ?? 0) + difference;
      progress = ledger.next();
      file.write(progress);
      ledger.acknowledge(progress, { ...others, ...objects });
    },
    close() {
      file.close();
      ledger.close();
    },
  };
}
