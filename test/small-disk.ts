import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from './temporary-folder.ts';

/** A separate disk of a few megabytes: a tmpfs, which root may mount. */
export interface SmallDisk {
  path: string;
  /** Leaves at most the given number of bytes free. */
  fill(freeBytes?: number): void;
  /** Removes what `fill` wrote. */
  free(): void;
}

/** The reason why there is no small disk here, or undefined where one can be mounted. */
export const noSmallDisk: string | undefined = tryMount();

/** Mounts a disk that is removed after the test. */
export function smallDisk(megabytes: number): SmallDisk {
  const path = temporaryFolder('small-disk');
  mount(path, megabytes);
  onTestFinished(() => unmount(path));
  const filler = join(path, 'filler');
  return {
    path,
    fill(freeBytes = 0) {
      rmSync(filler, { force: true });
      const { bavail, bsize } = statfsSync(path);
      const size = Math.max(0, bavail - Math.ceil(freeBytes / bsize)) * bsize;
      try {
        writeFileSync(filler, Buffer.alloc(size));
      } catch {
        // Another writer was faster; the file takes the remaining space.
      }
    },
    free: () => rmSync(filler, { force: true }),
  };
}

function mount(path: string, megabytes: number): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path], { stdio: 'pipe' });
}

/** Unmounts, even while a process that is about to end still has a file open. */
function unmount(path: string): void {
  if (existsSync(path)) execFileSync('umount', ['-l', path], { stdio: 'pipe' });
}

function tryMount(): string | undefined {
  const path = join(temporaryFolder('mount'), 'disk');
  try {
    mkdirSync(path);
    mount(path, 1);
    unmount(path);
    return undefined;
  } catch (error) {
    return `a tmpfs cannot be mounted here: ${(error as Error).message.trim()}`;
  }
}
