import { open } from 'node:fs/promises';
import { type ContentKind, contentKind, sniffedBytes } from '../../domain/boundary-files/content-kind.ts';

/** Looks at the first bytes of a file on disk. */
export async function sniff(path: string): Promise<ContentKind> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(sniffedBytes), 0, sniffedBytes, 0);
    return contentKind(buffer.subarray(0, bytesRead));
  } finally {
    await handle.close();
  }
}
