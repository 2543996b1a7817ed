import type { Bounds } from '../geometry/multi-polygon.ts';
import type { UserSubject } from '../work/work-stores.ts';
import type { RecordedWork } from './recorded-work.ts';

/** A file or an operation in the index of a field. */
export interface Noted {
  id: string;
  /** Version of the entry, by which a deletion spares a newer one. */
  note: string;
}

/** A file with its fields, to be indexed. */
export interface NotedFile {
  id: string;
  /** The bounding box of its points in each of its fields. */
  boxes: Record<string, Bounds>;
  /** Fields from whose index it is removed. */
  leftFields: readonly string[];
  /** Absent if its points are not counted. */
  work: RecordedWork | undefined;
}

/** The index of a field. May contain stale entries, so the records have to be checked. */
export interface WorkOnField {
  files: Noted[];
  operations: Noted[];
}

/** A field whose operations may be out of date. */
export interface ChangedField {
  fieldId: string;
  /** An operation to be made again although its files are unchanged. */
  again?: string;
}

/** Index of machine files and operations by field, so that work on a field reads only its own records. */
export interface FieldWork {
  /** Indexes a file under its fields. False if the user has been deleted. */
  noteFile(owner: UserSubject, file: NotedFile): Promise<boolean>;
  /** Indexes an operation under its fields. False if the user has been deleted. */
  noteOperation(owner: UserSubject, operationId: string, fieldIds: readonly string[]): Promise<boolean>;
  /** The fields with indexed files or operations. */
  fields(owner: UserSubject): AsyncIterable<string>;
  on(owner: UserSubject, fieldId: string): Promise<WorkOnField>;
  /** Removes stale entries, unless they have been indexed again. */
  forget(owner: UserSubject, fieldId: string, gone: WorkOnField): Promise<void>;
}

/** Bounding boxes of the points of fields, by which queries skip files. */
export interface FieldCover {
  /** Extends the boxes of fields; to be called before the points are published. */
  cover(owner: UserSubject, boxes: Record<string, Bounds>): Promise<void>;
}
