import { describe, expect, test } from 'vitest';
import type { Ring } from '../../../domain/geometry/multi-polygon.ts';
import { provedValid } from '../../../domain/geometry/prove-valid.ts';
import { defectOfMessage } from '../../../domain/geometry/validity.ts';
import { processorMilliseconds } from '../../processor-time.ts';

function square(x: number, y: number, side: number): Ring {
  return [
    [x, y],
    [x + side, y],
    [x + side, y + side],
    [x, y + side],
    [x, y],
  ];
}

const outer = square(0, 0, 10);

describe('the proof without an engine', () => {
  test('succeeds for plain shapes', () => {
    expect(provedValid([[outer]])).toBe(true);
    expect(provedValid([[outer, square(1, 1, 2), square(5, 5, 2)], [square(20, 0, 5)]])).toBe(true);
    expect(provedValid([[outer, square(1, 1, 8)], [square(3, 3, 2)]])).toBe(true);
  });

  test('succeeds for a ring with ten thousand corners, quickly', () => {
    const ring: Ring = Array.from({ length: 10_000 }, (_, index) => {
      const angle = (index / 10_000) * 2 * Math.PI;
      return [Math.cos(angle) * (1 + 0.1 * Math.sin(40 * angle)), Math.sin(angle) * (1 + 0.1 * Math.sin(40 * angle))];
    });
    const milliseconds = processorMilliseconds(() => {
      expect(provedValid([[[...ring, ring[0] ?? [0, 0]]]])).toBe(true);
    });
    expect(milliseconds).toBeLessThan(2_000);
  });

  test.each<[string, Ring[][]]>([
    [
      'a bow tie',
      [
        [
          [
            [0, 0],
            [1, 1],
            [1, 0],
            [0, 1],
            [0, 0],
          ],
        ],
      ],
    ],
    [
      'a spike',
      [
        [
          [
            [0, 0],
            [10, 0],
            [10, 5],
            [15, 5],
            [10, 5],
            [10, 10],
            [0, 10],
            [0, 0],
          ],
        ],
      ],
    ],
    ['a hole outside', [[outer, square(20, 20, 1)]]],
    ['a hole that crosses the outer ring', [[outer, square(9, 9, 5)]]],
    ['a hole in a hole', [[outer, square(1, 1, 8), square(2, 2, 1)]]],
    ['a polygon in a polygon', [[outer], [square(1, 1, 2)]]],
    ['overlapping polygons', [[outer], [square(5, 5, 10)]]],
    ['the same polygon twice', [[outer], [outer]]],
    [
      'a ring that touches itself',
      [
        [
          [
            [0, 0],
            [4, 0],
            [2, 2],
            [4, 4],
            [0, 4],
            [2, 2],
            [0, 0],
          ],
        ],
      ],
    ],
  ])('fails for %s', (_what, polygons) => {
    expect(provedValid(polygons)).toBe(false);
  });
});

describe('the words of the engine', () => {
  test('become the vocabulary, with the position', () => {
    expect(defectOfMessage('Self-intersection at or near point 10.5 -50.25')).toEqual({
      validity: 'SELF_INTERSECTION',
      position: [10.5, -50.25],
    });
    expect(defectOfMessage('Ring Self-intersection at or near point 1e-05 3')).toEqual({
      validity: 'RING_SELF_INTERSECTION',
      position: [1e-5, 3],
    });
    expect(defectOfMessage('Hole lies outside shell at or near point 5 5').validity).toBe('HOLE_OUTSIDE_SHELL');
    expect(defectOfMessage('Too few points in geometry component at or near point 0 0').validity).toBe(
      'TOO_FEW_POINTS',
    );
    expect(defectOfMessage('')).toEqual({ validity: 'SELF_INTERSECTION' });
  });
});
