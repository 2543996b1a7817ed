import { pipeline, Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { WireAnswer } from './wire.ts';

/** Thrown for a body with more bytes than are read of it. */
export class TooLarge extends Error {
  override readonly name = 'TooLarge';
}

/** Thrown for a body that its encoding does not explain. */
export class UnknownEncoding extends Error {
  override readonly name = 'UnknownEncoding';
}

/** What is accepted of an answer that is read whole; parts of files are asked for as they are. */
export const acceptedEncodings = 'gzip, deflate, br';

/** Length and encodings of the body as it was sent. Throws when it ends before its announced length. */
export async function* wholeBody({ headers, body }: Pick<WireAnswer, 'headers' | 'body'>): AsyncGenerator<Uint8Array> {
  const announced = headers['content-length'];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    yield chunk;
  }
  // Node's parser finds it too; a replay has no parser.
  if (announced !== undefined && /^\d{1,15}$/.test(announced) && bytes < Number(announced)) {
    throw new Error(`the body ended after ${bytes} of ${announced} bytes`);
  }
}

/**
 * Reads a body, decompressed, up to a number of bytes.
 *
 * @throws TooLarge, UnknownEncoding, or the error of the connection when it ends early.
 */
export async function readCapped(answer: WireAnswer, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of decoded(answer)) {
      size += chunk.length;
      if (size > maxBytes) throw new TooLarge(`the body has more than ${maxBytes} bytes`);
      chunks.push(chunk);
    }
  } finally {
    answer.discard();
  }
  return Buffer.concat(chunks);
}

/** The beginning of a body, however it ends: what a refusal says is of use in part. */
export async function beginningOf(answer: WireAnswer, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of decoded(answer)) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= maxBytes) break;
    }
  } catch {
    // The part before the end is used.
  } finally {
    answer.discard();
  }
  return Buffer.concat(chunks).subarray(0, maxBytes).toString('utf8');
}

function decoded(answer: WireAnswer): AsyncIterable<Uint8Array> {
  const encoding = (answer.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (encoding === 'identity' || encoding === '') return wholeBody(answer);
  const decoder = decoderOf(encoding);
  if (!decoder) throw new UnknownEncoding(`the body is in the encoding ${encoding.slice(0, 30)}`);
  // The error, if any, destroys the decoder, whose reader meets it.
  return pipeline(Readable.from(wholeBody(answer)), decoder, () => undefined) as AsyncIterable<Uint8Array>;
}

function decoderOf(encoding: string) {
  if (encoding === 'gzip' || encoding === 'x-gzip') return createGunzip();
  if (encoding === 'deflate') return createInflate();
  return encoding === 'br' ? createBrotliDecompress() : undefined;
}
