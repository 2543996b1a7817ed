import { expect, test } from 'vitest';
import { textsOf } from '../../web/text/texts.ts';
import { areaFor, propertyText, rangeText, unitText } from '../../web/upload/work-texts.ts';
import { mainProperty } from '../../web/work-map/work.ts';

const { upload } = textsOf('en');
const layer = (property: string, unit: string) => ({ property, unit });
const number = (value: number, digits = 0) => value.toLocaleString('en', { maximumFractionDigits: digits });

test('a harvest shows its yield in bushels where the owner has them, and its mass elsewhere', () => {
  const both = [layer('speed', 'mi/hr'), layer('wetMassPerArea', 'lb/ac'), layer('dryVolumePerArea', 'bu/ac')];
  expect(mainProperty('harvested', both)).toBe('dryVolumePerArea');
  const metric = [layer('wetVolumePerArea', 'L/ha'), layer('wetMassPerArea', 't/ha'), layer('dryMassPerArea', 't/ha')];
  expect(mainProperty('harvested', metric)).toBe('dryMassPerArea');
  expect(mainProperty('applied', [layer('speed', 'm/s')])).toBeUndefined();
});

test('properties, units and areas are in the words of growers', () => {
  expect([propertyText('seedRate', upload), propertyText('dryMassPerArea', upload)]).toEqual(['Rate', 'Yield']);
  expect([unitText('seeds/ac', textsOf('fr').upload), unitText('percentage', upload)]).toEqual(['graines/ac', '%']);
  expect(areaFor({ value: 40_468.564224, unit: 'm2' }, 'bu/ac')).toEqual({ value: 10, unit: 'ac' });
  expect(areaFor({ value: 25_000, unit: 'm2' }, 't/ha')).toEqual({ value: 2.5, unit: 'ha' });
});

test('ranges have signs instead of words', () => {
  const ranges = [{ upTo: 2100.5 }, { above: 2100, upTo: 3000 }, { above: 6500 }, { value: 5, above: 4, upTo: 6 }];
  expect(ranges.map((range) => rangeText(range, number))).toEqual(['≤ 2,100.5', '2,100 – 3,000', '> 6,500', '5']);
  expect(rangeText({}, number)).toBeUndefined();
});
