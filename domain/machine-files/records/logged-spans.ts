import type { UserSubject } from '../../work/work-stores.ts';
import type { MachineFile } from '../machine-file.ts';

/** When the points of a file were logged, and the files in which some of its records count instead. */
export interface LoggedSpan extends Pick<MachineFile, 'operationType' | 'startTime' | 'endTime'> {
  fileId: string;
  countedIn: readonly string[];
}

/** Index of a user's files with points in the lake, by provider, so that a file finds those of its time without reading all records. */
export interface LoggedSpans {
  /** Indexes a file. False if the user has been deleted. */
  note(owner: UserSubject, provider: string, span: LoggedSpan): Promise<boolean>;
  /** Removes a file whose points are gone. */
  forget(owner: UserSubject, provider: string, fileId: string): Promise<void>;
  /** Strongly consistent: of two files that are indexed at once, at least one finds the other. */
  of(owner: UserSubject, provider: string): AsyncIterable<LoggedSpan>;
}

/** A file whose records have to be compared with those of others. */
export interface ChangedRecords {
  fileId: string;
}
