import type { PartStore } from '../../../domain/files/part-store.ts';
import {
  bytesStored,
  type Downloaded,
  type DownloadMark,
  type DownloadMarks,
} from '../../../domain/transport/download.ts';
import { type Failure, failed } from '../../../domain/transport/outcome.ts';
import { askRange, type FileAnswer, type FileRequest } from './file-request.ts';
import { type OpenPart, openPart, storeParts } from './store-parts.ts';
import type { Transport } from './transport.ts';

export interface DownloadServices {
  /** `refuse` tells the log of an account what was wrong with a file that did not come. */
  transport: Transport & { refuse?(failure: Failure): void };
  marks: DownloadMarks;
  bucket: PartStore;
  clock: { now(): number };
}

export interface DownloadAsked extends FileRequest {
  /** The key of the object to write. */
  key: string;
  contentType: string;
  /** The size of the file, if a list has said it: another one is a failure. */
  expectedBytes?: number;
  maxBytes: number;
  /** When to stop, in milliseconds since 1970; what has arrived until then is kept. */
  until: number;
  /** Asked with every chunk; a true answer stops like `until`. */
  isStopped?(): boolean;
}

/** S3 accepts at most 10,000 parts of at least 5 MiB: enough for 80 GB. */
const partBytes = 8 * 1024 * 1024;
/** Half bodies in a row that bring nothing new. */
const maxFruitless = 3;
/** A file that changes while it is read, or a server that breaks off and knows no ranges. */
const maxRestarts = 3;

/**
 * Downloads a file of a provider into the bucket, with one part in memory. Goes on where an earlier download stopped, by the stored mark and the parts in the
 * bucket; begins anew when the size or the entity tag is another one by then. Idempotent for one key.
 */
export async function download(asked: DownloadAsked, services: DownloadServices): Promise<Downloaded> {
  const ended = await downloadWhole(asked, services);
  if (ended.kind === 'failed') services.transport.refuse?.(ended.failure);
  return ended;
}

async function downloadWhole(asked: DownloadAsked, services: DownloadServices): Promise<Downloaded> {
  const { bucket, marks } = services;
  for (let restarts = 0; restarts < maxRestarts; restarts += 1) {
    const begun = await resume(asked, services);
    if (begun.kind === 'stored') return begun;
    const ended = await readFrom(asked, begun, services);
    if (ended.kind !== 'changed') return ended;
    await bucket.abort(asked.key, begun.mark.uploadId);
    await marks.remove(asked.key);
  }
  const message = `${asked.name} answers other parts of the file than it was asked for, or changes it while it is read.`;
  return failedWith(0, failed('malformed', message).failure);
}

/** Reads a file from where it is known to its end, by as many answers as that takes. */
async function readFrom(
  asked: DownloadAsked,
  begun: { mark: DownloadMark; bytes: number },
  services: DownloadServices,
): Promise<Downloaded | { kind: 'changed' }> {
  const { transport, clock, marks } = services;
  let { mark } = begun;
  const part = openPart(mark, begun.bytes);
  for (let fruitless = 0; ; ) {
    const from = part.stored + part.filled;
    if (from > 0 && from === mark.total) return complete(asked, mark, part, services);
    if (clock.now() >= asked.until || asked.isStopped?.())
      return { kind: 'stopped', bytes: part.stored, total: mark.total };
    const answer = await askRange(asked, transport, { from, mark });
    if (answer.kind === 'notReady') return answer;
    if (answer.kind === 'failed') {
      if (answer.failure.kind !== 'badRange') return failedWith(part.stored, answer.failure);
      if (answer.total === 0 && from === 0) return storeEmpty(asked, mark, services);
      if (from === 0) return failedWith(0, answer.failure);
      // Nothing comes after what is there, if its size was not known; otherwise the file has become shorter.
      if (mark.total !== undefined || answer.total !== from) return { kind: 'changed' };
      mark = { ...mark, total: from };
      continue;
    }
    const fault = faultOf(asked, mark, answer);
    const isNext = answer.from === from && isSameFile(mark, answer);
    if (fault || !isNext || answer.total === 0) answer.discard();
    if (fault) return failedWith(part.stored, fault);
    if (!isNext) return { kind: 'changed' };
    if (answer.total === 0) return storeEmpty(asked, mark, services);
    const known = { ...mark, total: answer.total ?? mark.total, etag: answer.etag ?? mark.etag };
    if (known.total !== mark.total || known.etag !== mark.etag) await marks.put(asked.key, known);
    mark = known;
    const ended = await storeParts(asked, mark, answer, part, services);
    const received = part.stored + part.filled;
    if (ended.kind === 'whole') {
      return received === 0
        ? storeEmpty(asked, mark, services)
        : complete(asked, { ...mark, total: received }, part, services);
    }
    if (ended.kind === 'tooLarge') return failedWith(part.stored, tooLarge(asked));
    fruitless = received > from ? 0 : fruitless + 1;
    if (ended.kind === 'broken' && fruitless >= maxFruitless) return failedWith(part.stored, ended.failure);
    if (fruitless >= maxFruitless) return { kind: 'changed' };
  }
}

