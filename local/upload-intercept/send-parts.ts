import { createReadStream } from 'node:fs';
import { request } from 'node:http';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { StorageFailure } from '../storage/storage-failure.ts';

export interface Part {
  partNumber: number;
  /** Where to PUT it; signed. */
  url: string;
}

/** Sends one part of a file to where a browser would. @throws Error when it is not taken, StorageFailure when there is no room for it. */
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
  // One of both fails with the connection; the answer, if there is one, tells more.
  const bytes = end > start ? createReadStream(path, { start, end: end - 1 }) : Readable.from([]);
  await Promise.allSettled([pipeline(bytes, put), answer]);
  const { status, body } = await answer;
  if (status === 200) return;
  const error = new Error(`part ${partNumber} of an upload was answered with ${status}`);
  throw body.includes('<Code>InsufficientStorage</Code>') ? new StorageFailure('the buckets', true, error) : error;
}
