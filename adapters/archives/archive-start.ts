import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

/** Size of the end record of a zip, and maximum size of its comment. */
const endBytes = 22;
const maxComment = 65_535;
const endSignature = 0x06054b50;
const directorySignature = 0x02014b50;

/**
 * Offset at which a zip begins, after bytes that a broken transfer or a self-extracting program put before it. Computed
 * from the end record, whose directory is then at a larger offset than it states. 0 for other files.
 */
export async function archiveStart(path: string): Promise<number> {
  const handle = await open(path);
  try {
    const { size } = await handle.stat();
    const from = Math.max(0, size - endBytes - maxComment);
    const { buffer } = await handle.read(Buffer.alloc(size - from), 0, size - from, from);
    let end = buffer.length - endBytes;
    while (end >= 0 && buffer.readUInt32LE(end) !== endSignature) end--;
    if (end < 0) return 0;
    const directory = from + end - buffer.readUInt32LE(end + 12);
    const start = directory - buffer.readUInt32LE(end + 16);
    if (start <= 0 || directory < 0) return 0;
    const { buffer: signature } = await handle.read(Buffer.alloc(4), 0, 4, directory);
    return signature.readUInt32LE(0) === directorySignature ? start : 0;
  } finally {
    await handle.close();
  }
}

/** Copies an archive without the bytes before it. */
export function copyFrom(start: number, path: string, target: string): Promise<void> {
  return pipeline(createReadStream(path, { start }), createWriteStream(target));
}
