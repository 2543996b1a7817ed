import { createWriteStream } from 'node:fs';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import * as zlib from 'node:zlib';
import type { Entry, ZipFile } from 'yauzl';
import type { BoundaryLimits } from '../../domain/boundary-files/limits.ts';
import { type BoundaryProblem, problem } from '../../domain/boundary-files/problem.ts';

/** Available since Node 20.15; before, damage is found only by sizes and by the reader of the file. */
const crc32 = zlib.crc32 as typeof zlib.crc32 | undefined;

/** Bytes per chunk: a chunk passes four streams, and with Node's default of 16 kB that costs more than unpacking. */
const bytesAtOnce = 256 * 1024;

/** Counts the bytes that all entries of an upload have produced. */
export interface Meter {
  totalBytes: number;
  limits: BoundaryLimits;
}

/** Thrown when an entry grows beyond a limit; ends the whole unpacking. */
export class UnpackRefusal extends Error {
  toProblem: (file: string) => BoundaryProblem;

  constructor(toProblem: (file: string) => BoundaryProblem) {
    super('the archive grows beyond a limit');
    this.toProblem = toProblem;
  }
}

/**
 * Writes one entry to `path`, counting the bytes as they are produced.
 *
 * @returns the number of bytes written.
 * @throws UnpackRefusal if the entry or the upload grows beyond a limit; Error if the data is damaged.
 */
export async function unpackEntry(zip: ZipFile, entry: Entry, path: string, meter: Meter): Promise<number> {
  const source = await zip.openReadStreamPromise(entry, { decodeFileData: false });
  const counter = countingStream(entry.compressedSize, meter);
  const target = createWriteStream(path, { flags: 'wx', mode: 0o600, highWaterMark: bytesAtOnce });
  if (entry.compressionMethod === 0) await pipeline(source, counter.stream, target);
  else await pipeline(source, zlib.createInflateRaw({ chunkSize: bytesAtOnce }), counter.stream, target);
  const { bytes, checksum } = counter.result();
  if (bytes !== entry.uncompressedSize) {
    throw new Error(`it has ${bytes} bytes and should have ${entry.uncompressedSize}`);
  }
  if (crc32 && checksum !== entry.crc32) throw new Error('its checksum is wrong');
  return bytes;
}

/** A stream that counts the bytes of an archive and fails above the limits. */
export function countingStream(compressedBytes: number, meter: Meter) {
  const { limits } = meter;
  let bytes = 0;
  let checksum = 0;
  const refusal = (): UnpackRefusal | undefined => {
    if (meter.totalBytes > limits.totalBytes) {
      return new UnpackRefusal((file) => problem('archiveTooLarge', { file }, { limit: limits.totalBytes }));
    }
    if (bytes >= limits.ratioFromBytes && bytes > compressedBytes * limits.ratio) {
      return new UnpackRefusal((file) => problem('archiveBomb', { file }, { ratio: limits.ratio, produced: bytes }));
    }
    return undefined;
  };
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      meter.totalBytes += chunk.length;
      if (crc32) checksum = crc32(chunk, checksum);
      const reason = refusal();
      if (reason) done(reason);
      else done(null, chunk);
    },
  });
  return { stream, result: () => ({ bytes, checksum }) };
}
