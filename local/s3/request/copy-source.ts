import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, linkSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { invalidArgument, s3Error } from '../errors.ts';
import type { Bucket } from '../files/bucket.ts';
import type { Store } from '../files/store.ts';
import { type FoundObject, findObject } from '../files/versions.ts';
import { checkCopyConditions } from './conditions.ts';
import { header, type S3Request } from './request.ts';

export interface CopySource extends FoundObject {
  bucket: Bucket;
}

/** Maximum bytes of a copy. Source: "you can copy an object of up to 5 GB in a single operation", CopyObject, S3 API reference. */
export const maxCopy = 5 * 1024 ** 3;

/** The object that `x-amz-copy-source` names (`/bucket/key`, URL-encoded, and `?versionId=` for one of its versions). @throws S3Error InvalidArgument */
export function readCopySource(request: S3Request): { bucket: string; key: string; version: string | undefined } {
  const text = header(request, 'x-amz-copy-source') ?? '';
  const [path = '', version] = text.split('?versionId=');
  const match = /^\/?([^/]+)\/(.+)$/s.exec(decode(path));
  if (!match) {
    throw invalidArgument(
      'Copy Source must mention the source bucket and key: sourcebucket/sourcekey',
      'x-amz-copy-source',
      text,
    );
  }
  const [, bucket = '', key = ''] = match;
  return { bucket, key, version };
}

/** Finds the source of a copy and checks the request's conditions on it. */
export function findCopySource(store: Store, request: S3Request): CopySource {
  const { bucket: bucketName, key, version } = readCopySource(request);
  const bucket = store.buckets.get(bucketName);
  if (!bucket) throw s3Error('NoSuchBucket', 'The specified bucket does not exist', { BucketName: bucketName });
  const found = findObject(bucket, key, version);
  checkCopyConditions((name) => header(request, `x-amz-copy-source-${name}`), found.record);
  return { bucket, ...found };
}

/**
 * A separate file with the source's bytes: a hard link where the file system has hard links, which is safe, since files
 * of objects are replaced, never changed.
 */
export async function duplicate(source: CopySource, folder: string): Promise<string> {
  const path = join(folder, randomUUID());
  try {
    linkSync(source.dataPath, path);
  } catch {
    const fd = source.openData();
    try {
      await pipeline(createReadStream('', { fd }), createWriteStream(path, { flags: 'wx' }));
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
  }
  return path;
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw invalidArgument('x-amz-copy-source is not URL-encoded', 'x-amz-copy-source', path);
  }
}
