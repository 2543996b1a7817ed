import * as z from 'zod';
import type { UnpackedFile } from '../../boundary-files/boundary-set.ts';
import type { FileFormat } from '../file-format.ts';
import { operationTypes } from '../operation-type.ts';
import type { MachineProblem } from '../problem.ts';

/** A file of an upload, with the beginning of its text if it is text. */
export interface MachineMember extends UnpackedFile {
  head?: string;
  /** For a document of ADAPT Standard: the names of the files with the records of its operations. */
  records?: string[];
  /** Set for a GeoPackage or FlatGeobuf with a layer of recorded work. */
  hasWork?: true;
}

/** Files that are read together and become one machine file. */
export interface MachineSet {
  /** The main file's path in the upload, such as `farm.zip/north/harvest.shp`. */
  file: string;
  format: FileFormat;
  /** The files by their part in the set (`shp`, `dbf`, `metadata`, ... or their own names in upper case). */
  members: Record<string, MachineMember>;
  /** The part of the members that is read; all of it by default. */
  part?: SetPart | undefined;
  /**
   * Content by which a part is identified: the files `of` it and a text. The set's other members also describe other
   * parts, and change with them.
   */
  content?: { of: MachineMember[]; text: string };
  /** An error here means that there is nothing to read. */
  problems: MachineProblem[];
}

/** The sets of an upload. */
export interface RecognisedSets {
  sets: MachineSet[];
  /** Problems that belong to no set. */
  problems: MachineProblem[];
}

/** The part of a set with several pieces of work that becomes a file. */
export const setPartSchema = z
  .object({
    task: z.int().describe('The index of the task in the task data, from 0.'),
    taskId: z.string().describe('The id of the task in the task data.'),
    taskName: z.string().optional().describe('The name of the task in the task data; absent if it has none.'),
    operationType: z.enum(operationTypes).optional().describe('The kind of work that is taken from the task.'),
  })
  .meta({ id: 'SetPart' });

export type SetPart = z.infer<typeof setPartSchema>;
