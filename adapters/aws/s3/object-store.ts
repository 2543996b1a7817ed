import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  CopyObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { ObjectStore, ObjectVersion } from '../../../domain/files/object-store.ts';
import type { RangeReader } from '../../../domain/files/range-reader.ts';

/** Maximum keys of DeleteObjects. */
const deletedAtOnce = 1_000;

/**
 * One bucket's objects.
 *
 * @example const text = await objectStore(names.FILES_BUCKET).getText('exports/o/r.json'); // undefined if it does not exist
 */
export function objectStore(Bucket: string, client = new S3Client({})): ObjectStore {
  const get = async (Key: string) => {
    try {
      return (await client.send(new GetObjectCommand({ Bucket, Key }))).Body;
    } catch (error) {
      if (error instanceof NoSuchKey) return undefined;
      throw error;
    }
  };

  async function* versions(Prefix: string): AsyncGenerator<ObjectVersion> {
    let ContinuationToken: string | undefined;
    do {
      const page = await client.send(new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken }));
      for (const { Key, ETag, Size } of page.Contents ?? []) {
        if (Key) yield { key: Key, version: ETag ?? '', bytes: Size ?? 0 };
      }
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken);
  }

  return {
    async put(Key, Body, ContentType) {
      await client.send(new PutObjectCommand({ Bucket, Key, Body, ContentType }));
    },
    async has(Key) {
      try {
        await client.send(new HeadObjectCommand({ Bucket, Key }));
        return true;
      } catch (error) {
        if (error instanceof NotFound) return false;
        throw error;
      }
    },
    getText: async (key) => (await get(key))?.transformToString(),
    getStream: async (key) => (await get(key)) as Readable | undefined,
    async copy(from, to) {
      const CopySource = `${Bucket}/${from.split('/').map(encodeURIComponent).join('/')}`;
      await client.send(new CopyObjectCommand({ Bucket, Key: to, CopySource }));
    },
    async remove(keys) {
      for (let start = 0; start < keys.length; start += deletedAtOnce) {
        const Objects = keys.slice(start, start + deletedAtOnce).map((Key) => ({ Key }));
        const { Errors } = await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }));
        if (Errors?.length) throw new Error(`${Errors.length} objects could not be deleted: ${Errors[0]?.Code}`);
      }
    },
    async download(key, path) {
      const body = await get(key);
      if (!body) return false;
      await pipeline(body as Readable, createWriteStream(path));
      return true;
    },
    async *list(prefix) {
      for await (const { key } of versions(prefix)) yield key;
    },
    versions,
  };
}

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
