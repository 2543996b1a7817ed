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

/** Files with a warning, and what is wrong in them. None loses a point. */
const explained: Record<string, { codes: string[]; because: string }> = {
  'CSIRO-Precision-Agriculture+pyprecag/area2_yield_ISO-8859-1.csv': {
    codes: ['tooManyImplausible'],
    because: 'all of its records are dated 2032',
  },
};
const judged = ['pointsLeftOut', 'tooManyImplausible', 'implausibleValues', 'sharesAsFractions'];

describe.skipIf(files.length === 0)('a healthy file of a machine loses no point that counts', () => {
  test.each(files)('%s', async (file) => {
    // Files without a crop, or without products, are judged as well.
    const accepted = { outOfStandardOperations: true };
    const { sets } = await processUpload(basename(file), await readFile(join(corpus ?? '', file)), accepted);
    for (const { part, processed } of sets) {
      const { status, operationType, pointCounts, problems } = processed;
      if (!pointCounts) continue;
      const marks = pointCounts.leftOut ?? {};
      const lost = Object.values(marks).reduce((sum, points) => sum + points, 0);
      const task = part?.taskId ? ` (${part.taskId})` : '';
      console.info(`${file}${task}: ${lost} of ${pointCounts.read} points of ${operationType}, ${status}`);
      expect(marks, file).toEqual({});
      const codes = problems.map(({ code }) => code).filter((code) => judged.includes(code));
      const { codes: expected = [], because } = explained[file] ?? {};
      if (because) console.info(`${file}: ${expected.join(', ')}, since ${because}`);
      expect(codes, file).toEqual(expected);
    }
  });
});
