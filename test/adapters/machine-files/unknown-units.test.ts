import { expect, test } from 'vitest';
import { deereZip } from './deere-zip.ts';
import { only, pointsOf } from './only-set.ts';

test('values in a unit that nobody knows are left out, and named with it', async () => {
  const set = await only('work.zip', deereZip({ elevationUnit: 'klafter' }), { outOfStandardOperations: true });
  expect(set.processed.problems.filter(({ code }) => code === 'unknownUnits')).toMatchObject([
    { severity: 'warning', message: 'Values were left out whose unit is not known: elevation in klafter.' },
  ]);
  expect(pointsOf(set).filter(({ elevation }) => elevation != null)).toEqual([]);
  expect(pointsOf(set).every(({ appliedRate }) => appliedRate === 100)).toBe(true);
});

test('and nothing is said where all units are known', async () => {
  const set = await only('work.zip', deereZip());
  expect(set.processed.problems).toEqual([]);
});
