import { expect, test } from 'vitest';
import type { MultiPolygon } from '../../../domain/geometry/multi-polygon.ts';
import type { Overlay } from '../../../domain/geometry/overlay.ts';
import { fieldsAround } from '../../../domain/soil/fields-around.ts';
import { polygonsOf } from '../../../domain/soil/sampled-area.ts';

const square = (west: number, east: number): [number, number][] => [
  [west, 50],
  [east, 50],
  [east, 51],
  [west, 51],
  [west, 50],
];
const field = (fieldId: string, west: number, east: number) => ({
  fieldId,
  shape: { type: 'MultiPolygon', coordinates: [[square(west, east)]] } satisfies MultiPolygon,
});

/** Laying squares over each other needs only their sides. */
const ofSquares = {
  intersection(a: MultiPolygon, b: MultiPolygon): MultiPolygon {
    const sides = [a, b].map(({ coordinates }) => coordinates.flat(2).map(([x]) => x));
    const [west, east] = [Math.max(...sides.map((x) => Math.min(...x))), Math.min(...sides.map((x) => Math.max(...x)))];
    return { type: 'MultiPolygon', coordinates: west < east ? [[square(west, east)]] : [] };
  },
} as Overlay;

const fieldsOf = fieldsAround([field('a', 10, 11), field('b', 11, 12), field('within a', 10.2, 10.4)], 10, ofSquares);

test('a point belongs to the fields that contain it', () => {
  expect(fieldsOf({ type: 'Point', coordinates: [10.3, 50.5] })).toEqual(['a', 'within a']);
  expect(fieldsOf({ type: 'Point', coordinates: [9.9, 50.5] })).toEqual([]);
  // The common border of two fields belongs to one of them.
  expect(fieldsOf({ type: 'Point', coordinates: [11, 50.5] })).toHaveLength(1);
});

test('a polygon belongs to the fields that it overlaps by more than the percentage', () => {
  expect(fieldsOf({ type: 'Polygon', coordinates: [square(10.9, 11.9)] })).toEqual(['b']);
  expect(fieldsOf({ type: 'Polygon', coordinates: [square(10.5, 11.5)] })).toEqual(['a', 'b']);
});

test('a sample without a place belongs to no field', () => {
  expect(fieldsOf(null)).toEqual([]);
});

test('heights are no part of a sampled area', () => {
  const rings = square(10, 11).map(([x, y]) => [x, y, 300] as unknown as [number, number]);
  expect(polygonsOf({ type: 'Polygon', coordinates: [rings] })).toEqual([[square(10, 11)]]);
});
