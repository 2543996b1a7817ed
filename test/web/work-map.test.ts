import { expect, test } from 'vitest';
import type { MapImage } from '../../web/api/uploads.ts';
import { textsOf } from '../../web/text/texts.ts';
import { areaFor, mainImage, propertyText, rangeText, unitText } from '../../web/upload/work-map.ts';

const { upload } = textsOf('en');
const image = (property: string, unit: string): MapImage => ({ property, legend: { unit, ranges: [] } });
const number = (value: number, digits = 0) => value.toLocaleString('en', { maximumFractionDigits: digits });

test('a harvest shows its yield in bushels where the owner has them, and its mass elsewhere', () => {
  const both = [image('speed', 'mi/hr'), image('wetMassPerArea', 'lb/ac'), image('dryVolumePerArea', 'bu/ac')];
  expect(mainImage('harvested', both)?.property).toBe('dryVolumePerArea');
  const metric = [image('wetVolumePerArea', 'L/ha'), image('wetMassPerArea', 't/ha'), image('dryMassPerArea', 't/ha')];
  expect(mainImage('harvested', metric)?.property).toBe('dryMassPerArea');
  expect(mainImage('applied', [image('speed', 'm/s')])).toBeUndefined();
});

test('properties, units and areas are in the words of growers', () => {
  expect([propertyText('seedRate', upload), propertyText('dryMassPerArea', upload)]).toEqual(['Rate', 'Yield']);
  expect([unitText('seeds/ac', textsOf('fr').upload), unitText('percentage', upload)]).toEqual(['graines/ac', '%']);
  expect(areaFor({ value: 40_468.564224, unit: 'm2' }, 'bu/ac')).toEqual({ value: 10, unit: 'ac' });
  expect(areaFor({ value: 25_000, unit: 'm2' }, 't/ha')).toEqual({ value: 2.5, unit: 'ha' });
});

test('ranges have signs instead of words', () => {
  const classes = [
    { min: 1, max: 2100.5, open: 'below' },
    { min: 2100, max: 3000 },
    { min: 6500, max: 9000, open: 'above' },
  ];
  expect(classes.map((one) => rangeText({ colorCode: '', ...one } as never, number))).toEqual([
    '≤ 2,100.5',
    '2,100 – 3,000',
    '> 6,500',
  ]);
});
