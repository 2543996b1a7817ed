import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { processUpload } from '../adapters/machine-files/process-upload.ts';
import { type Counted, expectCounted } from './counted.ts';
import { namesOf, summariseFile } from './summarise-machine-file.ts';

/**
 * Real files of real machines, in the folder of CORPUS_DIR; the expected result of each is in `expected/machine-files/`. A new quirk is a
 * file there and, by `CORPUS_UPDATE=1 npx vitest run test/corpus/machine-files.test.ts`, its expected result, to be read before it is
 * committed. Its figures are not the service's own: `npm run verify:corpus` counts them.
 */
const corpus = process.env.CORPUS_DIR;
const expectedDir = join(import.meta.dirname, 'expected', 'machine-files');
const update = process.env.CORPUS_UPDATE === '1';

const files = corpus ? await filesOf(corpus) : [];

/** Archives and texts, the forms in which users send machine data. */
async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && /\.(zip|txt|csv)$/i.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  return paths.sort();
}

describe.skipIf(files.length === 0)('a real file of a machine has the expected result', () => {
  test.each(files)('%s', async (file) => {
    const content = await readFile(join(corpus ?? '', file));
    const { sets, problems } = await processUpload(basename(file), content);
    const found = {
      sets: sets.map(({ format, processed }) => summariseFile(format, processed)),
      problems: namesOf(problems),
    };
    expect(sets.length + problems.length, 'nothing was said of it').toBeGreaterThan(0);
    const path = join(expectedDir, `${file}.json`);
    const { counted, ...expected }: { counted?: Counted } = JSON.parse(await readFile(path, 'utf8').catch(() => '{}'));
    if (update) {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, `${JSON.stringify({ ...found, counted }, undefined, 2)}\n`);
    } else expect(found).toEqual(expected);
    const isProcessed = sets.some(({ processed }) => processed.status === 'processed');
    expect(isProcessed && !counted, 'nothing but the service has counted it').toBe(false);
    if (!counted) return;
    const asCounted = Object.keys(counted.settings).length > 0;
    const again = asCounted ? await processUpload(basename(file), content, counted.settings) : { sets };
    expectCounted(again.sets, counted);
  });
});
