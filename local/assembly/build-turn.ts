import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive } from './process-mark.ts';

const lookAgainMilliseconds = 100;

/**
 * Waits until no other process holds `file`, then does the work while holding it. Bundles are written to one place, so
 * two starts at once take turns. A holder that died counts as gone.
 */
export async function takeTurn<T>(file: string, work: () => Promise<T>): Promise<T> {
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
