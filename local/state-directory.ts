import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lockState, type StateLock } from './state-lock.ts';

/** Marks a directory as Furrow's; `reset` deletes no other. */
const markFile = 'furrow-state.json';

/**
 * Takes a state directory for this process, making it when it is missing.
 *
 * @throws Error when it holds other files than Furrow's or another process uses it.
 */
export async function openStateDirectory(dataDir: string): Promise<StateLock> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
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
