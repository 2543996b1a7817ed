import { expect, test } from 'vitest';
import type { MachineFile } from '../../../domain/machine-files/machine-file.ts';
import { machineProblem } from '../../../domain/machine-files/problem.ts';
import { hasFailedAgain, keptResult, setToWork } from '../../../domain/machine-files/set-to-work.ts';

const warning = machineProblem('clockNeverSet', 'a.csv');
const processed = {
  ...{ id: 'f', fileName: 'a.csv', status: 'processed', problems: [warning] },
  steps: { summary: { status: 'processed', message: 'ok' } },
} as unknown as MachineFile;
const crashed = machineProblem('readingBroke', 'a.csv');
const refused = machineProblem('missingProperties', 'a.csv', { properties: ['crop'] });

test('a processed file whose processing fails by no fault of its own stays processed, with its problems and a warning', () => {
  const begun = setToWork(processed, 0);
  expect(begun).toMatchObject({ status: 'processing', problems: [] });
  const kept = keptResult(begun, crashed);
  expect(kept).toMatchObject({ status: 'processed', steps: processed.steps });
  expect(kept?.problems.map(({ code }) => code)).toEqual(['clockNeverSet', 'reprocessingFailed']);
  expect(kept?.problems[1]).toMatchObject({ severity: 'warning', message: expect.stringContaining(crashed.message) });
  const again = keptResult(setToWork({ ...processed, ...kept } as MachineFile, 1), crashed);
  expect(again?.problems).toEqual(kept?.problems);
  expect(hasFailedAgain({ status: 'processed', problems: again?.problems ?? [] })).toBe(true);
});

test('a change beside a processed file never makes it failed; a request does, if the file is refused by what it says', () => {
  expect(keptResult(setToWork(processed, 0, 'change'), refused)?.status).toBe('processed');
  expect(keptResult(setToWork(processed, 0, 'request'), refused)).toBeUndefined();
});

test('a file that was never processed has no former result', () => {
  const failed = { ...processed, status: 'failed' } as MachineFile;
  expect(keptResult(setToWork(failed, 0, 'change'), crashed)).toBeUndefined();
});
