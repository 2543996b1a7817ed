import { noSuchKey, notImplemented, s3Error } from '../errors.ts';
import type { ObjectRecord } from '../files/object-record.ts';

/** Reads the header of a condition: for `if-match`, that header itself, or `x-amz-copy-source-if-match` for a copy's source. */
export type HeaderReader = (name: string) => string | undefined;

/**
 * Checks If-Match and the related headers for a read.
 *
 * @returns true when the response is 304
 * @throws S3Error PreconditionFailed
 */
export function isUnchanged(read: HeaderReader, record: ObjectRecord): boolean {
  const [ifMatch, ifNoneMatch] = [read('if-match'), read('if-none-match')];
  const [unmodifiedSince, modifiedSince] = [httpDate(read('if-unmodified-since')), httpDate(read('if-modified-since'))];
  const seconds = Math.floor(record.lastModified / 1000) * 1000;
  if (ifMatch !== undefined && !matches(ifMatch, record.etag)) throw preconditionFailed('If-Match');
  if (ifMatch === undefined && unmodifiedSince !== undefined && seconds > unmodifiedSince) {
    throw preconditionFailed('If-Unmodified-Since');
  }
  if (ifNoneMatch !== undefined) return matches(ifNoneMatch, record.etag);
  return modifiedSince !== undefined && seconds <= modifiedSince;
}

/** Checks the conditions on the source of a copy. @throws S3Error PreconditionFailed, also where a read would get 304 */
export function checkCopyConditions(read: HeaderReader, record: ObjectRecord): void {
  if (isUnchanged(read, record)) throw preconditionFailed('x-amz-copy-source-If-None-Match');
}

/**
 * Checks `If-None-Match: *` (the key has no object) and `If-Match` (its object has this ETag) before a write.
 *
 * @throws S3Error PreconditionFailed, NoSuchKey
 * @example checkWriteConditions((name) => header(request, name), request.key, findRecord(bucket, request.key));
 */
export function checkWriteConditions(read: HeaderReader, key: string, existing: ObjectRecord | undefined): void {
  const [ifMatch, ifNoneMatch] = [read('if-match'), read('if-none-match')];
  if (ifNoneMatch !== undefined) {
    if (ifNoneMatch.trim() !== '*') throw notImplemented('If-None-Match with anything but * on a write');
    if (existing) throw preconditionFailed('If-None-Match');
  }
  if (ifMatch !== undefined) {
    if (!existing) throw noSuchKey(key);
    if (!matches(ifMatch, existing.etag)) throw preconditionFailed('If-Match');
  }
}

export function matches(header: string, etag: string): boolean {
  return header.split(',').some((entry) => {
    const tag = entry.trim().replace(/^W\//, '').replace(/^"|"$/g, '');
    return tag === '*' || tag === etag;
  });
}

function preconditionFailed(condition: string) {
  return s3Error('PreconditionFailed', 'At least one of the pre-conditions you specified did not hold', {
    Condition: condition,
  });
}

/** The date of a header; undefined, as in S3, when it is not a date. */
function httpDate(text: string | undefined): number | undefined {
  const time = Date.parse(text ?? '');
  return Number.isNaN(time) ? undefined : time;
}
