import { mkdirSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Programs, writePrograms } from './programs.ts';

/** The folder that holds the programs and, for each instance, what is `/tmp` in AWS. */
export interface InstanceFolder {
  programs: Programs;
  /** Makes an instance's own folder; `remove` it when the instance is no more. */
  open(name: string): { path: string; remove(): void };
  /** Waits for the instances' ends, since they may still write, and removes everything. */
  close(): Promise<void>;
}

/** A killed process is gone at once, unless it hangs in the kernel, in milliseconds. */
const maxEnd = 2_000;

/** Opens the folder, empty: what an earlier run left behind when it was killed goes now. */
export async function openInstanceFolder(dir?: string): Promise<InstanceFolder> {
  const root = dir ?? (await mkdtemp(join(tmpdir(), 'furrow-lambda-')));
  await rm(root, { recursive: true, force: true });
  await mkdir(root, { recursive: true });
  const programs = await writePrograms(root);
  const inUse = new Map<string, Promise<void>>();
  return {
    programs,
    open(name) {
      const path = join(root, name);
      mkdirSync(path, { recursive: true });
      let remove = () => {};
      const removed = new Promise<void>((resolve) => {
        remove = resolve;
      }).then(() => rm(path, { recursive: true, force: true, maxRetries: 3 }));
      inUse.set(
        name,
        removed.catch(() => {}).then(() => void inUse.delete(name)),
      );
      return { path, remove };
    },
    async close() {
      await Promise.race([Promise.all(inUse.values()), delay(maxEnd, undefined, { ref: false })]);
      await rm(root, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}
