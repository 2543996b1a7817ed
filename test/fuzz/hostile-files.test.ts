import { availableParallelism } from 'node:os';
import { expect, test } from 'vitest';
import { fuzzCases, runCases } from './fuzz-cases.ts';

/**
 * A share of the cases of `npm run verify:fuzz`: damaged files of each parser, in processes of their own. A case is reproduced by its parser and
 * its seed.
 */
const count = Number(process.env.FUZZ_FILES ?? 100);
const seed = Number(process.env.FUZZ_SEED ?? 1);

test('damaged files of every parser result in boundaries, points or a problem, and end no process', async () => {
  const cases = [...fuzzCases(count, seed), { parser: 'a parser that there is not', seed }];
  const findings = await runCases(cases, { processes: Math.min(2, availableParallelism()), longest: 60_000 });
  expect(findings).toMatchObject([{ parser: 'a parser that there is not', seed, kind: 'fault' }]);
});

test('a reader that does not respond is ended, which is a finding with its seed', async () => {
  const cases = fuzzCases(1, seed).slice(0, 1);
  expect(await runCases(cases, { processes: 1, longest: 1 })).toMatchObject([{ ...cases[0], kind: 'hang' }]);
});
