import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BoundaryReader } from '../../domain/boundary-files/boundary-reader.ts';
import { openBoundaryFile } from './open-boundary-file.ts';
import { readBoundarySet, startReading } from './read-boundary-set.ts';

/** Reads boundary files with GDAL, DuckDB and parsers of our own, in a folder that is removed afterwards. */
export const boundaryReader: BoundaryReader = {
  async open(file, work) {
    const folder = await mkdtemp(join(tmpdir(), 'furrow-boundaries-'));
    try {
      const path = join(folder, 'upload');
      if (!(await file.download(path))) return undefined;
      const workDir = join(folder, 'work');
      await mkdir(workDir);
      const { sets } = await openBoundaryFile(path, file.name, workDir);
      const reading = startReading();
      return await work({ sets, read: (set) => readBoundarySet(set, reading) });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};
