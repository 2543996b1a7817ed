/** Stores files and artefacts by key. */
export interface ObjectStore {
  put(key: string, content: string | Uint8Array, contentType: string): Promise<void>;
  has(key: string): Promise<boolean>;
  getText(key: string): Promise<string | undefined>;
  /** Streams the content of an object; undefined if it does not exist. */
  getStream(key: string): Promise<AsyncIterable<Uint8Array> | undefined>;
  copy(from: string, to: string): Promise<void>;
  remove(keys: string[]): Promise<void>;
  /** Writes an object to a file of the local disk; false if it does not exist. */
  download(key: string, path: string): Promise<boolean>;
  /** Lists keys with a prefix in order, page by page. */
  list(prefix: string): AsyncIterable<string>;
  /** Lists keys with versions, in order. Storing an object again changes its version. */
  versions(prefix: string): AsyncIterable<ObjectVersion>;
}

export interface ObjectVersion {
  key: string;
  version: string;
  bytes: number;
}

/** Object store that can delete all versions. */
export interface ErasingObjectStore extends ObjectStore {
  /** Permanently removes every object with a prefix, including all versions in buckets that keep them, and parts of those that were never completed. */
  erase(prefix: string): Promise<void>;
}

/** Object store that can store content while it is produced. */
export interface StreamingObjectStore extends ObjectStore {
  /** Streams content of any size into an object. */
  putStream(key: string, content: AsyncIterable<Uint8Array>, contentType: string): Promise<void>;
}
