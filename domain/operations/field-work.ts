import type { Bounds } from '../geometry/multi-polygon.ts';
import type { UserSubject } from '../work/work-stores.ts';
import type { RecordedWork } from './recorded-work.ts';

/** A file or an operation that was noted on a field. */
export interface Noted {
  id: string;
  /** Tells this note from a later one of the same. */
  note: string;
}

/** A file as it is noted on its fields. */
export interface NotedFile {
  id: string;
  /** The box of its points in each of its fields. */
  boxes: Record<string, Bounds>;
  /** The fields on which it was noted before, and is not any more. */
  leftFields: readonly string[];
  /** Absent when its points do not count. */
  work: RecordedWork | undefined;
}

/** What was recorded on a field. More may be named than there is, so readers look at the records. */
export interface WorkOnField {
  files: Noted[];
  operations: Noted[];
}

/** A field whose operations may not be up to date. */
export interface ChangedField {
  fieldId: string;
  /** An operation that is made again although its files have not changed. */
  again?: string;
}

/** Which machine files and operations there are on which field, so that work on a field reads what is there and nothing else. */
export interface FieldWork {
  /** Notes the fields of a file, by which they are found from then on. False when the user has been deleted. */
  noteFile(owner: UserSubject, file: NotedFile): Promise<boolean>;
  /** Notes the fields of an operation. False when the user has been deleted. */
  noteOperation(owner: UserSubject, operationId: string, fieldIds: readonly string[]): Promise<boolean>;
  /** The fields on which something was noted. */
  fields(owner: UserSubject): AsyncIterable<string>;
  on(owner: UserSubject, fieldId: string): Promise<WorkOnField>;
  /** Takes back what was noted and is not so any more, unless it has been noted once more. */
  forget(owner: UserSubject, fieldId: string, gone: WorkOnField): Promise<void>;
}

/** Boxes around the points of fields, by which queries skip what lies elsewhere. */
export interface FieldCover {
  /** Widens the boxes of fields to these; to be done before the points are shown. */
  cover(owner: UserSubject, boxes: Record<string, Bounds>): Promise<void>;
}
