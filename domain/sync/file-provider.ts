import type { Downloaded } from '../transport/download.ts';
import type { FieldAtProvider } from './field-provider.ts';

/** A list of files of an account, which a message of its own reads. Which members it has depends on the provider. */
export interface FileList {
  organizationId?: string | undefined;
  /** The provider's id of the field whose work is listed. */
  fieldId?: string | undefined;
  /** The kind of files, at providers with a list of each. */
  kind?: string | undefined;
}

/** A file as a list of its provider names it. */
export interface ProvidedFile {
  id: string;
  /** `logged`: as a machine or a program wrote it. `operation`: made by the provider of what it knows of a piece of work. */
  kind: 'logged' | 'operation';
  /** The name of its work or its kind in the provider's words, if the address of the content needs it. */
  type?: string | undefined;
  name: string;
  /** When it last changed, by which a replaced file is recognised. */
  modifiedTime: string;
  /** The end of the work, where the list says it. */
  endTime?: string | undefined;
  organizationId?: string | undefined;
  /** The provider's ids of the fields that it is of; none where the list does not say. */
  fieldIds: readonly string[];
  /** Bytes, where the list says them for sure. */
  sizeBytes?: number | undefined;
}

/** A file that was asked for by its id; `hindrance` says why it is not one to fetch, such as that it holds no recorded work. */
export interface FoundFile {
  file: ProvidedFile;
  hindrance?: string;
}

/** How a list of files ended. */
export interface FileListEnd {
  /** All of it was read from its beginning: a file that it lacks is not there. */
  isWhole: boolean;
  /** Keys (`providerFileKey`) of what it has beside the files that were returned, such as files that are not ready. */
  others: readonly string[];
}

/** Where the content of a file goes. */
export interface FileTarget {
  /** Key of the object. */
  key: string;
  maxBytes: number;
  /** When to stop, in milliseconds since 1970; the next download goes on from there. */
  until: number;
  /** Whether the credential has been deleted meanwhile. */
  isStopped(): boolean;
}

/** The files of one account. Lists throw `ProviderProblem`. */
export interface FileProvider {
  /** The lists to read for the selected organizations, and for fields whose work is wanted. */
  lists(asked: { organizations: readonly string[]; fields: readonly FieldAtProvider[] }): FileList[];
  /** The list with a piece of work of which the provider notified; undefined if the account has no such work. Absent where no notification names work. */
  listOf?(operationId: string): Promise<FileList | undefined>;
  /** One file, whether a list that is read has it or not; undefined if the provider shows none. */
  file(id: string): Promise<FoundFile | undefined>;
  /** What is new or has changed since the list was last read to its end, unordered. @param whole all of the list is read, whatever was read before; change tokens stay as they are. */
  files(list: FileList, whole?: boolean): AsyncIterable<ProvidedFile, FileListEnd>;
  /** Whether a file is one that the list would have, if it is still there. */
  isOf(file: ProvidedFile, list: FileList): boolean;
  /** Writes the content into the bucket. `notReady`: the provider is still making it. */
  download(file: ProvidedFile, target: FileTarget): Promise<Downloaded>;
  /** Writes the log of the account, at the end of a message. */
  close(): Promise<void>;
}
