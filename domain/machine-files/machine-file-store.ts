import type { FarmEvent } from '../events/event.ts';
import type { Page, PageRequest, Selection } from '../paging.ts';
import type { ParserAttempts } from '../parser-attempts.ts';
import type { UsageFact } from '../usage/usage-fact.ts';
import type { MachineFile } from './machine-file.ts';

/** What becomes true together with the end of a file. */
export interface FileEnding {
  event?: FarmEvent;
  /** Counted, and shown in the lake; only for a file whose content no other file of the user has. */
  counted?: {
    usage: UsageFact;
    ingestId: string;
    /** The generation in which its points stand. */
    gen: number;
    /** Points that those of this ingest replace. */
    replaced?: string | undefined;
  };
}

/** Which machine files there are. */
export interface MachineFileDirectory {
  get(ownerId: string, id: string): Promise<MachineFile | undefined>;
  many(ownerId: string, ids: readonly string[]): Promise<MachineFile[]>;
  /** Reads the files of the user, or of all users, and shows a page of those that are selected. */
  list(
    ownerId: string,
    svcUserId: string | undefined,
    shown: Selection<MachineFile>,
    page: PageRequest,
  ): Promise<Page<MachineFile>>;
  /** Reads several files by their ids. */
  listAmong(
    ownerId: string,
    ids: readonly string[],
    shown: Selection<MachineFile>,
    page: PageRequest,
  ): Promise<Page<MachineFile>>;
  /** All files of a user, however many they are. */
  each(ownerId: string, svcUserId: string): AsyncIterable<MachineFile>;
}

/** Where the processing of machine files begins. */
export interface MachineFileWriter extends MachineFileDirectory {
  /** Keeps a new file; one that is there already stays as it is. Throws `notFound` when the user is not there. */
  create(ownerId: string, file: MachineFile, deadline: number): Promise<void>;
  /** Sets a file that has ended to work again; false when it has another status by now. */
  restart(ownerId: string, file: MachineFile, from: MachineFile['status'], deadline: number): Promise<boolean>;
}

/** Where machine files are kept. */
export interface MachineFileStore extends MachineFileWriter {
  /** The file of the user that holds this content and counts. */
  holderOf(ownerId: string, svcUserId: string, contentHash: string): Promise<string | undefined>;
  /**
   * Ends a file that is processing. Otherwise nothing was written: with `other`, another file got hold of the content first; with `moved`,
   * readers see another generation by now; with `gone`, it has ended already, or its user has been deleted.
   */
  finish(ownerId: string, file: MachineFile, ending: FileEnding): Promise<'done' | 'other' | 'moved' | 'gone'>;
  /** The attempts to open a file that is processing. */
  attempts(ownerId: string, id: string): ParserAttempts;
  /** When a file that is still processing is looked after (milliseconds). */
  setDeadline(ownerId: string, id: string, deadline: number): Promise<void>;
  overdue(now: number): Promise<{ ownerId: string; file: MachineFile }[]>;
}
