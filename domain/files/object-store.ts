/** Files and artefacts by key. */
export interface ObjectStore {
  put(key: string, content: string | Uint8Array, contentType: string): Promise<void>;
  has(key: string): Promise<boolean>;
  getText(key: string): Promise<string | undefined>;
  /** Content of any size as it comes. Undefined when there is no such object. */
  getStream(key: string): Promise<AsyncIterable<Uint8Array> | undefined>;
  copy(from: string, to: string): Promise<void>;
  remove(keys: string[]): Promise<void>;
  /** Writes an object to a file of the local disk. False when there is no such object. */
  download(key: string, path: string): Promise<boolean>;
  /** Keys with a prefix, in order, page by page. */
  list(prefix: string): AsyncIterable<string>;
  /** The same with a mark of each object's content, which is another one when it is stored anew. */
  versions(prefix: string): AsyncIterable<ObjectVersion>;
}

export interface ObjectVersion {
  key: string;
  version: string;
  bytes: number;
}

/** The same where users are erased. */
export interface ErasingObjectStore extends ObjectStore {
  /** Removes every object with a prefix for good, with all that it was in buckets that keep versions. */
  erase(prefix: string): Promise<void>;
}

/** Stores content that is produced while it is stored. */
export interface StreamingObjectStore extends ObjectStore {
  /** Stores content of any size as it comes. */
  putStream(key: string, content: AsyncIterable<Uint8Array>, contentType: string): Promise<void>;
}
