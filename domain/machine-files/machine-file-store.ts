import type { MachineWork } from '../assets/machine-work.ts';
import type { FarmEvent } from '../events/event.ts';
import type { CommitRecord } from '../idempotency.ts';
import type { Page, PageRequest, Selection } from '../paging.ts';
import type { ParserAttempts } from '../parser-attempts.ts';
import type { UsageFact } from '../usage/usage-fact.ts';
import type { UserSubject } from '../work/work-stores.ts';
import type { MachineFile } from './machine-file.ts';

/** Changes that are written in the same transaction as the end of a file. */
export interface FileEnding {
  event?: FarmEvent;
  /** The work of its machines; that of machines which it named before and names no more is deleted. */
  work?: { of: MachineWork[]; formerMachines: string[] };
  /** Counts the file and publishes its points; only for a file whose content no other file of the user and provider has. */
  counted?: {
    usage: UsageFact;
    ingestId: string;
    /** The generation that contains its points. */
    gen: number;
    /** The ingest that its points replace. */
    replaced?: string | undefined;
  };
}

/** What makes files of a user duplicates: the same content, from the same provider. */
export type FileContent = Pick<MachineFile, 'provider' | 'contentHash'>;

/** Reads machine files. */
export interface MachineFileDirectory {
  get(ownerId: string, id: string): Promise<MachineFile | undefined>;
  many(ownerId: string, ids: readonly string[]): Promise<MachineFile[]>;
  /** Lists the selected files of a user, or of all users. */
  list(
    ownerId: string,
    svcUserId: string | undefined,
    shown: Selection<MachineFile>,
    page: PageRequest,
  ): Promise<Page<MachineFile>>;
  /** Lists the files with these ids. */
  listAmong(
    ownerId: string,
    ids: readonly string[],
    shown: Selection<MachineFile>,
    page: PageRequest,
  ): Promise<Page<MachineFile>>;
  /**
   * The files of the same user that have the content of a file and came from other providers. Their points count as well: what two providers deliver has two
   * sources.
   */
  fromOtherProviders(ownerId: string, file: MachineFile): Promise<MachineFile[]>;
  /** All files of a user. */
  each(ownerId: string, svcUserId: string): AsyncIterable<MachineFile>;
}

/** Starts the processing of machine files. */
export interface MachineFileWriter extends MachineFileDirectory {
  /** Stores a new file; no effect if it exists. Throws `notFound` if the user does not exist. */
  create(ownerId: string, file: MachineFile, deadline: number, commit?: CommitRecord): Promise<void>;
  /** Starts the processing of a finished file again; false if its status, or what is known of its provider, has changed meanwhile. */
  restart(ownerId: string, file: MachineFile, from: MachineFile['status'], deadline: number): Promise<boolean>;
}

/** Notes of files that came from providers whether they are gone there. */
export interface RemovalMarks extends Pick<MachineFileDirectory, 'get'> {
  /** Changes `removedAtProvider` of a file that is not processing; false if it has changed since it was read. */
  set(ownerId: string, file: MachineFile, removedAtProvider: string | undefined, at: string): Promise<boolean>;
}

/** Stores machine files. */
export interface MachineFileStore extends MachineFileWriter {
  /** The file of the user and provider with this content that is not a duplicate. */
  holderOf(user: UserSubject, content: FileContent): Promise<string | undefined>;
  /** Frees a content for other files, if a file has claimed it. */
  release(user: UserSubject, content: FileContent, id: string): Promise<void>;
  /**
   * Ends a file that is processing. Writes nothing for the results `other` (another file has claimed the content),
   * `moved` (another generation is published by now) and `gone` (the file has ended already, or its user has been
   * deleted).
   */
  finish(ownerId: string, file: MachineFile, ending: FileEnding): Promise<'done' | 'other' | 'moved' | 'gone'>;
  /**
   * Changes what counts in other files instead, and shows the points of the file's ingest in place of `former`, if they are another one. Writes
   * nothing for the results `moved` (another generation than `gen` is published by now) and `gone` (the status or the points of the file have changed
   * since it was read, or its user has been deleted).
   */
  recount(ownerId: string, file: MachineFile, former: string, gen: number): Promise<'done' | 'moved' | 'gone'>;
  /** The attempts to open a file that is processing. */
  attempts(ownerId: string, id: string): ParserAttempts;
  /** Sets when a file that is still processing is overdue (milliseconds since 1970). */
  setDeadline(ownerId: string, id: string, deadline: number): Promise<void>;
  overdue(now: number): Promise<{ ownerId: string; file: MachineFile }[]>;
}
