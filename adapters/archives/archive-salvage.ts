import type { FileHandle } from 'node:fs/promises';
import { open, stat } from 'node:fs/promises';
import { decodeArchiveName } from '../../domain/boundary-files/text-encoding.ts';
import type { Meter } from './unpack-entry.ts';
import { unpackPart } from './unpack-part.ts';

/** A file in an archive without directory, found by its local header. */
interface FoundEntry {
  name: string;
  /** Compression: 0 is none, 8 is deflate. */
  method: number;
  /** Offset of its data, and of the end if the header contains the size. */
  from: number;
  to: number | undefined;
  /** Uncompressed size, if the header contains it. */
  bytes: number;
}

interface SalvagedEntry {
  name: string;
  bytes: number;
  /** Undefined if the file is complete. */
  damage: unknown;
}

const headerBytes = 30;
const signature = Buffer.from([0x50, 0x4b, 0x03, 0x04]);
const [encryptedFlag, sizesFollowFlag] = [0x1, 0x8];
const searchedBytes = 1024 * 1024;

/**
 * Unpacks an archive without directory, such as one whose end was cut off, file by file in the order of their data.
 *
 * @param pathOf the path for a file; undefined to skip the file.
 */
export async function* salvage(
  path: string,
  pathOf: (name: string) => string | undefined,
  meter: Meter,
): AsyncGenerator<SalvagedEntry> {
  const { size } = await stat(path);
  const handle = await open(path);
  try {
    for (let at = await nextHeader(handle, 0, size); at !== undefined; ) {
      const entry = await entryAt(handle, at, size);
      const target = entry && pathOf(entry.name);
      const end =
        entry?.to ?? (entry && entry.method === 0 ? await nextHeader(handle, entry.from, size) : undefined) ?? size;
      let next = entry ? Math.min(end, size) : at + signature.length;
      if (entry && target) {
        const range = { path, from: entry.from, to: Math.min(end, size), deflated: entry.method === 8 };
        const { bytes, read, damage } = await unpackPart(range, target, meter);
        const isCutOff = entry.to === undefined ? entry.from + read >= size : bytes < entry.bytes;
        const isShort = bytes < entry.bytes;
        const early = isShort
          ? new Error(`it has ${bytes} of its ${entry.bytes} bytes`)
          : new Error('unexpected end of file');
        yield { name: entry.name, bytes, damage: damage ?? (isCutOff ? early : undefined) };
        if (entry.to === undefined) next = damage ? entry.from : entry.from + read;
      }
      at = await nextHeader(handle, next, size);
    }
  } finally {
    await handle.close();
  }
}

async function nextHeader(handle: FileHandle, from: number, size: number): Promise<number | undefined> {
  for (let at = from; at < size; at += searchedBytes) {
    const length = Math.min(searchedBytes + signature.length - 1, size - at);
    const { buffer } = await handle.read(Buffer.alloc(length), 0, length, at);
    const found = buffer.indexOf(signature);
    if (found >= 0) return at + found;
  }
  return undefined;
}

async function entryAt(handle: FileHandle, at: number, size: number): Promise<FoundEntry | undefined> {
  if (at + headerBytes > size) return undefined;
  const { buffer: header } = await handle.read(Buffer.alloc(headerBytes), 0, headerBytes, at);
  const [flags, method] = [header.readUInt16LE(6), header.readUInt16LE(8)];
  const [nameBytes, extraBytes] = [header.readUInt16LE(26), header.readUInt16LE(28)];
  const compressed = header.readUInt32LE(18);
  const from = at + headerBytes + nameBytes + extraBytes;
  if (from > size || (flags & encryptedFlag) !== 0 || (method !== 0 && method !== 8)) return undefined;
  const { buffer: name } = await handle.read(Buffer.alloc(nameBytes), 0, nameBytes, at + headerBytes);
  const isKnown = (flags & sizesFollowFlag) === 0 && compressed !== 0xffffffff;
  return {
    name: decodeArchiveName(name).replaceAll('\\', '/'),
    method,
    from,
    to: isKnown ? from + compressed : undefined,
    bytes: isKnown ? header.readUInt32LE(22) : 0,
  };
}
