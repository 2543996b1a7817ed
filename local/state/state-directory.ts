import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { lockState, type StateLock } from './state-lock.ts';

/** Marks a directory as Furrow's; `reset` deletes only directories with this file. */
const markFile = 'furrow-state.json';

/**
 * Locks a state directory for this process, and creates it if it is missing.
 *
 * @throws Error when it cannot be made, holds other files than Furrow's, or another process uses it.
 */
export async function openStateDirectory(dataDir: string): Promise<StateLock> {
  makeDirectory(dataDir);
  if (!isStateDirectory(dataDir)) {
    if (readdirSync(dataDir).length > 0) {
      throw new Error(`${dataDir} holds files that are not Furrow's: choose an empty or a new directory with DATA_DIR`);
    }
    writeFileSync(join(dataDir, markFile), `${JSON.stringify({ application: 'furrow', format: 1 })}\n`);
  }
  return lockState(dataDir);
}

export function isStateDirectory(dataDir: string): boolean {
  return existsSync(join(dataDir, markFile));
}

/**
 * Deletes a state directory with everything in it. False when there is none.
 *
 * @throws Error when the directory is not Furrow's or a process uses it.
 */
export async function deleteStateDirectory(dataDir: string): Promise<boolean> {
  if (!existsSync(dataDir)) return false;
  if (!isStateDirectory(dataDir)) {
    throw new Error(`${dataDir} is not a state directory of Furrow (it has no ${markFile}): nothing was deleted`);
  }
  const lock = await lockState(dataDir);
  try {
    rmSync(dataDir, { recursive: true, force: true });
  } finally {
    await lock.release();
  }
  return true;
}

/** Creates a directory with its parents. Node's own recursive creation never returns where the system refuses directories, as in `/proc`. */
function makeDirectory(path: string): void {
  if (existsSync(path)) {
    if (statSync(path).isDirectory()) return;
    throw new Error(`${path} is no directory: choose another DATA_DIR`);
  }
  makeDirectory(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    throw new Error(`${path} cannot be made (${code}): choose another DATA_DIR`, { cause: error });
  }
}
