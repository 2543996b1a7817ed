import { expect, test } from 'vitest';
import {
  deviationBounds,
  deviationClasses,
  deviationColours,
  deviationTexts,
  targetOf,
} from '../../../domain/machine-files/maps/deviation.ts';

test.each([
  [22, 1, [-25, -15, -5, 5, 15, 25]],
  [10, 1, [-10, -6, -2, 2, 6, 10]],
  [0, 1, [-5, -3, -1, 1, 3, 5]],
  [340, 1, [-500, -300, -100, 100, 300, 500]],
  [0.012, 0.0001, [-0.025, -0.015, -0.005, 0.005, 0.015, 0.025]],
])('bounds are round and the same on both sides of the target: nine of ten within %d', (usual, min, bounds) => {
  expect(deviationBounds(usual, min)).toEqual(bounds);
});

test('there are always seven classes, so that the middle one is that of the target', () => {
  const bounds = [-25, -15, -5, 5, 15, 25];
  const counted = new Map([
    [3, { count: 90, squareMetres: 9_000 }],
    [6, { count: 2, squareMetres: 200 }],
  ]);
  const classes = deviationClasses(bounds, counted, { min: -4, max: 112 }, 'L/ha');
  expect(classes).toHaveLength(deviationColours.length);
  expect(classes[0]).toEqual({ min: -25, max: -25, count: 0, open: 'below' });
  expect(classes[3]).toEqual({ min: -5, max: 5, count: 90, area: { value: 0.9, unit: 'ha' } });
  expect(classes[6]).toEqual({ min: 25, max: 112, count: 2, open: 'above', area: { value: 0.02, unit: 'ha' } });
  const [below, , , middle, next, , above] = deviationTexts(classes);
  expect([below, middle, next, above]).toEqual(['below -25', '-5 to +5', '+5 to +15', 'above +25']);
});

test('a value is compared with a target of the same dimension alone', () => {
  expect(targetOf('seedRate', { seedRate: 'seeds/ha', seedRateTarget: 'seeds/ac' })).toBe('seedRateTarget');
  expect(targetOf('appliedRate', { appliedRate: 'L/ha', appliedRateTarget: 'kg/ha' })).toBeUndefined();
  expect(targetOf('appliedRate', { appliedRate: 'L/ha' })).toBeUndefined();
  expect(targetOf('speed', { speed: 'm/s' })).toBeUndefined();
});
