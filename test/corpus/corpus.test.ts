import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readUpload, zip } from '../adapters/boundary-files/upload-fixture.ts';
import { summarise } from './summarise.ts';

/**
 * Real files of real programs, in the folder of CORPUS_DIR outside the project; the expected result of each is in `expected/`. A new quirk is
 * a file there and, by `CORPUS_UPDATE=1 npx vitest run test/corpus`, its expected result, to be read before it is committed.
 */
const corpus = process.env.CORPUS_DIR;
const expectedDir = join(import.meta.dirname, 'expected');
const shapefileParts = ['shp', 'shx', 'dbf', 'prj', 'cpg'];

if (!corpus) console.log('CORPUS_DIR is not set: the tests over real files are left out.');

const files = corpus ? await filesOf(corpus) : [];
const known = new Set((await filesOf(expectedDir)).filter((file) => !file.startsWith('machine-files/')));

/** Paths below a folder, in order. */
async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  return paths.sort();
}

/** A file in the form in which a user uploads it: the parts of a loose shapefile are zipped. */
async function contentOf(folder: string, file: string): Promise<{ name: string; bytes: Uint8Array }> {
  const name = basename(file);
  if (!name.endsWith('.shp')) return { name, bytes: await readFile(join(folder, file)) };
  const stem = file.slice(0, -'shp'.length);
  const parts = shapefileParts.filter((part) => files.includes(stem + part));
  const contents = await Promise.all(
    parts.map(async (part) => [basename(stem + part), await readFile(join(folder, stem + part))] as const),
  );
  return { name: name.replace(/shp$/, 'zip'), bytes: zip(Object.fromEntries(contents)) };
}

const update = process.env.CORPUS_UPDATE === '1';
const expected = files.filter((file) => known.has(`${file}.json`) || (update && /\.(zip|kml|parquet|shp)$/.test(file)));
const others = files.filter((file) => !expected.includes(file));

describe.skipIf(expected.length === 0)('a real file has the expected result', () => {
  test.each(expected)('%s', async (file) => {
    const { name, bytes } = await contentOf(corpus ?? '', file);
    const summary = summarise(await readUpload(name, bytes));
    const path = join(expectedDir, `${file}.json`);
    if (update) {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, `${JSON.stringify(summary, undefined, 2)}\n`);
    }
    expect(summary).toEqual(JSON.parse(await readFile(path, 'utf8')));
  });
});

describe.skipIf(others.length === 0)('any other real file results in a problem or in fields', () => {
  test.each(others)('%s', async (file) => {
    const { sets, problems, fields } = await readUpload(basename(file), await readFile(join(corpus ?? '', file)));
    expect(sets.length).toBeGreaterThan(0);
    expect(problems.length + fields.length).toBeGreaterThan(0);
  });
});

test('every expected result belongs to a file', async () => {
  for (const file of known) {
    const { sets } = JSON.parse(await readFile(join(expectedDir, file), 'utf8'));
    expect(sets.length, file).toBeGreaterThan(0);
  }
});
