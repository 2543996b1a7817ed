import { expect, test } from 'vitest';
import { evenBounds } from '../../../web/console/legend/even-rates.ts';

const between = (low: number, high: number) =>
  Float32Array.from({ length: 1_001 }, (_, index) => low + ((high - low) * index) / 1_000);

test('a rate that was held is one class around a round number', () => {
  expect(evenBounds('appliedRate', between(9.95, 10.01), 7)).toEqual([9.75, 9.85, 9.95, 10.05, 10.15, 10.25]);
  expect(evenBounds('seedRate', between(33_800, 34_199), 7)).toEqual([32_750, 33_250, 33_750, 34_250, 34_750, 35_250]);
});

test('a rate that varies, and other properties, have the classes of every layer', () => {
  expect(evenBounds('appliedRate', between(80, 220), 7)).toBeUndefined();
  expect(evenBounds('elevation', between(994, 995), 7)).toBeUndefined();
  expect(evenBounds('appliedRate', between(0, 0), 7)).toBeUndefined();
  expect(evenBounds('appliedRate', new Float32Array(), 7)).toBeUndefined();
});
