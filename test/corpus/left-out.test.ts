import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { processUpload } from '../adapters/machine-files/process-upload.ts';

/** Real files of real machines, in the folder of CORPUS_DIR. */
const corpus = process.env.CORPUS_DIR;
const files = corpus ? await filesOf(corpus) : [];

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && /\.(zip|txt|csv)$/i.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  return paths.sort();
}

/** The marks with their points of files that do lose some, each with what is wrong in it. No sample has any. */
const explained: Record<string, Record<string, number>> = {};

describe.skipIf(files.length === 0)('a healthy file of a machine loses no point that counts', () => {
  test.each(files)('%s', async (file) => {
    const { sets } = await processUpload(basename(file), await readFile(join(corpus ?? '', file)));
    for (const { part, processed } of sets) {
      const { status, operationType, pointCounts, problems } = processed;
      if (!pointCounts) continue;
      const marks = pointCounts.leftOut ?? {};
      const lost = Object.values(marks).reduce((sum, points) => sum + points, 0);
      const task = part?.taskId ? ` (${part.taskId})` : '';
      console.info(`${file}${task}: ${lost} of ${pointCounts.read} points of ${operationType}, ${status}`);
      expect(marks, file).toEqual(explained[file] ?? {});
      const codes = problems.map(({ code }) => code);
      for (const code of ['tooManyImplausible', 'implausibleValues', 'sharesAsFractions'])
        expect(codes, file).not.toContain(code);
    }
  });
});
