import { describe, expect, test } from 'vitest';
import { countCrossings } from '../../../domain/geometry/crossings.ts';
import { type MultiPolygon, multiPolygon, type Position } from '../../../domain/geometry/multi-polygon.ts';
import { comb, surveyed, turned } from './generated-outlines.ts';

const square = (west: number, south: number, side = 1) =>
  multiPolygon([
    [
      [
        [west, south],
        [west + side, south],
        [west + side, south + side],
        [west, south + side],
        [west, south],
      ],
    ],
  ]);

/** The number of crossings, by comparing each edge with each. */
function plainly(a: MultiPolygon, b: MultiPolygon): number {
  const edges = ({ coordinates }: MultiPolygon) =>
    coordinates.flat().flatMap((ring) => ring.slice(1).map((to, at) => [ring[at] as Position, to] as const));
  const side = ([x, y]: Position, [x2, y2]: Position, [px, py]: Position) =>
    Math.sign((x2 - x) * (py - y) - (y2 - y) * (px - x));
  let count = 0;
  for (const [p, q] of edges(a))
    for (const [r, s] of edges(b))
      if (side(p, q, r) * side(p, q, s) < 0 && side(r, s, p) * side(r, s, q) < 0) count += 1;
  return count;
}

describe('crossings', () => {
  test.each<[string, MultiPolygon, MultiPolygon, number]>([
    ['two squares at a corner', square(0, 0), square(0.5, 0.5), 2],
    ['a square beside another', square(0, 0), square(2, 0), 0],
    ['a square in another', square(0, 0, 4), square(1, 1), 0],
    ['a square on itself', square(0, 0), square(0, 0), 0],
    ['squares that share a side', square(0, 0), square(1, 0), 0],
    [
      'a shape of several parts',
      multiPolygon([square(0, 0), square(4, 0)].flatMap(({ coordinates }) => coordinates)),
      square(0.5, 0.5, 4),
      4,
    ],
    ['nothing and a square', multiPolygon([]), square(0, 0), 0],
  ])('of %s', (_, a, b, crossings) => {
    expect([countCrossings(a, b, 100), countCrossings(b, a, 100)]).toEqual([crossings, crossings]);
  });

  test('are as many as by comparing each edge with each', () => {
    for (const [a, b] of [
      [surveyed(500, 0.01, 1), surveyed(700, 0.01, 2)],
      [comb(20), turned(comb(30))],
    ] as const) {
      expect(plainly(a, b)).toBeGreaterThan(100);
      expect(countCrossings(a, b, 1e6)).toBe(plainly(a, b));
    }
  });

  test('are counted up to a limit', () => {
    const [a, b] = [comb(20), turned(comb(20))];
    const all = plainly(a, b);
    expect(countCrossings(a, b, all)).toBe(all);
    expect(countCrossings(a, b, all - 1)).toBe(Infinity);
  });

  test('of the largest hostile shapes are given up quickly', { timeout: 20_000 }, () => {
    expect(countCrossings(comb(25_000), turned(comb(25_000)), 100_000)).toBe(Infinity);
  });
});
