import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { BoundarySet } from '../../domain/boundary-files/boundary-set.ts';
import type { ConvertedSet } from '../../domain/boundary-files/converted-set.ts';
import { boundaryLimits } from '../../domain/boundary-files/limits.ts';
import { unpackedBytes } from '../../domain/files/reader-limits.ts';
import { loadGdal } from '../gdal/gdal.ts';
import { type FindSets, openBoundaryFile } from './open-boundary-file.ts';
import { readBoundarySet, startReading } from './read-boundary-set.ts';

/** Where the upload lies in the folder of a process that reads it. */
export const uploadName = 'upload';

/** A digest of a shape, and what to call the feature that has it. */
export type Seen = [digest: string, feature: string][];

export interface OpenOrder {
  /** What the user called the upload. */
  name: string;
  isAnything?: boolean;
}

/** What was found in an upload. */
export interface FoundSets {
  sets: BoundarySet[];
  hasMachineData: boolean;
}

export interface ReadOrder {
  set: BoundarySet;
  /** What a process saw that ended before this one; undefined for no other. */
  seen?: Seen;
}

/** A set that was read, and what in it was new. */
export interface ReadSet {
  set: ConvertedSet;
  seen: Seen;
}

/** What the process in which boundary files are read does for its parent, all of it in one folder. */
export function boundaryServices(folder: string, findAnything: FindSets) {
  // Loading takes longer than reading most files.
  loadGdal();
  const reading = startReading();
  return {
    /** Unpacks the upload and sorts its files. */
    async open({ name, isAnything = false }: OpenOrder): Promise<FoundSets> {
      const path = join(folder, uploadName);
      const workDir = join(folder, 'work');
      await mkdir(workDir);
      const totalBytes = unpackedBytes(boundaryLimits.totalBytes, (await stat(path)).size);
      const limits = { ...boundaryLimits, totalBytes };
      const opened = await openBoundaryFile(path, name, workDir, { limits, ...(isAnything && { find: findAnything }) });
      return { sets: opened.sets, hasMachineData: opened.hasMachineData };
    },
    async read({ set, seen = [] }: ReadOrder): Promise<ReadSet> {
      for (const [digest, feature] of seen) reading.seen.set(digest, feature);
      const known = reading.seen.size;
      const read = await readBoundarySet(set, reading);
      return { set: read, seen: [...reading.seen].slice(known) };
    },
  };
}
