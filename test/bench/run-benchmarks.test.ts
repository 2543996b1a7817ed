import { expect, test } from 'vitest';
import { MissingPeer, runPeer } from '../../bench/missing-peer.ts';
import { benchmark, type Form, within } from '../../bench/row.ts';
import { runBenchmarks } from '../../bench/run-benchmarks.ts';

/** Yields one row beyond its limit, and then ends as it is told. */
const slow = (name: string, end: () => void = () => {}) =>
  benchmark({
    name,
    takes: 'no time',
    sizes: { full: { rows: 1_000 }, tiny: { rows: 2 } },
    async *run({ rows }) {
      yield within(`${name} of ${rows}`, 2 * rows, rows, 'ms');
      end();
    },
  });

async function run(form: Form, ...benchmarks: Parameters<typeof runBenchmarks>[0]) {
  const lines: string[] = [];
  const outcome = await runBenchmarks(benchmarks, { form, baseline: {}, print: (line) => lines.push(line) });
  return { ...outcome, names: outcome.rows.map(({ name }) => name), text: lines.join('\n') };
}

test('the full form uses full sizes and fails for a figure beyond its limit', async () => {
  const { isGood, names, text } = await run('full', slow('a'));
  expect(names).toEqual(['a of 1000']);
  expect(text).toMatch(/a of 1000.*MISSED/);
  expect(isGood).toBe(false);
});

test('the tiny form uses tiny sizes and holds no limit against their figures', async () => {
  const { isGood, names, text } = await run('tiny', slow('a'));
  expect(names).toEqual(['a of 2']);
  expect(text).not.toContain('MISSED');
  expect(text).toContain('no limit is held against them');
  expect(isGood).toBe(true);
});

test.each(['tiny', 'full'] as const)(
  'a benchmark that throws fails the %s form, after the others have run',
  async (form) => {
    const broken = slow('broken', () => {
      throw new Error('Could not resolve "gone.ts"');
    });
    const { isGood, names, text } = await run(form, broken, slow('next'));
    expect(names).toHaveLength(2);
    expect(text).toContain('broken: Could not resolve "gone.ts"');
    expect(isGood).toBe(false);
  },
);

test('a peer that is not installed is told in one line, and fails the full form only', async () => {
  const lonely = slow('lonely', () => {
    throw new MissingPeer('ogr2ogr is not installed (Debian: apt-get install gdal-bin)');
  });
  const tiny = await run('tiny', lonely);
  expect(tiny.text).toMatch(/^lonely: not run to its end: ogr2ogr is not installed/m);
  expect(tiny.isGood).toBe(true);
  expect((await run('full', lonely)).text).toContain('1 benchmarks FAILED');
});

test('a program that is not there is a missing peer, and one that fails is not', async () => {
  const from = { packages: 'nothing' };
  await expect(runPeer('furrow-no-such-program', [], from)).rejects.toThrow(MissingPeer);
  await expect(runPeer(process.execPath, ['--eval', 'process.exit(3)'], from)).rejects.not.toThrow(MissingPeer);
});
