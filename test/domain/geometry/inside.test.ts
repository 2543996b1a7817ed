import { expect, test } from 'vitest';
import { insideOf } from '../../../domain/geometry/inside.ts';
import { multiPolygon, type Ring } from '../../../domain/geometry/multi-polygon.ts';

function square(west: number, south: number, side: number): Ring {
  return [
    [west, south],
    [west + side, south],
    [west + side, south + side],
    [west, south + side],
    [west, south],
  ];
}

const withHole = insideOf(multiPolygon([[square(0, 0, 10), square(4, 4, 2)], [square(20, 0, 1)]]));

test.each([
  ['in the first polygon', 1, 1, true],
  ['in its hole', 5, 5, false],
  ['beside its hole', 3, 5, true],
  ['between the polygons', 15, 0.5, false],
  ['in the second polygon', 20.5, 0.5, true],
  ['far away', 100, 100, false],
  ['nowhere', Number.NaN, 1, false],
])('a position %s is classified', (_, x, y, inside) => {
  expect(withHole(x, y)).toBe(inside);
});

test('a shape with many edges agrees with the circle that it approximates', () => {
  const ring = Array.from({ length: 5_000 }, (_, at): [number, number] => {
    const angle = (at / 5_000) * 2 * Math.PI;
    return [Math.cos(angle), Math.sin(angle)];
  });
  const isInside = insideOf(multiPolygon([[[...ring, ring[0] as [number, number]]]]));
  for (let step = 0; step < 1_000; step++) {
    const [radius, angle] = [(step % 100) / 50, step * 2.399963];
    if (Math.abs(radius - 1) < 0.001) continue;
    expect(isInside(radius * Math.cos(angle), radius * Math.sin(angle))).toBe(radius < 1);
  }
});

test('a position on a common border is in one of two shapes', () => {
  const [west, east] = [insideOf(multiPolygon([[square(0, 0, 1)]])), insideOf(multiPolygon([[square(1, 0, 1)]]))];
  expect([west(1, 0.5), east(1, 0.5)].filter(Boolean)).toHaveLength(1);
});
