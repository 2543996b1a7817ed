import { open } from 'node:fs/promises';
import type { UnpackedFile } from '../../domain/boundary-files/boundary-set.ts';
import { sniffedBytes } from '../../domain/boundary-files/content-kind.ts';
import { decodeText } from '../../domain/boundary-files/text-encoding.ts';
import type { SoilSource } from './soil-format.ts';

/** A file with its beginning. */
export async function withHead(file: UnpackedFile): Promise<SoilSource> {
  const handle = await open(file.path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(sniffedBytes), 0, sniffedBytes, 0);
    const bytes = buffer.subarray(0, bytesRead);
    return { ...file, head: decodeText(bytes).text, bytesOfHead: bytes.toString('latin1', 0, 64) };
  } finally {
    await handle.close();
  }
}
