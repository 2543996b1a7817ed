import { describe, expect, test } from 'vitest';
import { multiPolygon, type Position } from '../../../domain/geometry/multi-polygon.ts';
import { onSphere } from '../../../domain/lake-tables/straight-edges.ts';
import { cross, dot, earthRadius, toVector, unit } from '../../../sql/geography/sphere.ts';

const box = (west: number, south: number, size: number): Position[] => [
  [west, south],
  [west + size, south],
  [west + size, south + size],
  [west, south + size],
  [west, south],
];

/** The largest distance in metres from the middle of a cut edge, which lies on the map's line, to the great circle. */
function farthest(ring: readonly (readonly [number, number])[]): number {
  const away = ring.slice(1).map((to, index) => {
    const from = ring[index] ?? to;
    const middle = toVector([(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]);
    return Math.abs(Math.asin(dot(unit(cross(toVector(from), toVector(to))), middle))) * earthRadius;
  });
  return Math.max(...away);
}

describe('edges that are straight on the map stay within a centimetre of it on the sphere', () => {
  test.each([
    ['of a field', 52, 0.005],
    ['of a large farm', 52, 0.2],
    ['of a county', -45, 1],
    ['at the equator', 0, 1],
    ['far in the north', 75, 0.5],
  ])('%s', (_, south, size) => {
    const shape = onSphere(multiPolygon([[box(10, south, size)]]));
    const [ring = []] = shape?.type === 'Polygon' ? shape.coordinates : [];
    expect(farthest(ring)).toBeLessThan(0.0101);
    expect(farthest(box(10, south, size))).toBeGreaterThan(size > 0.1 && south !== 0 ? 0.02 : 0);
  });
});

test('one part is a polygon, several are a multipolygon, none is null, and small shapes are unchanged', () => {
  const small = box(10, 52, 0.001);
  expect(onSphere(multiPolygon([[small]]))).toEqual({ type: 'Polygon', coordinates: [small] });
  expect(onSphere(multiPolygon([[small], [small]]))).toEqual({ type: 'MultiPolygon', coordinates: [[small], [small]] });
  expect(onSphere(multiPolygon([]))).toBeUndefined();
});