/** What an earlier download has left: its mark and bytes, or the finished object. */
async function resume(
  { key, contentType }: DownloadAsked,
  { bucket, marks }: DownloadServices,
): Promise<{ kind: 'open'; mark: DownloadMark; bytes: number } | Extract<Downloaded, { kind: 'stored' }>> {
  const mark = await marks.get(key);
  const parts = mark && (await bucket.parts(key, mark.uploadId));
  if (mark && parts) return { kind: 'open', mark, bytes: bytesStored(parts, mark) };
  const size = mark && (await bucket.size(key));
  if (mark && size !== undefined && size === mark.total) {
    // It was completed by a worker that died before it could say so.
    await marks.remove(key);
    return { kind: 'stored', bytes: size, contentType };
  }
  const begun = { uploadId: await bucket.begin(key, contentType), partBytes };
  await marks.put(key, begun);
  return { kind: 'open', mark: begun, bytes: 0 };
}

async function complete(
  { key, contentType, name, expectedBytes }: DownloadAsked,
  mark: DownloadMark,
  part: OpenPart,
  { bucket, marks }: DownloadServices,
): Promise<Downloaded> {
  // The last part, where the size became known after it had arrived.
  if (part.filled > 0) {
    const rest = part.bytes.subarray(0, part.filled);
    await bucket.put(key, mark.uploadId, part.stored / mark.partBytes + 1, rest);
  }
  const parts = (await bucket.parts(key, mark.uploadId)) ?? [];
  const used = parts.toSorted((a, b) => a.partNumber - b.partNumber);
  const bytes = used.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  if (bytes !== mark.total || (expectedBytes !== undefined && bytes !== expectedBytes)) {
    await bucket.abort(key, mark.uploadId);
    await marks.remove(key);
    return failedWith(
      0,
      failed('malformed', `${name} delivered ${bytes} bytes of a file that has ${mark.total ?? expectedBytes}.`)
        .failure,
    );
  }
  // The size has to be known to whoever finds the object without its upload.
  await marks.put(key, mark);
  await bucket.complete(key, mark.uploadId, used);
  await marks.remove(key);
  return { kind: 'stored', bytes, contentType };
}

async function storeEmpty(
  { key, contentType, expectedBytes = 0, name }: DownloadAsked,
  { uploadId }: DownloadMark,
  { bucket, marks }: DownloadServices,
): Promise<Downloaded> {
  if (expectedBytes !== 0)
    return failedWith(
      0,
      failed('malformed', `${name} delivered an empty file that should have ${expectedBytes} bytes.`).failure,
    );
  await bucket.putWhole(key, new Uint8Array(), contentType);
  await bucket.abort(key, uploadId);
  await marks.remove(key);
  return { kind: 'stored', bytes: 0, contentType };
}

function faultOf(asked: DownloadAsked, mark: DownloadMark, { total }: FileAnswer): Failure | undefined {
  const { name, expectedBytes, maxBytes } = asked;
  if (total !== undefined && total > maxBytes) return tooLarge(asked);
  if (total !== undefined && expectedBytes !== undefined && total !== expectedBytes && mark.total === undefined) {
    return failed('malformed', `${name} says that the file has ${total} bytes, and ${expectedBytes} elsewhere.`)
      .failure;
  }
  return undefined;
}

function isSameFile({ total, etag }: DownloadMark, answer: FileAnswer): boolean {
  const isSize = total === undefined || answer.total === undefined || total === answer.total;
  return isSize && (etag === undefined || answer.etag === undefined || etag === answer.etag);
}

const tooLarge = ({ name, maxBytes }: DownloadAsked) =>
  failed('tooLarge', `${name} has a file of more than ${Math.round(maxBytes / 1_000_000)} MB.`).failure;

const failedWith = (bytes: number, failure: Failure): Downloaded => ({ kind: 'failed', bytes, failure });
