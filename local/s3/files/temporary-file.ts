import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** A file that is being written and belongs to no object yet. */
export interface TemporaryFile {
  path: string;
  write(chunk: Buffer): Promise<void>;
  /** Completes the file; called before the file is moved into place. */
  finish(): Promise<void>;
  /** Removes the file; no effect once the file has been moved. */
  discard(): Promise<void>;
}

/**
 * Opens a new file in `folder`. With `sync`, `finish` flushes its bytes to the disk.
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
