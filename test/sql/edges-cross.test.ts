import { expect, test } from 'vitest';
import type { Position } from '../../sql/geography/shape.ts';
import { crossing, toPosition, toVector } from '../../sql/geography/sphere.ts';

const meet = (a: Position, b: Position, c: Position, d: Position) => {
  const found = crossing(toVector(a), toVector(b), toVector(c), toVector(d));
  return found && toPosition(found).map((degrees) => Math.round(degrees * 1e6) / 1e6 + 0);
};

test('edges cross at a common point, not on opposite sides of the earth', () => {
  expect(meet([-10, 0], [10, 0], [1, -10], [1, 10])).toEqual([1, 0]);
  expect(meet([-10, 0], [10, 0], [1, 10], [1, -10])).toEqual([1, 0]);
  expect(meet([-10, 0], [10, 0], [-179, -10], [-179, 20])).toBeUndefined();
  expect(meet([-10, 0], [30, 0], [-179, -10], [-179, 20])).toBeUndefined();
  expect(meet([170, 0], [-170, 0], [-179, -10], [-179, 20])).toEqual([-179, 0]);
});
