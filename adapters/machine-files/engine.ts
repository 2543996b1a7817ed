import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FoundSet, MachineFileEngine } from '../../domain/machine-files/machine-file-engine.ts';
import type { MachineSet } from '../../domain/machine-files/machine-set.ts';
import { machineProblem } from '../../domain/machine-files/problem.ts';
import { stepsUntil } from '../../domain/machine-files/step.ts';
import { openSets } from './open-sets.ts';
import { contentHashOf, packMembers } from './pack-set.ts';
import { processSet } from './process-set.ts';
import { openWorkDatabase } from './work-database.ts';

/** Reads machine files with DuckDB and parsers of our own, in a folder that is removed afterwards. */
export const machineFileEngine: MachineFileEngine = {
  inspect(upload, work) {
    return inFolder(async (folder) => {
      const path = join(folder, 'upload');
      if (!(await upload.download(path))) return undefined;
      const { sets, problems } = await openSets(path, upload.name, folder);
      return work({ sets: await Promise.all(sets.map(found)), problems });
    });
  },

  process(stored, order, sink) {
    return inFolder(async (folder) => {
      const path = join(folder, 'set');
      if (!(await stored.download(path))) return undefined;
      const { sets, problems } = await openSets(path, stored.name, folder);
      const [set] = sets;
      if (!set) {
        const lost = problems[0] ?? machineProblem('noReadableData', stored.name);
        const steps = stepsUntil('rawGeojson', lost.message);
        return { status: 'failed', steps, artefacts: ['originalFile'], problems: [lost] };
      }
      const database = await openWorkDatabase(folder);
      try {
        return await processSet(set, order, sink, database);
      } finally {
        database.close();
      }
    });
  },
};

async function found(set: MachineSet): Promise<FoundSet> {
  const members = Object.values(set.members);
  return {
    file: set.file,
    format: set.format,
    sizeInBytes: members.reduce((sum, { bytes }) => sum + bytes, 0),
    contentHash: await contentHashOf(members),
    problems: set.problems,
    pack: () => packMembers(members),
  };
}

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'furrow-machine-files-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
