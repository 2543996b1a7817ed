import { open } from 'node:fs/promises';
import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import type { Entry } from 'yauzl';
import type { Meter } from './unpack-entry.ts';
import type { DataRange } from './unpack-part.ts';

const inflateRaw = promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.inflateRaw);
/** Available since Node 20.15. */
const crc32 = zlib.crc32 as typeof zlib.crc32 | undefined;

/** Bytes of an entry that is unpacked in memory. Chosen: a worker has room for several. */
const maxBytes = 64_000_000;

/**
 * Unpacks an entry in memory, which takes half the time of streams.
 *
 * @returns undefined for an entry that is large, damaged, not as stated or beyond a limit: reading it as a stream says what it has.
 */
export async function unpackAtOnce(entry: Entry, data: DataRange, meter: Meter): Promise<Buffer | undefined> {
  const { compressedSize, uncompressedSize: stated } = entry;
  const { limits } = meter;
  const isWithinLimits =
    meter.totalBytes + stated <= limits.totalBytes &&
    (stated < limits.ratioFromBytes || stated <= compressedSize * limits.ratio);
  if (!data.deflated || stated === 0 || Math.max(stated, compressedSize) > maxBytes || !isWithinLimits)
    return undefined;
  const packed = await bytesOf(data);
  const content = await inflateRaw(packed, { chunkSize: stated + 64, maxOutputLength: stated }).catch(() => undefined);
  if (content?.length !== stated || (crc32 && crc32(content) !== entry.crc32)) return undefined;
  meter.totalBytes += stated;
  return content;
}

async function bytesOf({ path, from, to }: DataRange): Promise<Buffer> {
  const archive = await open(path);
  try {
    const { buffer, bytesRead } = await archive.read(Buffer.allocUnsafe(to - from), 0, to - from, from);
    return buffer.subarray(0, bytesRead);
  } finally {
    await archive.close();
  }
}
