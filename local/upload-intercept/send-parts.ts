import { createReadStream } from 'node:fs';
import { request } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export interface Part {
  partNumber: number;
  /** Where to PUT it; signed. */
  url: string;
}

/** Sends one part of a file to where a browser would. @throws Error when it is not taken. */
export async function sendPart(path: string, { partNumber, url }: Part, partSizeBytes: number, sizeBytes: number) {
  const start = (partNumber - 1) * partSizeBytes;
  const end = Math.min(start + partSizeBytes, sizeBytes);
  const put = request(url, { method: 'PUT', headers: { 'content-length': end - start } });
  const status = new Promise<number>((resolve, reject) => {
    put.once('error', reject);
    put.once('response', (response) => {
      response.resume().once('close', () => resolve(response.statusCode ?? 500));
    });
  });
  // One of both fails with the connection; the answer, if there is one, tells more.
  const bytes = end > start ? createReadStream(path, { start, end: end - 1 }) : Readable.from([]);
  await Promise.allSettled([pipeline(bytes, put), status]);
  const answered = await status;
  if (answered !== 200) throw new Error(`part ${partNumber} of an upload was answered with ${answered}`);
}
