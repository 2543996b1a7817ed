import { expect, test } from 'vitest';
import {
  type MeasuredColumn,
  measuredSystem,
  metricYield,
} from '../../../domain/machine-files/points/columns/measured-system.ts';

const one = (property: MeasuredColumn['property'], times: number, rows = 100): MeasuredColumn => ({
  ...{ property, column: property, times, rows },
});

test.each([
  ['steps in metres', [one('distance', 0.99)], 'metric'],
  ['steps in feet', [one('distance', 3.29)], 'us'],
  ['kilometres per hour', [one('speed', 3.55)], 'metric'],
  ['miles per hour', [one('speed', 2.3)], 'us'],
  ['metres per second', [one('speed', 1)], undefined],
  ['two columns that agree', [one('distance', 3.27), one('equipmentWidth', 3.3)], 'us'],
  ['two columns that do not', [one('distance', 3.27), one('equipmentWidth', 1)], undefined],
  ['one that fits, and one that fits nothing', [one('distance', 1), one('equipmentWidth', 2)], undefined],
  ['one that fits, and few rows of another', [one('distance', 1), one('equipmentWidth', 2, 9)], 'metric'],
  ['few rows', [one('distance', 1, 9)], undefined],
  ['nothing', [], undefined],
] as const)('%s', (_, measured, system) => {
  expect(measuredSystem(measured)).toBe(system);
});

test('a yield that no crop has in tonnes is in kilograms', () => {
  expect([8.4, 95, 2400, 8400].map(metricYield)).toEqual(['t/ha', 't/ha', 'kg/ha', 'kg/ha']);
});
