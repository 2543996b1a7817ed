import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive } from './process-mark.ts';

const lookAgainMilliseconds = 100;

/**
 * Does work while holding the lock `file`, for which it waits: concurrent starts write their bundles to one
 * folder. The lock of a dead process is free.
 */
export async function withBuildLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  mkdirSync(dirname(file), { recursive: true });
  while (!hold(file)) await sleep(lookAgainMilliseconds);
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

function hold(file: string): boolean {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const holder = Number(readIfThere(file));
  // A file that is still empty is being written at this moment.
  if (holder > 0 && !isAlive(holder)) rmSync(file, { force: true });
  return false;
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
