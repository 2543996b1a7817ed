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

test('a speed has one spelling, whether the file has it or not', () => {
  const speeds = [{ speed: 'mph' }, { speed: 'mi/h' }, { equipmentWidth: 'ft' }];
  expect(speeds.map((source) => presentedUnits('harvested', 'DEFAULT', source).speed)).toEqual(Array(3).fill('mi/hr'));
});
