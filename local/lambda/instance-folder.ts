import { mkdirSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Programs, writePrograms } from './programs.ts';

/** The folder that holds the programs and, for each instance, what is `/tmp` in AWS. */
export interface InstanceFolder {
  programs: Programs;
  /** Creates a folder for an instance; `remove` it when the instance has ended. */
  open(name: string): { path: string; remove(): void };
  /** Waits for the end of all instances, since they may still write, and removes everything. */
  close(): Promise<void>;
}

/** How long to wait for a killed process, in milliseconds: it ends at once unless it hangs in the kernel. */
const maxEnd = 2_000;

/** Opens the folder and empties it of the remains of a killed run. */
export async function openInstanceFolder(dir?: string): Promise<InstanceFolder> {
  const root = dir ?? (await mkdtemp(join(tmpdir(), 'furrow-lambda-')));
  await rm(root, { recursive: true, force: true });
  await mkdir(root, { recursive: true });
  const programs = writePrograms(root);
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
