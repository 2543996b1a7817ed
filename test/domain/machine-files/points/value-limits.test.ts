import { expect, test } from 'vitest';
import { cropRows } from '../../../../domain/machine-files/points/crop-rows.ts';
import {
  applicationForm,
  harvestForm,
  highestRates,
  highestSeedMass,
  highestSprayRate,
  highestYield,
} from '../../../../domain/machine-files/points/value-limits.ts';

test('every known crop has a form, and a limit at least twice what its best fields yield', () => {
  const forms = cropRows
    .flatMap(([, , names]) => names.split('|'))
    .map((crop) => [crop, harvestForm(crop, 14)] as const);
  const of = (form: string) => forms.flatMap(([crop, found]) => (found === form ? [crop] : []));
  expect(of('cane')).toEqual(['sugar cane', 'energy cane']);
  expect(of('root')).toEqual(
    expect.arrayContaining(['potatoes', 'sugar beet', 'sweet potatoes', 'turnips', 'parsnip', 'radish']),
  );
  expect(of('forage')).toEqual(expect.arrayContaining(['silage corn', 'corn, silage', 'alfalfa', 'grass', 'lucerne']));
  expect(of('grain')).toEqual(
    expect.arrayContaining(['corn', 'winter wheat', 'rice', 'soybeans', 'canola', 'oats', 'rye']),
  );
  expect(of('other')).toEqual(
    expect.arrayContaining(['coffee', 'upland cotton', 'cherries', 'pineapple', 'apples', 'pumpkins']),
  );
});

test.each([
  ['wheat', 14, 17.96],
  ['winter barley', 14, 16.2],
  ['corn', 15, 39.16],
  ['soybeans', 13, 14.68],
  ['sorghum', 14, 39.16],
  ['corn', 66, 150],
  ['sugar beet', 76, 176],
  ['sugar cane', 70, 280],
])('the limit of %s at %d %% is twice %d t/ha', (crop, moisture, record) => {
  expect(highestYield(crop, moisture) / 2).toBeCloseTo(record, 1);
});

test('without its moisture it is open whether a crop is grain, so that it may be chopped', () => {
  expect(highestYield('corn', undefined)).toBe(highestYield('corn', 66));
});

test.each([
  [['Rindergülle'], '', 'slurry'],
  [['Hog Manure'], 'CropProtection', 'slurry'],
  [['Roundup'], '', 'spray'],
  [['UAN 32'], '', 'spray'],
  [['Tank 1'], 'Spraying', 'spray'],
  [['Water'], '', 'water'],
  [['Tank 1'], '', 'other'],
])('%s in %s is %s', (names, work, form) => {
  expect(applicationForm(names, work, false)).toBe(form);
});

test('a mix of water and others is a spray, and far below what may be slurry', () => {
  expect(applicationForm(['Water', 'X'], '', true)).toBe('spray');
  expect(highestSprayRate).toBeCloseTo(7_483, 0);
  expect(highestRates.volume).toBeGreaterThan(42_531);
});

test('seeds of cereals are lighter than tubers and setts', () => {
  expect(highestSeedMass('wheat')).toBe(1_000);
  for (const crop of ['potatoes', 'sugar cane', 'garlic', 'unknown'])
    expect(highestSeedMass(crop), crop).toBeUndefined();
});
