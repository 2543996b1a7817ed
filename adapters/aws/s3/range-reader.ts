import { GetObjectCommand, NoSuchKey, S3Client } from '@aws-sdk/client-s3';
import type { RangeReader } from '../../../domain/files/range-reader.ts';

/**
 * Reads byte ranges of one bucket's objects.
 *
 * @example const bytes = await rangeReader(names.FILES_BUCKET).read('exports/o/r.json', 0, 1_024);
 */
export function rangeReader(Bucket: string, client = new S3Client({})): RangeReader {
  return {
    async read(Key, from, to) {
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket, Key, Range: `bytes=${from}-${to - 1}` }));
        return await Body?.transformToByteArray();
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        throw error;
      }
    },
  };
}
