import { describe, expect, test } from 'vitest';
import { findRangeFault } from '../../../domain/geometry/coordinate-range.ts';
import { boundsOf, multiPolygonSchema, type Ring, vertexCount } from '../../../domain/geometry/multi-polygon.ts';
import {
  canonicalPolygons,
  orientPolygons,
  roundDegrees,
  tidyPolygons,
  tidyRing,
} from '../../../domain/geometry/rings.ts';

const ring: Ring = [
  [10, 50],
  [11, 50],
  [11, 51],
  [10, 51],
  [10, 50],
];

describe('tidying rings', () => {
  test('closes an open ring', () => {
    expect(tidyRing(ring.slice(0, -1))).toEqual(ring);
  });

  test('removes repeated positions, including those that rounding makes equal', () => {
    expect(
      tidyRing([
        [10, 50],
        [10, 50],
        [11, 50],
        [11, 51],
        [11.0000000001, 51],
        [10, 51],
        [10, 50],
      ]),
    ).toEqual(ring);
  });

  test('rounds to nine decimals and writes no negative zero', () => {
    expect(roundDegrees(10.1234567894999)).toBe(10.123456789);
    expect(Object.is(roundDegrees(-1e-12), 0)).toBe(true);
  });

  test('leaves out a hole that is too short, and a polygon whose outer ring is too short', () => {
    const short: Ring = [
      [10.2, 50.2],
      [10.3, 50.3],
      [10.2, 50.2],
    ];
    expect(
      tidyPolygons([
        [ring, short],
        [short, ring],
      ]),
    ).toEqual({ polygons: [[ring]], tooFewPointsAt: [10.2, 50.2] });
  });

  test('turns outer rings counter-clockwise and holes clockwise', () => {
    const clockwise = [...ring].reverse();
    expect(orientPolygons([[clockwise, ring]])).toEqual([[ring, clockwise]]);
    expect(orientPolygons([[ring, clockwise]])).toEqual([[ring, clockwise]]);
  });
});

describe('the range of coordinates', () => {
  test('accepts the whole globe but its poles', () => {
    expect(
      findRangeFault([
        [
          [
            [-179, -89.9],
            [1, -89.9],
            [1, 89.9],
            [-179, -89.9],
          ],
        ],
      ]),
    ).toBeUndefined();
  });

  test('names the first position that is out of range or not a number', () => {
    expect(
      findRangeFault([
        [
          [
            [10, 50],
            [500000, 5800000],
          ],
        ],
      ]),
    ).toEqual({ fault: 'outOfRange', longitude: 500000, latitude: 5800000 });
    expect(findRangeFault([[[[Number.NaN, 50]]]])).toMatchObject({ fault: 'outOfRange' });
  });

  test('refuses shapes that cross the antimeridian or touch a pole', () => {
    expect(
      findRangeFault([
        [
          [
            [179.9, 0],
            [-179.9, 0],
            [-179.9, 1],
            [179.9, 0],
          ],
        ],
      ]),
    ).toMatchObject({ fault: 'crossesAntimeridian' });
    expect(
      findRangeFault([
        [
          [
            [0, 80],
            [10, 80],
            [5, 90],
            [0, 80],
          ],
        ],
      ]),
    ).toEqual({ fault: 'touchesPole', latitude: 90 });
  });
});

describe('a canonical form', () => {
  const hole: Ring = [
    [10.2, 50.2],
    [10.2, 50.4],
    [10.4, 50.4],
    [10.2, 50.2],
  ];
  const other: Ring = [
    [20, 50],
    [21, 50],
    [21, 51],
    [20, 50],
  ];

  const canonical = (polygons: Ring[][]) => canonicalPolygons(orientPolygons(polygons));

  test('does not depend on the start, direction or order of rings', () => {
    for (let start = 0; start < 4; start++) {
      const turned: Ring = [...ring.slice(start, -1), ...ring.slice(0, start + 1)].reverse();
      expect(canonical([[other], [turned, [...hole].reverse()]])).toEqual(canonical([[ring, hole], [other]]));
    }
  });

  test('differs when a position does', () => {
    expect(canonical([[ring]])).not.toEqual(canonical([[other]]));
    expect(canonical([[ring, hole]])).not.toEqual(canonical([[ring]]));
  });
});

test('a MultiPolygon is measured, and its form is checked', () => {
  expect(vertexCount([[ring, ring], [ring]])).toBe(15);
  expect(boundsOf([[ring]])).toEqual([10, 50, 11, 51]);
  expect(boundsOf([])).toBeUndefined();
  expect(multiPolygonSchema.safeParse({ type: 'MultiPolygon', coordinates: [[ring]] }).success).toBe(true);
  expect(multiPolygonSchema.safeParse({ type: 'Polygon', coordinates: [ring] }).success).toBe(false);
});
