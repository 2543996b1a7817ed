import { cpSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join, relative } from 'node:path';
import { benchmark, within } from './row.ts';
import { projectDir, startFurrow } from './running-furrow.ts';
import { median } from './statistics.ts';
import { temporaryFolder } from './temporary-folder.ts';

const coldMilliseconds = 10_000;
const restartMilliseconds = 3_000;

/** Folders that a clone does not have, or that the copy shares. */
const leftOut = new Set(['.git', 'node_modules', 'dist', 'cdk.out', '.furrow', 'coverage']);

/** Time from the start of the process to the line `ready`, in a copy of the project that has never been built. */
export const startUp = benchmark({
  name: 'start-up',
  takes: 'a minute: the first start, which builds and synthesizes, and later ones',
  sizes: { full: { coldStarts: 3, restarts: 7 }, tiny: { coldStarts: 1, restarts: 1 } },
  async *run({ coldStarts, restarts }) {
    const temporary = temporaryFolder();
    try {
      const project = copyProject(join(temporary.path, 'project'));
      const dataDir = join(temporary.path, 'state');
      const cold: number[] = [];
      for (let start = 0; start < coldStarts; start++) {
        for (const made of [join(project, 'dist'), dataDir]) rmSync(made, { recursive: true, force: true });
        cold.push(await readyTime(dataDir, project));
      }
      yield within('synthesis and first start, median', median(cold), coldMilliseconds, 'ms');
      const warm: number[] = [];
      for (let start = 0; start < restarts; start++) warm.push(await readyTime(dataDir, project));
      yield within('restart, median', median(warm), restartMilliseconds, 'ms');
    } finally {
      temporary.remove();
    }
  },
});

function copyProject(target: string): string {
  mkdirSync(target);
  cpSync(projectDir, target, {
    recursive: true,
    filter: (path) => !leftOut.has(relative(projectDir, path).split('/')[0] ?? ''),
  });
  symlinkSync(join(projectDir, 'node_modules'), join(target, 'node_modules'));
  return target;
}

async function readyTime(dataDir: string, project: string): Promise<number> {
  const furrow = await startFurrow(dataDir, { project });
  await furrow.stop();
  return furrow.readyMilliseconds;
}
