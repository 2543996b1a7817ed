import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';

export interface WriteOptions {
  /** 0o600 when left out. */
  mode?: number;
  /** Waits until the content is on the disk itself, against power failure. */
  sync?: boolean;
}

/** Writes a whole file, in the place of one of that name. When it throws, there is none. */
export function writeNewFile(path: string, content: string | Buffer, options: WriteOptions = {}): void {
  const { mode = 0o600, sync = false } = options;
  try {
    const file = openSync(path, 'w', mode);
    try {
      writeFileSync(file, content);
      if (sync) fsyncSync(file);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  }
}

/**
 * Gives a small file a new content in one step: a reader sees the old content or the new one, also after a crash
 * or on a full disk. When it throws, the file is as it was, and nothing else is left behind.
 */
export function replaceFile(path: string, content: string | Buffer, options: WriteOptions = {}): void {
  const next = `${path}.next`;
  writeNewFile(next, content, options);
  try {
    renameSync(next, path);
  } catch (error) {
    rmSync(next, { force: true });
    throw error;
  }
}
