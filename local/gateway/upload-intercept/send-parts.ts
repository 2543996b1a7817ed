import { createReadStream } from 'node:fs';
import { request } from 'node:http';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { StorageFailure } from '../../state/storage/storage-failure.ts';

export interface Part {
  partNumber: number;
  /** The signed URL for PUT. */
  url: string;
}

/** Uploads one part of a file like a browser. @throws Error when it is refused, StorageFailure when the disk is full. */
export async function sendPart(path: string, { partNumber, url }: Part, partSizeBytes: number, sizeBytes: number) {
  const start = (partNumber - 1) * partSizeBytes;
  const end = Math.min(start + partSizeBytes, sizeBytes);
  const put = request(url, { method: 'PUT', headers: { 'content-length': end - start } });
  const answer = new Promise<{ status: number; body: string }>((resolve, reject) => {
    put.once('error', reject);
    put.once('response', (response) => {
      text(response).then((body) => resolve({ status: response.statusCode ?? 500, body }), reject);
    });
  });
  // Both fail with the connection; the response, if there is one, says more.
  const bytes = end > start ? createReadStream(path, { start, end: end - 1 }) : Readable.from([]);
  await Promise.allSettled([pipeline(bytes, put), answer]);
  const { status, body } = await answer;
  if (status === 200) return;
  const error = new Error(`part ${partNumber} of an upload was answered with ${status}`);
  throw body.includes('<Code>InsufficientStorage</Code>') ? new StorageFailure('the buckets', true, error) : error;
}
