import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import type { TestSpecification, Vitest } from 'vitest/node';
import { type Durations, updated } from './durations.ts';
import { LongestFirst } from './order.ts';
import { processorSeconds } from './processor-seconds.ts';
import type { FileReport } from './report.ts';

const file = (more: Partial<FileReport>): FileReport => ({
  ...{ state: 'passed', passed: 1, failed: 0, seconds: 1, problems: [] },
  ...more,
});

test('a record follows the files that passed, keeps the others, and loses those that are gone', () => {
  const known: Durations = { a: { seconds: 5 }, b: { seconds: 6, processorSeconds: 2 }, gone: { seconds: 7 } };
  const quick = { files: { a: file({ seconds: 4.26, processorSeconds: 1.04 }) }, problems: [] };
  const rest = { files: { b: file({ state: 'failed', seconds: 90 }), c: file({ seconds: 3 }) }, problems: [] };
  expect(updated(known, [quick, rest], ['a', 'b', 'c', 'd'])).toEqual({
    a: { seconds: 4.3, processorSeconds: 1 },
    b: { seconds: 6, processorSeconds: 2 },
    c: { seconds: 3 },
  });
});

test('files run in the order of their recorded time, after those without one and those with a process of their own', async () => {
  const durations = { 'test/short.test.ts': { seconds: 1 }, 'test/long.test.ts': { seconds: 9 } };
  const spec = (name: string, isolate = false) =>
    ({
      moduleId: `/project/test/${name}.test.ts`,
      project: { config: { root: '/project', isolate } },
    }) as TestSpecification;
  const files = [spec('short'), spec('new'), spec('long'), spec('apart', true)];
  const sorted = await new LongestFirst({} as Vitest, () => durations).sort(files);
  expect(sorted.map(({ moduleId }) => moduleId)).toEqual(
    ['apart', 'new', 'long', 'short'].map((name) => `/project/test/${name}.test.ts`),
  );
});

test.skipIf(process.platform !== 'linux')(
  'the processor time of a process includes its children that have ended',
  () => {
    const before = processorSeconds([process.pid]) ?? Number.NaN;
    const child = spawnSync(process.execPath, [
      '-e',
      'const end = process.cpuUsage().user + 300_000; while (process.cpuUsage().user < end);',
    ]);
    expect(child.status).toBe(0);
    expect((processorSeconds([process.pid]) ?? Number.NaN) - before).toBeGreaterThanOrEqual(0.28);
  },
);
