import type { PartStore } from '../../../domain/files/part-store.ts';
import type { DownloadMark } from '../../../domain/transport/download.ts';
import { type Failure, failed } from '../../../domain/transport/outcome.ts';
import type { DownloadAsked } from './download.ts';
import type { FileAnswer } from './file-request.ts';

/** How the body of one answer ended: the file is whole, this range is, the time was up, or the body stopped early. */
type Ended = { kind: 'whole' | 'range' | 'stopped' | 'tooLarge' } | { kind: 'broken'; failure: Failure };

/** A body that brings nothing for so long has ended. */
const idleMilliseconds = 30_000;

/** The part that fills up, across answers. */
export interface OpenPart {
  bytes: Buffer;
  filled: number;
  /** Bytes of the parts before it. */
  stored: number;
}

export function openPart({ partBytes }: DownloadMark, stored: number): OpenPart {
  return { bytes: Buffer.allocUnsafe(partBytes), filled: 0, stored };
}

/** Writes the body of one answer to the bucket, part by part. What does not fill a part waits for the next answer, unless it is the end of the file. */
export async function storeParts(
  asked: Pick<DownloadAsked, 'name' | 'key' | 'maxBytes' | 'until' | 'isStopped'>,
  { uploadId, partBytes, total }: DownloadMark,
  answer: FileAnswer,
  part: OpenPart,
  { bucket, clock }: { bucket: PartStore; clock: { now(): number } },
): Promise<Ended> {
  let received = answer.from;
  let refused: { error: unknown } | undefined;
  const write = async () => {
    try {
      await bucket.put(asked.key, uploadId, part.stored / partBytes + 1, part.bytes.subarray(0, part.filled));
    } catch (error) {
      refused = { error };
      throw error;
    }
    part.stored += part.filled;
    part.filled = 0;
  };
  try {
    for await (const chunk of withoutPauses(answer)) {
      received += chunk.length;
      if (received > asked.maxBytes) return { kind: 'tooLarge' };
      if (received > (answer.to ?? received)) return { kind: 'broken', failure: tooMuch(asked.name) };
      for (let at = 0; at < chunk.length; ) {
        const fits = Math.min(partBytes - part.filled, chunk.length - at);
        part.bytes.set(chunk.subarray(at, at + fits), part.filled);
        part.filled += fits;
        at += fits;
        if (part.filled === partBytes) await write();
      }
      if ((clock.now() >= asked.until || asked.isStopped?.()) && received !== total) return { kind: 'stopped' };
    }
  } catch (cause) {
    if (refused) throw refused.error;
    return { kind: 'broken', failure: cut(asked.name, cause) };
  } finally {
    answer.discard();
  }
  if (total === undefined && answer.to === undefined && !answer.isCounted) {
    const message = `${asked.name} delivers a file without saying how long it is, so that a part of it could be missing.`;
    return { kind: 'broken', failure: failed('malformed', message).failure };
  }
  const isEnd = total === undefined ? answer.to === undefined : received === total;
  if (!isEnd) return received === answer.to ? { kind: 'range' } : { kind: 'broken', failure: cut(asked.name) };
  if (part.filled > 0) await write();
  return { kind: 'whole' };
}

const cut = (name: string, cause?: unknown) =>
  failed('broken', `${name} cannot be reached at the moment: a file ended early.`, { cause }).failure;
const tooMuch = (name: string) => failed('malformed', `${name} answered more bytes than it was asked for.`).failure;

async function* withoutPauses({ body, discard }: FileAnswer): AsyncGenerator<Uint8Array> {
  let timer = setTimeout(discard, idleMilliseconds);
  try {
    for await (const chunk of body) {
      clearTimeout(timer);
      yield chunk;
      // What the reader does with a chunk is no pause of the provider.
      timer = setTimeout(discard, idleMilliseconds);
    }
  } finally {
    clearTimeout(timer);
  }
}
