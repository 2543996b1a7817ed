import { expect, test } from 'vitest';
import { jumpedStretches, type Stretch } from '../../../domain/geometry/stretches.ts';

/** A stretch at some metres to the north of the first, from one second to another. */
function stretch(metres: number, from: number, to: number): Stretch {
  const at = { lon: 10, lat: 50 + metres / 111_230 };
  return { first: { ...at, seconds: from }, last: { ...at, seconds: to }, points: to - from + 1 };
}
const isTooFar = (metres: number, seconds: number) => metres > 75 && metres > 12 * (seconds + 1);
const jumped = (...stretches: Stretch[]) =>
  jumpedStretches(
    stretches,
    isTooFar,
    stretches.reduce((sum, { points }) => sum + points, 0),
  );

test('a stretch from which the machine returns has jumped, by whatever step if it is short', () => {
  expect(jumped(stretch(0, 0, 99), stretch(500, 100, 100), stretch(2, 101, 200))).toEqual([1]);
  expect(jumped(stretch(0, 0, 999), stretch(50_000, 1_000, 1_015), stretch(2, 1_016, 2_000))).toEqual([1]);
});

test('positions that jump to different places, one after the other, have all jumped', () => {
  const away = [stretch(50_000, 200, 201), stretch(90_000, 202, 203)];
  expect(jumped(stretch(0, 0, 199), ...away, stretch(2, 204, 400))).toEqual([1, 2]);
});

test('work at another place of the field has not, where the clock stood still in a pause', () => {
  expect(jumped(stretch(0, 0, 999), stretch(300, 1_000, 1_015), stretch(2, 1_016, 2_000))).toEqual([]);
  expect(jumped(stretch(0, 0, 99), stretch(300, 100, 200))).toEqual([]);
});

test('the first and the last of a section have jumped if they are few and far away', () => {
  expect(jumped(stretch(3_500_000, 0, 0), stretch(0, 1, 99))).toEqual([0]);
  expect(jumped(stretch(0, 0, 98), stretch(3_500_000, 99, 99))).toEqual([1]);
  expect(jumped(stretch(0, 0, 98), stretch(2_000, 99, 99))).toEqual([]);
});

test('a section of one stretch, or of none, has no jump', () => {
  expect(jumped(stretch(0, 0, 99))).toEqual([]);
  expect(jumped()).toEqual([]);
});
