import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { BoundarySet } from '../../domain/boundary-files/boundary-set.ts';
import type { ConvertedSet } from '../../domain/boundary-files/converted-set.ts';
import { boundaryLimits } from '../../domain/boundary-files/limits.ts';
import { unpackedBytes } from '../../domain/files/reader-limits.ts';
import { loadGdal } from '../gdal/gdal.ts';
import { type FindSets, openBoundaryFile } from './open-boundary-file.ts';
import { readBoundarySet, startReading } from './read-boundary-set.ts';

/** Name of the upload in the folder of the process that reads it. */
export const uploadName = 'upload';

/** Digests of shapes, each with the name of the feature that has it. */
export type Seen = [digest: string, feature: string][];

export interface OpenOrder {
  /** The user's name of the upload. */
  name: string;
  isAnything?: boolean;
}

/** The sets of an upload. */
export interface FoundSets {
  sets: BoundarySet[];
  hasMachineData: boolean;
  hasSoilResults: boolean;
}

export interface ReadOrder {
  set: BoundarySet;
  /** The state of a process that ended before this one; undefined if there was none. */
  seen?: Seen;
}

/** A set that was read, and its new shapes. */
export interface ReadSet {
  set: ConvertedSet;
  seen: Seen;
}

/** The services of the process that reads boundary files, for its parent. All files are in one folder. */
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
      return { sets: opened.sets, hasMachineData: opened.hasMachineData, hasSoilResults: opened.hasSoilResults };
    },
    async read({ set, seen = [] }: ReadOrder): Promise<ReadSet> {
      for (const [digest, feature] of seen) reading.seen.set(digest, feature);
      const known = reading.seen.size;
      const read = await readBoundarySet(set, reading);
      return { set: read, seen: [...reading.seen].slice(known) };
    },
  };
}
