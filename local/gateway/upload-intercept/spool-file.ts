import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyFileStream } from '@fastify/busboy';
import { maxPartHeaderBytes } from '../../../functions/http/body/part-headers.ts';

/** A file of a form, on disk. */
export interface SpooledFile {
  path: string;
  fileName: string;
  contentType: string;
  sizeBytes: number;
}

/** The files of a form, at least one and at most as many as asked for, and its texts. */
export interface SpooledForm {
  files: [SpooledFile, ...SpooledFile[]];
  texts: Record<string, string>;
}

/** `unreadable`: not a form, a truncated form, or one without a file. `too long`: the partial files are already deleted. */
export type Spooled = SpooledForm | 'unreadable' | 'too long';

export interface SpoolOptions {
  dir: string;
  /** The name of the form's parts that hold files. */
  part: string;
  /** Files that are kept; others are read and left out. */
  maxFiles: number;
  /** Of each file. */
  maxBytes: number;
}

/**
 * Streams the files of a multipart form to `dir`, in constant memory. The caller deletes them.
 *
 * @throws Error when the client goes away or the disk is full.
 */
export async function spoolFiles(incoming: IncomingMessage, options: SpoolOptions): Promise<Spooled> {
  await mkdir(options.dir, { recursive: true });
  const name = randomUUID();
  const pathOf = (index: number) => join(options.dir, `${name}.${index}`);
  const found = await readForm(incoming, pathOf, options).catch((error: unknown) => ({ error }));
  if (typeof found === 'object' && 'files' in found) return found;
  for (let index = 0; index < options.maxFiles; index += 1) await rm(pathOf(index), { force: true });
  if (typeof found === 'object') throw found.error;
  return found;
}

function readForm(
  incoming: IncomingMessage,
  pathOf: (index: number) => string,
  { part, maxFiles, maxBytes }: SpoolOptions,
): Promise<Spooled> {
  return new Promise((resolve, reject) => {
    const spooling: Promise<SpooledFile>[] = [];
    const form = openForm(incoming, maxBytes);
    if (!form) return resolve('unreadable');
    const texts: Record<string, string> = {};
    form.on('field', (name, value) => {
      if (typeof value === 'string') texts[name] = value;
    });
    form.on('file', (name, stream, fileName, _encoding, contentType) => {
      // A truncated form is reported by the parser.
      stream.on('error', () => {});
      if (name !== part || spooling.length === maxFiles || !fileName) return void stream.resume();
      stream.once('limit', () => resolve('too long'));
      const path = pathOf(spooling.length);
      const spooled = spool(stream, path).then((sizeBytes) => ({ path, fileName, contentType, sizeBytes }));
      spooling.push(spooled);
      spooled.catch(reject);
    });
    form.once('finish', () => {
      const isThere = ([file, ...others]: SpooledFile[]): Spooled =>
        file ? { files: [file, ...others], texts } : 'unreadable';
      Promise.all(spooling).then((files) => resolve(isThere(files)), reject);
    });
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
