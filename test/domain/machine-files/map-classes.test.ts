import { expect, test } from 'vitest';
import { classBounds, classTexts, countedClasses } from '../../../domain/machine-files/maps/map-classes.ts';

test('bounds are round and evenly spaced between the percentiles', () => {
  expect(classBounds(2130, 6470)).toEqual([2100, 3000, 3900, 4700, 5600, 6500]);
  expect(classBounds(0.11, 0.19)).toEqual([0.11, 0.126, 0.142, 0.158, 0.174, 0.19]);
  expect(classBounds(-31, 29)).toEqual([-30, -18, -6, 6, 18, 30]);
});

test('one value that nearly all points have is the only bound', () => {
  expect(classBounds(5, 5)).toEqual([5]);
  expect(classBounds(Number.NaN, Number.NaN)).toHaveLength(1);
});

test('classes without points are left out, and open ones have the ends of all values', () => {
  const counted = new Map([
    [0, { count: 20, squareMetres: 8_094 }],
    [2, { count: 900, squareMetres: 364_000 }],
    [3, { count: 10, squareMetres: 4_047 }],
  ]);
  const classes = countedClasses([2000, 4000, 6500], counted, { min: 12, max: 100_000 }, 'lb/ac');
  expect(classes).toEqual([
    { min: 12, max: 2000, count: 20, open: 'below', area: { value: 2, unit: 'ac' } },
    { min: 4000, max: 6500, count: 900, area: { value: 89.95, unit: 'ac' } },
    { min: 6500, max: 100_000, count: 10, open: 'above', area: { value: 1, unit: 'ac' } },
  ]);
  expect(classTexts(classes)).toEqual(['up to 2,000', '4,000 – 6,500', '> 6,500']);
  const [metric] = countedClasses([2], new Map([[0, { count: 1, squareMetres: 20_000 }]]), { min: 1, max: 3 }, 't/ha');
  expect(metric?.area).toEqual({ value: 2, unit: 'ha' });
});

test('texts have the digits of their bounds', () => {
  expect(classTexts([{ min: 5, max: 5, count: 1 }])).toEqual(['5']);
  const bounds = classBounds(3.1, 6.6);
  const counted = new Map(Array.from({ length: 7 }, (_, index) => [index, { count: 1 }]));
  expect(classTexts(countedClasses(bounds, counted, { min: 0.001, max: 112 }, 't/ha'))).toEqual([
    'up to 3.1',
    '3.1 – 3.8',
    '3.8 – 4.5',
    '4.5 – 5.2',
    '5.2 – 5.9',
    '5.9 – 6.6',
    '> 6.6',
  ]);
});
