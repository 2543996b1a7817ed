import { open } from 'node:fs/promises';
import { type ContentKind, contentKind, sniffedBytes } from '../../domain/boundary-files/content-kind.ts';

/**
 * The kind of a file on disk by its first bytes.
 *
 * @example if ((await sniff(path)) === 'zip') await unpackArchive(path, name, directory, limits);
 */
export async function sniff(path: string): Promise<ContentKind> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(sniffedBytes), 0, sniffedBytes, 0);
    return contentKind(buffer.subarray(0, bytesRead));
  } finally {
    await handle.close();
  }
}
