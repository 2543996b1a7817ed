import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** A file that is being written and is not yet part of anything. */
export interface TemporaryFile {
  path: string;
  write(chunk: Buffer): Promise<void>;
  /** Must be called before the file is given a place. */
  finish(): Promise<void>;
  /** Removes the file; harmless once it has been moved away. */
  discard(): Promise<void>;
}

/**
 * Opens a new file in `folder`. With `sync` its bytes are on the disk, not only with the kernel, when it is finished.
 *
 * @example const file = await openTemporaryFile(store.temporaryFolder, store.sync);
 */
export async function openTemporaryFile(folder: string, sync: boolean): Promise<TemporaryFile> {
  const path = join(folder, randomUUID());
  let handle: FileHandle | undefined = await open(path, 'wx');
  const close = async () => {
    const open = handle;
    handle = undefined;
    await open?.close();
  };
  return {
    path,
    async write(chunk) {
      for (let written = 0; written < chunk.length; ) {
        if (!handle) throw new Error(`${path} is closed`);
        written += (await handle.write(chunk, written)).bytesWritten;
      }
    },
    async finish() {
      if (sync) await handle?.datasync();
      await close();
    },
    async discard() {
      await close();
      await rm(path, { force: true });
    },
  };
}
