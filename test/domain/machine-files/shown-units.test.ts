import { expect, test } from 'vitest';
import { presentedUnits } from '../../../domain/machine-files/points/presented-units.ts';
import { parseUnit, shownUnit } from '../../../domain/machine-files/points/units.ts';

test.each([
  ['mph', 'mi/hr'],
  ['mi/h', 'mi/hr'],
  ['mi/hr', 'mi/hr'],
  ['kph', 'km/h'],
  ['km/hr', 'km/h'],
  ['lb1ac-1', 'lb/ac'],
  ['lbs/acre', 'lb/ac'],
  ['tonne/ha', 't/ha'],
  ['tonne/h', 't/h'],
  ['bpa', 'bu/ac'],
  ['l/ha', 'L/ha'],
  ['feet', 'ft'],
  ['%', 'percentage'],
  [' furlong ', 'furlong'],
])('%s is shown as %s', (written, shown) => {
  expect(shownUnit(written)).toBe(shown);
  expect(parseUnit(shown)).toEqual(parseUnit(written));
});

test('thousands of seeds are shown as seeds', () => {
  expect(presentedUnits('planted', 'DEFAULT', { seedRate: 'ksds/ac', distance: 'ft' }).seedRate).toBe('seeds/ac');
  expect(parseUnit('ksds/ac')?.factor).toBe(1000 * (parseUnit('seeds/ac')?.factor ?? 0));
});

test('a speed has one spelling, whether the file has it or not', () => {
  const speeds = [{ speed: 'mph' }, { speed: 'mi/h' }, { equipmentWidth: 'ft' }];
  expect(speeds.map((source) => presentedUnits('harvested', 'DEFAULT', source).speed)).toEqual(Array(3).fill('mi/hr'));
});
