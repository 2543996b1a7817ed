import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';

export interface WriteOptions {
  /** 0o600 by default. */
  mode?: number;
  /** Flushes the content to the disk, so that it survives a power failure. */
  sync?: boolean;
}

/** Writes a whole file, replacing an existing one. When it throws, there is no file. */
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
 * Replaces the content of a small file in one step: readers see the old content or the new one, even after a crash
 * or on a full disk. When it throws, the file is unchanged, and nothing else is left behind.
 *
 * @example replaceFile(join(folder, 'clock.json'), JSON.stringify({ offset }));
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
