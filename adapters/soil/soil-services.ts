import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { SoilRefused } from '../../domain/soil/reading-problems.ts';
import { readSoilZip } from './read-soil-zip.ts';
import type { SoilAnswer } from './soil-answers.ts';

/** Name of the zip in the folder of the process that reads it. */
export const uploadName = 'upload';

/** The services of the process that reads soil results, for its parent. All files are in one folder. */
export function soilServices(folder: string) {
  return {
    async read({ name, isAnything }: { name: string; isAnything?: boolean }): Promise<SoilAnswer> {
      const workDir = join(folder, 'work');
      await mkdir(workDir, { recursive: true });
      try {
        return await readSoilZip(join(folder, uploadName), name, workDir, isAnything);
      } catch (error) {
        if (error instanceof SoilRefused) return { refusal: error.refusal };
        throw error;
      }
    },
  };
}
