import { S3Client } from '@aws-sdk/client-s3';
import type { StreamingObjectStore } from '../../../domain/files/object-store.ts';
import { objectStore } from './object-store.ts';
import { putStream } from './put-stream.ts';

/**
 * One bucket's objects, for workers that produce content while it is stored; separate, since it would only enlarge API
 * functions.
 *
 * @example await streamingObjectStore(names.LAKE_BUCKET).putStream(key, createReadStream(path), contentType);
 */
export function streamingObjectStore(Bucket: string, client = new S3Client({})): StreamingObjectStore {
  return {
    ...objectStore(Bucket, client),
    putStream: (Key, content, ContentType) => putStream(client, { Bucket, Key, ContentType }, content),
  };
}
