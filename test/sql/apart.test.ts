import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { areApart } from '../../sql/geography/apart.ts';
import { partsOf } from '../../sql/geography/parts.ts';
import { intersects } from '../../sql/geography/relate.ts';
import type { Position, Shape } from '../../sql/geography/shape.ts';

/** A polygon of random corners around a position, all within the given degrees of it. */
function around([longitude, latitude]: Position, degrees: number, corners: number): Shape {
  const ring = Array.from({ length: corners + 1 }, (_, index): Position => {
    const turn = ((index % corners) / corners) * 2 * Math.PI;
    const width = degrees / Math.cos((latitude * Math.PI) / 180);
    return [longitude + width * Math.cos(turn), latitude + degrees * Math.sin(turn)];
  });
  return { type: 'Polygon', coordinates: [ring] };
}

const position = fc.tuple(fc.double({ min: -20, max: 20, noNaN: true }), fc.double({ min: -70, max: 70, noNaN: true }));
const shape = fc
  .tuple(position, fc.double({ min: 0.0001, max: 5, noNaN: true }), fc.integer({ min: 3, max: 12 }))
  .map(([at, degrees, corners]) => around(at, degrees, corners));

describe('shapes that are proven apart', () => {
  test('never have a common point', () => {
    fc.assert(
      fc.property(shape, fc.double({ min: 0, max: 1, noNaN: true }), shape, (one, share, other) => {
        // Moved to a vertex of the other polygon, it meets that polygon.
        const [ring = []] = one.type === 'Polygon' ? one.coordinates : [];
        const [from, to]: [Position, Position] = [ring[0] ?? [0, 0], ring[1] ?? [0, 0]];
        const on: Position = [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
        const [corner = [0, 0] as Position] = other.type === 'Polygon' ? (other.coordinates[0] ?? []) : [];
        const moved: Shape = {
          type: 'Polygon',
          coordinates: (other.type === 'Polygon' ? other.coordinates : []).map((line) =>
            line.map(([x, y]): Position => [x - corner[0] + on[0], y - corner[1] + on[1]]),
          ),
        };
        expect(areApart(partsOf(one), partsOf(moved))).toBe(false);
        expect(areApart(partsOf(one), partsOf({ type: 'Point', coordinates: from }))).toBe(false);
        expect(areApart(partsOf(one), partsOf(one))).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  test('include most distant shapes', () => {
    const [one, other] = [around([10, 50], 0.01, 6), around([10.1, 50], 0.01, 6)];
    expect(areApart(partsOf(one), partsOf(other))).toBe(true);
    expect(intersects(one, other)).toBe(false);
  });

  test('exclude some shapes around a pole, large ones and empty ones', () => {
    const small = partsOf(around([10, 50], 0.01, 6));
    expect(areApart(partsOf(around([0, 89.9], 0.05, 6)), small)).toBe(true);
    expect(areApart(partsOf(around([0, 85], 5, 6)), small)).toBe(false);
    expect(areApart(partsOf(around([0, 0], 30, 6)), partsOf(around([90, 0], 1, 6)))).toBe(false);
    expect(areApart(partsOf({ type: 'MultiPoint', coordinates: [] }), small)).toBe(false);
  });
});
