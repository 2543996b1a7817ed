import { expect, test } from 'vitest';
import { areas } from '../../functions/areas.ts';
import { recordedDurations } from '../tiers/durations.ts';
import { listedFlaky } from '../tiers/flaky.ts';
import { filesOf } from '../tiers/selection.ts';
import { tenthOf } from '../tiers/tenth.ts';
import { testFiles } from '../tiers/test-files.ts';
import { alsoQuick, nightly, quickFolders, type Tier, tierOf, tooLong, walks } from '../tiers/tiers.ts';
import { read } from './tree.ts';

const all = testFiles();
const isNamed = (path: string) => all.some((file) => file === path || (path.endsWith('/') && file.startsWith(path)));
const isInQuickFolder = (path: string) => quickFolders.some((folder) => path.startsWith(folder));

test('every test file runs in exactly one project of one tier, and in one of the whole', () => {
  const files = (selection?: Tier | 'ci') =>
    (['alone', 'faulty disk', 'cloud'] as const).flatMap((project) => filesOf(project, selection));
  expect(all.length).toBeGreaterThan(400);
  expect([...files('quick'), ...files('rest'), ...files('nightly')].sort()).toEqual(all);
  expect(files().sort()).toEqual(all);
  expect(files('quick').length).toBeGreaterThan(200);
  const drawn = files('ci').filter((path) => tierOf(path) === 'nightly');
  expect(drawn.length).toBe(Math.ceil(files('nightly').length / 10));
  expect(
    files('ci')
      .filter((path) => !drawn.includes(path))
      .sort(),
  ).toEqual([...files('quick'), ...files('rest')].sort());
});

test('a drawn tenth is the same for a seed, and some seed draws each', () => {
  const names = Array.from({ length: 53 }, (_, number) => `test/${number}.test.ts`);
  expect(tenthOf(names, 1)).toEqual(tenthOf([...names].reverse(), 1));
  expect(tenthOf(names, 1)).toHaveLength(6);
  expect(tenthOf(['alone'], 1)).toEqual(['alone']);
  const seeds = Array.from({ length: 200 }, (_, number) => number);
  expect(new Set(seeds.flatMap((each) => tenthOf(names, each))).size).toBe(names.length);
});

test('the lists of tiers name what is there, and only exceptions of its folder', () => {
  for (const path of [...quickFolders, ...tooLong, ...nightly, ...alsoQuick, ...Object.values(walks).flat()]) {
    expect(isNamed(path), path).toBe(true);
  }
  expect(tooLong.filter((path) => !isInQuickFolder(path))).toEqual([]);
  expect(tooLong.filter((path) => nightly.includes(path))).toEqual([]);
  expect([...alsoQuick, ...Object.values(walks).flat()].filter(isInQuickFolder)).toEqual([]);
});

test('npm test walks through every area over HTTP', () => {
  expect(Object.keys(walks).sort()).toEqual(areas.map(({ name }) => name).sort());
  for (const [area, files] of Object.entries(walks)) {
    expect(files.length, area).toBeGreaterThan(0);
    for (const file of files) expect(file).toMatch(/^test\/api\//);
  }
});

/** Four minutes on two processors, which are at work for nine tenths of the time. */
const maxProcessorSeconds = 430;

test('npm test takes no more processor time than a newcomer waits for, as last recorded', () => {
  const durations = recordedDurations();
  const quick = all.filter((path) => tierOf(path) === 'quick');
  const seconds = quick.reduce((sum, path) => sum + (durations[path]?.processorSeconds ?? 0), 0);
  const longest = quick
    .sort((one, other) => (durations[other]?.processorSeconds ?? 0) - (durations[one]?.processorSeconds ?? 0))
    .slice(0, 10);
  expect(seconds, `name some of them in tooLong: ${longest.join(', ')}`).toBeLessThanOrEqual(maxProcessorSeconds);
});

test('the files that are listed as flaky are there', () => {
  expect(listedFlaky(read('test/flaky.md')).filter((path) => !all.includes(path))).toEqual([]);
});
