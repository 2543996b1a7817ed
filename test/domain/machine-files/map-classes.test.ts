import { expect, test } from 'vitest';
import { classTexts, countedClasses, divisionTexts } from '../../../domain/machine-files/maps/map-classes.ts';

test('classes without points are there too, and open ones have the ends of all values', () => {
  const counted = new Map([
    [0, { count: 20, squareMetres: 8_094 }],
    [2, { count: 900, squareMetres: 364_000 }],
    [3, { count: 10, squareMetres: 4_047 }],
  ]);
  const division = { bounds: [2000, 4000, 6500] };
  const classes = countedClasses(division, counted, { min: 12, max: 100_000 }, 'lb/ac');
  expect(classes).toEqual([
    { min: 12, max: 2000, count: 20, open: 'below', area: { value: 2, unit: 'ac' } },
    { min: 2000, max: 4000, count: 0, area: { value: 0, unit: 'ac' } },
    { min: 4000, max: 6500, count: 900, area: { value: 89.95, unit: 'ac' } },
    { min: 6500, max: 100_000, count: 10, open: 'above', area: { value: 1, unit: 'ac' } },
  ]);
  expect(classTexts(classes)).toEqual(['up to 2,000', '2,000 – 4,000', '4,000 – 6,500', '> 6,500']);
  expect(divisionTexts(division)).toEqual(classTexts(classes));
  const [metric] = countedClasses(
    { bounds: [2] },
    new Map([[0, { count: 1, squareMetres: 20_000 }]]),
    { min: 1, max: 3 },
    't/ha',
  );
  expect(metric?.area).toEqual({ value: 2, unit: 'ha' });
});

test('classes of single values are named by them', () => {
  const division = { bounds: [4.5, 6], values: [4, 5, 7] };
  const counted = new Map([[0, { count: 1 }], [2, { count: 2 }]]); // biome-ignore format: one line
  expect(countedClasses(division, counted, { min: 4, max: 7 }, 't/ha')).toEqual([
    { min: 4, max: 4, count: 1 },
    { min: 5, max: 5, count: 0 },
    { min: 7, max: 7, count: 2 },
  ]);
  expect(divisionTexts(division)).toEqual(['4', '5', '7']);
  expect(countedClasses(division, new Map(), { min: 0, max: 0 }, 't/ha')).toEqual([]);
});

test('texts have the digits of their bounds', () => {
  expect(classTexts([{ min: 5, max: 5 }])).toEqual(['5']);
  expect(divisionTexts({ bounds: [3.1, 3.8, 4.5, 5.2, 5.9, 6.6] })).toEqual([
    'up to 3.1',
    '3.1 – 3.8',
    '3.8 – 4.5',
    '4.5 – 5.2',
    '5.2 – 5.9',
    '5.9 – 6.6',
    '> 6.6',
  ]);
  expect(divisionTexts({ bounds: [] })).toEqual(['all values']);
});
