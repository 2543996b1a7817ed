import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListPartsCommand,
  NoSuchUpload,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import type { Clock } from '../../../domain/clock.ts';
import type { MultipartStore, UploadedSessionPart } from '../../../domain/uploads/session-store.ts';
import { presigner } from './presigner.ts';

/** Lifetime of a part's URL; clients request URLs as they need them. */
const partUrlSeconds = 15 * 60;

/**
 * Multipart uploads of one bucket.
 *
 * @example const multipartId = await multipartStore(names.FILES_BUCKET, systemClock).begin(key);
 */
export function multipartStore(Bucket: string, clock: Clock, client = clientWithoutChecksums()): MultipartStore {
  const presign = presigner(clock);
  return {
    async begin(Key) {
      const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key }));
      if (!UploadId) throw new Error('S3 began a multipart upload without an id');
      return UploadId;
    },
    signPart: (Key, UploadId, { partNumber: PartNumber, sizeBytes: ContentLength }) =>
      presign(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, ContentLength }), partUrlSeconds),
    async parts(Key, UploadId) {
      const parts: UploadedSessionPart[] = [];
      let PartNumberMarker: string | undefined;
      do {
        const page = await client.send(new ListPartsCommand({ Bucket, Key, UploadId, PartNumberMarker })).catch(absent);
        if (!page) return undefined;
        for (const { PartNumber = 0, Size = 0, ETag = '' } of page.Parts ?? []) {
          parts.push({ partNumber: PartNumber, sizeBytes: Size, etag: ETag });
        }
        PartNumberMarker = page.IsTruncated ? page.NextPartNumberMarker : undefined;
      } while (PartNumberMarker);
      return parts;
    },
    async complete(Key, UploadId, parts) {
      const Parts = parts.map(({ partNumber, etag }) => ({ PartNumber: partNumber, ETag: etag }));
      const command = new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts } });
      await client.send(command).catch(absent);
    },
    async abort(Key, UploadId) {
      await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch(absent);
    },
  };
}

/**
 * An upload that was started with a checksum algorithm requires one for each part, which the sender of a presigned part
 * may not support.
 */
function clientWithoutChecksums(): S3Client {
  return new S3Client({ requestChecksumCalculation: 'WHEN_REQUIRED' });
}

/** A missing multipart upload was completed or aborted. */
function absent(error: unknown): undefined {
  if (error instanceof NoSuchUpload) return undefined;
  throw error;
}
