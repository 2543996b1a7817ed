import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { SoilRefused } from '../../domain/soil/reading-problems.ts';
import type { SoilParameters } from '../../domain/soil/soil-parameters.ts';
import { readSoilZip } from './read-soil-zip.ts';
import type { SoilAnswer } from './soil-answers.ts';

/** Name of the zip in the folder of the process that reads it. */
export const uploadName = 'upload';

/** The services of the process that reads soil results, for its parent. All files are in one folder. */
export function soilServices(folder: string) {
  return {
    async read({
      name,
      ...told
    }: {
      name: string;
      isAnything?: boolean;
      parameters?: SoilParameters;
    }): Promise<SoilAnswer> {
      const workDir = join(folder, 'work');
      await mkdir(workDir, { recursive: true });
      try {
        return await readSoilZip(join(folder, uploadName), name, workDir, told);
      } catch (error) {
        if (error instanceof SoilRefused) return { refusal: error.refusal };
        throw error;
      }
    },
  };
}
