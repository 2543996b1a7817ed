import { describe, expect, test } from 'vitest';
import { boxOf } from '../../sql/geography/box.ts';
import { partsOf } from '../../sql/geography/parts.ts';
import type { Position, Shape } from '../../sql/geography/shape.ts';
import { scaled, sum, toPosition, toVector, unit } from '../../sql/geography/sphere.ts';
import { randomOf } from '../random-queries/random.ts';
import { randomPolygon } from './random-polygons.ts';

const line = (...coordinates: Position[]): Shape => ({ type: 'LineString', coordinates });

/** Positions along an edge, on its great circle and on the map. */
function positionsOn(from: Position, to: Position): Position[] {
  const [a, b] = [toVector(from), toVector(to)];
  return Array.from({ length: 41 }, (_, index) => index / 40).flatMap((share): Position[] => [
    toPosition(unit(sum(scaled(a, 1 - share), scaled(b, share)))),
    [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share],
  ]);
}

test('every position of an edge is in the box, on the sphere and on the map', () => {
  const random = randomOf(1);
  for (let made = 0; made < 500; made += 1) {
    const shape = randomPolygon(random);
    const [west, south, east, north] = boxOf(shape) ?? [0, 0, 0, 0];
    for (const ring of partsOf(shape).polygons.flat()) {
      for (const [index, to] of ring.entries()) {
        for (const [longitude, latitude] of positionsOn(ring[index - 1] ?? to, to)) {
          expect(longitude >= west && longitude <= east && latitude >= south && latitude <= north).toBe(true);
        }
      }
    }
  }
});

describe('a box', () => {
  test('is hardly larger than a field', () => {
    const [west, south, east, north] = boxOf(line([-88.2, 40.1], [-88.19, 40.11])) ?? [];
    expect([west, south, east]).toEqual([-88.2 - 1e-8, 40.1 - 1e-8, -88.19 + 1e-8]);
    expect(north).toBeGreaterThan(40.11);
    expect(north).toBeLessThan(40.11 + 1e-6);
  });

  test('includes the bulge of a great circle towards the pole on its side only', () => {
    const bulged = (Math.atan(Math.tan(Math.PI / 4) / Math.cos(Math.PI / 9)) * 180) / Math.PI;
    expect(boxOf(line([0, 45], [40, 45]))?.[3]).toBeCloseTo(bulged, 6);
    expect(boxOf(line([0, 45], [40, 45]))?.[1]).toBeCloseTo(45, 6);
    expect(boxOf(line([0, -45], [40, -45]))?.[1]).toBeCloseTo(-bulged, 6);
  });

  test.each([
    ['reaches the 180th meridian', line([170, 10], [180, 20])],
    ['reaches it from the other side', line([-180, 10], [-170, 20])],
    ['is close to a pole', line([10, 89.5], [20, 89.5])],
    ['spans half of the earth', line([-90, 10], [90, 10])],
    ['crosses the 180th meridian', line([179, 10], [-179, 10])],
  ])('includes every longitude for a shape that %s', (_, shape) => {
    expect([boxOf(shape)?.[0], boxOf(shape)?.[2]]).toEqual([-180, 180]);
  });

  test('is undefined for an empty shape', () => {
    expect(boxOf({ type: 'GeometryCollection', geometries: [] })).toBeUndefined();
  });
});
