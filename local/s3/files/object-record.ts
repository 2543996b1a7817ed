import type { Checksum } from '../request/checksums.ts';

/** An object without its bytes: the content of its side-car file. */
export interface ObjectRecord {
  key: string;
  /** Bytes. */
  size: number;
  /** Without quotes: hex MD5, or `<hex MD5 of the parts' MD5s>-<parts>`. */
  etag: string;
  /** Milliseconds since the epoch. */
  lastModified: number;
  attributes: ObjectAttributes;
  checksum?: Checksum;
  /** Set when the object was uploaded in parts. */
  multipart?: { uploadId: string; partSizes: number[] };
  /** Version id; absent for an object from before its bucket had versions. Ids of later versions sort higher. */
  versionId?: string;
  /** Set for a delete marker: the key was deleted, and its versions are kept. */
  isDeleteMarker?: true;
}

/** The version id of an object from before its bucket had versions. */
export const nullVersion = 'null';

/**
 * The version id of an object; `null` for an object from before its bucket had versions.
 *
 * @example versionOf({}) // 'null'
 */
export function versionOf({ versionId }: Pick<ObjectRecord, 'versionId'>): string {
  return versionId ?? nullVersion;
}

/**
 * Orders version ids, the newest first; `null` is the oldest.
 *
 * @example versions.sort(compareVersions);
 */
export function compareVersions(a: string, b: string): number {
  if (a === b) return 0;
  if (a === nullVersion || b === nullVersion) return a === nullVersion ? 1 : -1;
  return a < b ? 1 : -1;
}

/** Attributes that the client sets when it creates an object. */
export interface ObjectAttributes {
  /** `content-type` and its kind, by lower-case header name. */
  headers: Record<string, string>;
  /** `x-amz-meta-*` without that prefix. */
  metadata: Record<string, string>;
  /** The `x-amz-server-side-encryption*` headers that answers repeat; nothing is encrypted. */
  encryption: Record<string, string>;
  storageClass: string;
}
