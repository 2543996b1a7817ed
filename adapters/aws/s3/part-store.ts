import {
  CreateMultipartUploadCommand,
  HeadObjectCommand,
  NotFound,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import type { Clock } from '../../../domain/clock.ts';
import type { PartStore } from '../../../domain/files/part-store.ts';
import { multipartStore } from './multipart-store.ts';

/**
 * Objects of one bucket, written in parts.
 *
 * @example const files = partStore(names.FILES_BUCKET, systemClock);
 */
export function partStore(Bucket: string, clock: Clock, client = new S3Client({})): PartStore {
  const { parts, complete, abort } = multipartStore(Bucket, clock, client);
  return {
    parts,
    complete,
    abort,
    async begin(Key, ContentType) {
      const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key, ContentType }));
      if (!UploadId) throw new Error('S3 began a multipart upload without an id');
      return UploadId;
    },
    async put(Key, UploadId, PartNumber, Body) {
      await client.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body }));
    },
    async size(Key) {
      try {
        return (await client.send(new HeadObjectCommand({ Bucket, Key }))).ContentLength;
      } catch (error) {
        if (error instanceof NotFound) return undefined;
        throw error;
      }
    },
    async putWhole(Key, Body, ContentType) {
      await client.send(new PutObjectCommand({ Bucket, Key, Body, ContentType }));
    },
  };
}
