import { expect, test, vi } from 'vitest';
import { flakyItem, listedFlaky } from './flaky.ts';
import type { FileReport } from './report.ts';
import { judge, maxReruns, type Rerun, type TestRun } from './rerun.ts';

const file = (more: Partial<FileReport> = {}): FileReport => ({
  ...{ state: 'passed', passed: 3, failed: 0, seconds: 1, problems: [] },
  ...more,
});
const failedFile = file({ state: 'failed', passed: 2, failed: 1, problems: ['its name\nexpected 1 to be 2'] });
const run = (files: Record<string, FileReport>, more: Partial<TestRun> = {}): TestRun => ({
  ...{ name: 'npm test', exitCode: 1, report: { files, problems: [] }, closingProblems: '' },
  ...more,
});
const passes = async (): Promise<Rerun> => ({ isPassed: true, passed: 3, failed: 0, output: 'all well' });
const fails = async (): Promise<Rerun> => ({ isPassed: false, passed: 2, failed: 1, output: 'again' });

test('runs without a failed file are passed, and nothing is run once more', async () => {
  const rerun = vi.fn(passes);
  const verdict = await judge([run({ a: file() }, { exitCode: 0 }), run({ b: file() }, { exitCode: 0 })], rerun);
  expect(verdict).toMatchObject({ passed: 6, failed: 0, rerun: [], runs: [{ isPassed: true }, { isPassed: true }] });
  expect(rerun).not.toHaveBeenCalled();
});

test('a failed file that passes alone is passed, with both outputs', async () => {
  const rerun = vi.fn(passes);
  const verdict = await judge([run({ a: file(), b: failedFile }), run({ c: file() }, { exitCode: 0 })], rerun);
  expect(rerun.mock.calls).toEqual([['b']]);
  expect(verdict).toMatchObject({ passed: 9, failed: 0, runs: [{ isPassed: true }, { isPassed: true }] });
  expect(verdict.rerun).toMatchObject([{ path: 'b', problems: failedFile.problems, output: 'all well' }]);
});

test('a file that fails twice is failed, and its run with it', async () => {
  const verdict = await judge([run({ a: file(), b: failedFile }), run({ c: file() }, { exitCode: 0 })], fails);
  expect(verdict).toMatchObject({ passed: 8, failed: 1, runs: [{ isPassed: false }, { isPassed: true }] });
});

test('one file that fails twice is not outweighed by another that passes alone', async () => {
  const verdict = await judge([run({ a: failedFile, b: failedFile })], (path) => (path === 'a' ? passes() : fails()));
  expect(verdict).toMatchObject({ passed: 5, failed: 1, runs: [{ isPassed: false }] });
});

test('a file that did not end, as its process ended, is run once more', async () => {
  const verdict = await judge([run({ a: file({ state: 'unfinished', passed: 0 }) })], passes);
  expect(verdict).toMatchObject({ passed: 3, failed: 0, runs: [{ isPassed: true }] });
});

test.each<[string, Partial<TestRun>]>([
  ['an error that belongs to no file', { report: { files: { a: failedFile }, problems: ['Error: out of memory'] } }],
  ['a call that AWS would have refused', { closingProblems: 'AWS would have refused' }],
])('%s fails the run, whatever passes alone', async (_, more) => {
  expect((await judge([run({ a: failedFile }, more)], passes)).runs).toEqual([{ name: 'npm test', isPassed: false }]);
});

test('a run that ended for an unknown reason or before its report is failed', async () => {
  const { report: _, ...withoutReport } = run({}, { exitCode: 124 });
  const verdict = await judge([run({ a: file() }), withoutReport], passes);
  expect(verdict.runs.map(({ isPassed }) => isPassed)).toEqual([false, false]);
});

test('nothing is run once more where so many files failed that it is no accident', async () => {
  const names = Array.from({ length: maxReruns + 1 }, (_, index) => `${index}`);
  const rerun = vi.fn(passes);
  const verdict = await judge([run(Object.fromEntries(names.map((name) => [name, failedFile])))], rerun);
  expect(rerun).not.toHaveBeenCalled();
  expect(verdict).toMatchObject({ failed: names.length, notRerun: names, runs: [{ isPassed: false }] });
});

test('the item for a flaky file is found again in the list', () => {
  const problems = ['its name\n  expected 1 to be 2\nat line 3'];
  const again = { ...{ isPassed: true, passed: 3, failed: 0, output: '' }, path: 'test/a.test.ts', problems };
  const item = flakyItem(again, '2026-11-24');
  expect(item).toBe('- `test/a.test.ts` since 2026-11-24: its name: expected 1 to be 2');
  expect(listedFlaky(`# Flaky\n\nSome \`code\`.\n\n${item}\n`)).toEqual(['test/a.test.ts']);
});
