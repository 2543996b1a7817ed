import { expect, test } from 'vitest';
import { legendColour, rampColour } from '../../../domain/machine-files/image.ts';

test.each([
  [-1, [200, 0, 0]],
  [0, [200, 0, 0]],
  [0.35, [255, 40, 0]],
  [0.4, [255, 95, 0]],
  [1, [0, 130, 0]],
  [2, [0, 130, 0]],
])('the ramp at %d', (share, colour) => {
  expect(rampColour(share)).toEqual(colour);
});

test.each([
  [0, [200, 0, 0]],
  [10, [200, 0, 0]],
  [10.1, [255, 40, 0]],
  [70, [0, 130, 0]],
  [99, [0, 130, 0]],
])('the class of %d among seven', (value, colour) => {
  expect(legendColour(value, [0, 10, 20, 30, 40, 50, 60, 70])).toEqual(colour);
});
