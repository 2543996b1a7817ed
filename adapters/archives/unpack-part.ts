import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import * as zlib from 'node:zlib';
import { countingStream, type Meter, UnpackRefusal } from './unpack-entry.ts';

/** A byte range of a file with data of an archive. */
export interface DataRange {
  path: string;
  from: number;
  to: number;
  deflated: boolean;
}

/** Data before damage is returned only in whole chunks of this size. */
const pieceBytes = 1024;

/**
 * Writes the readable part of damaged data to `target`.
 *
 * @returns the number of bytes written, the number of bytes of the range read for them, and the error that ended it
 * early, if known.
 * @throws UnpackRefusal if it grows beyond a limit.
 */
export async function unpackPart(
  { path, from, to, deflated }: DataRange,
  target: string,
  meter: Meter,
): Promise<{ bytes: number; read: number; damage: unknown }> {
  if (to <= from) return { bytes: 0, read: 0, damage: undefined };
  const counter = countingStream(to - from, meter);
  // Without this flush, truncated data would be an error and its last chunks would be lost.
  const inflate = zlib.createInflateRaw({ chunkSize: pieceBytes, finishFlush: zlib.constants.Z_SYNC_FLUSH });
  const file = await open(target, 'w', 0o600);
  let damage: unknown;
  let bytes = 0;
  try {
    const source = createReadStream(path, { start: from, end: to - 1 });
    const write = async (pieces: AsyncIterable<Buffer>) => {
      for await (const piece of pieces) bytes += (await file.write(piece)).bytesWritten;
    };
    if (deflated) await pipeline(source, inflate, counter.stream, write);
    else await pipeline(source, counter.stream, write);
  } catch (error) {
    if (error instanceof UnpackRefusal) throw error;
    damage = error;
  } finally {
    await file.close();
  }
  return { bytes, read: deflated ? inflate.bytesWritten : to - from, damage };
}
