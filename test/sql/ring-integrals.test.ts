import { describe, expect, test } from 'vitest';
import { areaOf, centroidOf } from '../../sql/geography/measure.ts';
import type { Position, Shape } from '../../sql/geography/shape.ts';
import {
  angle,
  cross,
  earthRadius,
  scaled,
  sum,
  toPosition,
  toVector,
  unit,
  type Vector,
} from '../../sql/geography/sphere.ts';

const positions: [string, Position][] = [
  ['the equator at Greenwich', [0, 0]],
  ['Iowa', [-93.6, 42.03]],
  ['Norway', [10, 60]],
  ['Fiji, on the 180th meridian', [180, -17]],
  ['Chukotka, on the 180th meridian', [-180, 66.5]],
  ['the North Pole', [0, 90]],
  ['beside the North Pole', [30, 89.9999]],
  ['the South Pole', [0, -90]],
  ['the Pampas', [-61, -34]],
  ['the Darling Downs', [151, -27]],
  ['Svalbard', [16, 78]],
  ['Kenya', [36.8, -0.0001]],
];
const sizes = [10, 30, 100, 1_000, 100_000, 3_000_000];

/** A position by metres `east` and `north` of the centre on its tangent plane. */
function around(centre: Vector, east: number, north: number): Position {
  const eastward = unit(cross(Math.abs(centre[2]) > 0.9 ? [1, 0, 0] : [0, 0, 1], centre));
  const northward = cross(centre, eastward);
  return toPosition(
    unit(sum(centre, sum(scaled(eastward, east / earthRadius), scaled(northward, north / earthRadius)))),
  );
}

const rectangle = (centre: Vector, west: number, south: number, east: number, north: number): Position[] =>
  [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ].map(([x = 0, y = 0]) => around(centre, x, y));

/** Tolerance in metres. */
const tolerance = 2e-5;

const metresApart = (shape: Shape | undefined, centre: Vector): number =>
  shape?.type === 'Point' ? angle(toVector(shape.coordinates), centre) * earthRadius : Number.NaN;

describe.each(positions)('the centroid of a polygon at %s', (_, position) => {
  const centre = toVector(position);

  test.each(sizes)('%i m wide is its centre of symmetry', (size) => {
    const half = size / 2;
    const square = rectangle(centre, -half, -half, half, half);
    const hole = rectangle(centre, -half / 3, -half / 4, half / 3, half / 4);
    for (const coordinates of [[square], [square.toReversed()], [square, hole], [square, hole.toReversed()]]) {
      expect(metresApart(centroidOf({ type: 'Polygon', coordinates }), centre)).toBeLessThan(tolerance);
    }
  });

  test.each(sizes)('%i m wide has its area', (size) => {
    const half = size / 2;
    const coordinates = [rectangle(centre, -half, -half, half, half)];
    // The solid angle of a square of the tangent plane.
    const t = half / earthRadius;
    const expected = 4 * Math.asin(t ** 2 / (1 + t ** 2)) * earthRadius ** 2;
    expect(areaOf({ type: 'Polygon', coordinates }) / expected - 1).toBeLessThan(2e-9);
    expect(expected / areaOf({ type: 'Polygon', coordinates }) - 1).toBeLessThan(2e-9);
  });

  test('of several polygons lies between them, weighted by their areas', () => {
    // 20 by 10 m and 20 by 30 m in one column: the second has three quarters of the area.
    const column: Shape = {
      type: 'MultiPolygon',
      coordinates: [[rectangle(centre, -10, 0, 10, 10)], [rectangle(centre, -10, 20, 10, 50)]],
    };
    const expected = toVector(around(centre, 0, 0.25 * 5 + 0.75 * 35));
    expect(metresApart(centroidOf(column), expected)).toBeLessThan(tolerance);
    expect(metresApart(centroidOf({ type: 'GeometryCollection', geometries: [column] }), expected)).toBeLessThan(
      tolerance,
    );
  });
});

test('a ring of half a continent around a pole has the area of its cap', () => {
  const around: Position[] = Array.from({ length: 3601 }, (_, index) => [((index / 10) % 360) - 180, 20]);
  const cap = 2 * Math.PI * (1 - Math.sin(Math.PI / 9)) * earthRadius ** 2;
  expect(areaOf({ type: 'Polygon', coordinates: [around] }) / cap).toBeCloseTo(1, 6);
  const south = around.map(([longitude]): Position => [longitude, -20]);
  expect(areaOf({ type: 'Polygon', coordinates: [south] }) / cap).toBeCloseTo(1, 6);
});

test('the centroid of an octant is its middle', () => {
  const octant: Shape = {
    type: 'Polygon',
    coordinates: [
      [
        [0, 0],
        [90, 0],
        [0, 90],
        [0, 0],
      ],
    ],
  };
  expect(metresApart(centroidOf(octant), unit([1, 1, 1]))).toBeLessThan(tolerance);
});
