import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyFileStream } from '@fastify/busboy';
import { maxPartHeaderBytes } from '../../../functions/http/body/part-headers.ts';

/** The file of a form, on disk. */
export interface SpooledFile {
  path: string;
  fileName: string;
  contentType: string;
  sizeBytes: number;
  /** The texts of the form. */
  texts: Record<string, string>;
}

/** `unreadable`: not a form, a truncated form, or one without the file. `too long`: the partial file is already deleted. */
export type Spooled = SpooledFile | 'unreadable' | 'too long';

export interface SpoolOptions {
  dir: string;
  /** The form's part that holds the file. */
  part: string;
  maxBytes: number;
}

/**
 * Streams the file of a multipart form to `dir`, in constant memory. The caller deletes it.
 *
 * @throws Error when the client goes away or the disk is full.
 */
export async function spoolFile(incoming: IncomingMessage, options: SpoolOptions): Promise<Spooled> {
  await mkdir(options.dir, { recursive: true });
  const path = join(options.dir, randomUUID());
  const found = await readForm(incoming, path, options).catch((error: unknown) => ({ error }));
  if (typeof found === 'object' && 'fileName' in found) return found;
  await rm(path, { force: true });
  if (typeof found === 'object') throw found.error;
  return found;
}

function readForm(incoming: IncomingMessage, path: string, { part, maxBytes }: SpoolOptions): Promise<Spooled> {
  return new Promise((resolve, reject) => {
    let spooling: Promise<SpooledFile> | undefined;
    const form = openForm(incoming, maxBytes);
    if (!form) return resolve('unreadable');
    const texts: Record<string, string> = {};
    form.on('field', (name, value) => {
      if (typeof value === 'string') texts[name] = value;
    });
    form.on('file', (name, stream, fileName, _encoding, contentType) => {
      // A truncated form is reported by the parser.
      stream.on('error', () => {});
      if (name !== part || spooling || !fileName) return void stream.resume();
      stream.once('limit', () => resolve('too long'));
      spooling = spool(stream, path).then((sizeBytes) => ({ path, fileName, contentType, sizeBytes, texts }));
      spooling.catch(reject);
    });
    form.once('finish', () => resolve(spooling ?? 'unreadable'));
    form.once('error', () => resolve('unreadable'));
    incoming.once(
      'close',
      () => incoming.complete || reject(new Error('the client went away in the middle of its file')),
    );
    incoming.pipe(form);
  });
}

function openForm({ headers }: IncomingMessage, fileSize: number): InstanceType<typeof Busboy> | undefined {
  try {
    const limits = { fileSize, fields: 100, parts: 200, headerSize: maxPartHeaderBytes };
    return new Busboy({ headers: { ...headers, 'content-type': headers['content-type'] ?? '' }, limits });
  } catch {
    return undefined;
  }
}

async function spool(stream: BusboyFileStream, path: string): Promise<number> {
  const file = createWriteStream(path, { mode: 0o600 });
  await pipeline(stream, file);
  return file.bytesWritten;
}
