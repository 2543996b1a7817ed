import { invalidArgument, noSuchKey, type S3Error, s3Error } from '../errors.ts';
import { type Bucket, findRecord } from './bucket.ts';
import { type ObjectRecord, versionOf } from './object-record.ts';

/** An object in its current version or an earlier one. */
export interface FoundObject {
  record: ObjectRecord;
  isCurrent: boolean;
  dataPath: string;
  /** A file descriptor for reading the object's data. */
  openData(): number;
}

/**
 * Finds the object of a request: the version that the request names, by default the current one.
 *
 * @throws S3Error NoSuchKey, NoSuchVersion, InvalidArgument, or MethodNotAllowed for a delete marker
 */
export function findObject(bucket: Bucket, key: string, version: string | undefined): FoundObject {
  const current = findRecord(bucket, key);
  if (current && (version === undefined || version === versionOf(current))) {
    const { files } = bucket;
    return { record: current, isCurrent: true, dataPath: files.dataPath(key), openData: () => files.openData(key) };
  }
  if (version === undefined) throw missing(bucket, key);
  const record = findVersion(bucket, key, version);
  if (!record)
    throw s3Error('NoSuchVersion', 'The specified version does not exist.', { Key: key, VersionId: version });
  if (record.isDeleteMarker) {
    const headers = { ...deletedHeaders(version), allow: 'DELETE' };
    throw s3Error('MethodNotAllowed', 'The specified method is not allowed against this resource.', {}, headers);
  }
  const { versionFiles } = bucket;
  return {
    record,
    isCurrent: false,
    dataPath: versionFiles.dataPath(key, version),
    openData: () => versionFiles.open(key, version),
  };
}

/** The record of a version, current or not, or of a delete marker. @throws S3Error InvalidArgument */
export function findVersion(bucket: Bucket, key: string, version: string): ObjectRecord | undefined {
  if (!/^(?:null|[0-9a-f]{16})$/.test(version)) {
    throw invalidArgument('Invalid version id specified', 'versionId', version);
  }
  const current = findRecord(bucket, key);
  if (current && versionOf(current) === version) return current;
  return bucket.versions.get(key)?.includes(version) ? bucket.versionFiles.read(key, version) : undefined;
}

/** Every version of a key and its delete markers, newest first. */
export function versionsOf(bucket: Bucket, key: string): ObjectRecord[] {
  const current = findRecord(bucket, key);
  const others = (bucket.versions.get(key) ?? []).map((version) => bucket.versionFiles.read(key, version));
  return current ? [current, ...others] : others;
}

/**
 * The header with the version id of an object; empty for a bucket without versions.
 *
 * @example return xmlAnswer(body, 200, versionHeaders(bucket, record));
 */
export function versionHeaders(bucket: Bucket, record: ObjectRecord): Record<string, string> {
  return bucket.definition.versioned ? { 'x-amz-version-id': versionOf(record) } : {};
}

export function deletedHeaders(version: string): Record<string, string> {
  return { 'x-amz-version-id': version, 'x-amz-delete-marker': 'true' };
}

/** The error NoSuchKey of a key without an object; its headers name the delete marker of a deleted object. */
function missing(bucket: Bucket, key: string): S3Error {
  const [marker] = bucket.versions.get(key) ?? [];
  return noSuchKey(key, marker === undefined ? {} : deletedHeaders(marker));
}
