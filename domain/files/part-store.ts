/** A part that has arrived. */
export interface StoredPart {
  partNumber: number;
  sizeBytes: number;
  etag: string;
}

/** Writes objects in parts, which survive the writer. Parts of an upload that nobody completes are removed by the bucket's rule. */
export interface PartStore {
  begin(key: string, contentType: string): Promise<string>;
  /** Parts have at least 5 MiB, except the last one. */
  put(key: string, uploadId: string, partNumber: number, bytes: Uint8Array): Promise<void>;
  /** Undefined when the upload was completed or aborted. */
  parts(key: string, uploadId: string): Promise<StoredPart[] | undefined>;
  complete(key: string, uploadId: string, parts: StoredPart[]): Promise<void>;
  abort(key: string, uploadId: string): Promise<void>;
  /** The size of a finished object in bytes; undefined if there is none. */
  size(key: string): Promise<number | undefined>;
  /** Stores an object at once, for one without bytes. */
  putWhole(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
}
