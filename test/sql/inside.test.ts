import { describe, expect, test } from 'vitest';
import { insideTest } from '../../sql/geography/inside.ts';
import { partsOf } from '../../sql/geography/parts.ts';
import { contains } from '../../sql/geography/relate.ts';
import type { Position, Shape } from '../../sql/geography/shape.ts';
import { randomOf } from '../random-queries/random.ts';
import { randomPolygon } from './random-polygons.ts';

const closed = (ring: Position[]): Position[] => [...ring, ...ring.slice(0, 1)];

/** A round shape with every other vertex farther out. */
function star(count: number, size: number, [x, y]: Position): Position[] {
  const ring = Array.from({ length: count }, (_, index): Position => {
    const angle = (2 * Math.PI * index) / count;
    const radius = size * (index % 2 ? 1 : 0.7);
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  });
  return closed(ring);
}

/** Long teeth one above the other, each of which crosses every slab. */
function comb(teeth: number): Position[] {
  const step = 1 / teeth;
  const right = Array.from({ length: teeth }, (_, index): Position[] => [
    [0.001 * (index % 2), index * step],
    [1 - 0.0001 * (index % 7), (index + 0.5) * step],
  ]).flat();
  return closed([...right, [0, 1], [-0.1, 1], [-0.1, 0]]);
}

describe('the test whether points lie in polygons', () => {
  test('agrees with the exact relation for random polygons of every size', () => {
    const random = randomOf(11);
    let inside = 0;
    for (let round = 0; round < 300; round++) {
      const polygon = randomPolygon(random);
      const isInside = insideTest(partsOf(polygon).polygons);
      const positions = partsOf(polygon).polygons.flat(2);
      const [west, east] = [0, 0].map((_, side) => Math[side ? 'max' : 'min'](...positions.map(([x]) => x)));
      const [south, north] = [0, 0].map((_, side) => Math[side ? 'max' : 'min'](...positions.map(([, y]) => y)));
      for (let point = 0; point < 20; point++) {
        const share = () => random.below(1_000_001) / 1_000_000;
        const position: Position = [
          (west ?? 0) + ((east ?? 0) - (west ?? 0)) * share(),
          (south ?? 0) + ((north ?? 0) - (south ?? 0)) * share(),
        ];
        const exact = contains(polygon, { type: 'Point', coordinates: position });
        if (exact) inside += 1;
        expect([position, isInside(...position)]).toEqual([position, exact]);
      }
    }
    expect(inside).toBeGreaterThan(1_000);
  });

  test('works for many edges, holes and parts', () => {
    const random = randomOf(3);
    const shape: Shape = {
      type: 'MultiPolygon',
      coordinates: [[star(400, 1, [10, 45]), star(60, 0.4, [10, 45])], [star(30, 0.2, [12, 45])]],
    };
    const isInside = insideTest(shape.coordinates);
    for (let point = 0; point < 2_000; point++) {
      const position: Position = [8.9 + random.below(3_400) / 1_000 + 1e-7, 43.9 + random.below(2_200) / 1_000 + 1e-7];
      expect([position, isInside(...position)]).toEqual([
        position,
        contains(shape, { type: 'Point', coordinates: position }),
      ]);
    }
  });

  test('works where every edge passes every other', () => {
    const teeth = comb(4_000);
    const isInside = insideTest([[teeth]]);
    const step = 1 / 4_000;
    for (const tooth of [0, 1, 1_999, 3_998]) {
      // Between the two edges of a tooth, and between a tooth and the next.
      expect(isInside(0.5, (tooth + 0.5) * step)).toBe(true);
      expect(isInside(0.5, (tooth + 1) * step)).toBe(
        contains({ type: 'Polygon', coordinates: [teeth] }, { type: 'Point', coordinates: [0.5, (tooth + 1) * step] }),
      );
    }
  });

  test('is false outside of all longitudes, and for an empty polygon', () => {
    const isInside = insideTest([[star(20, 1, [0, 0])]]);
    expect([isInside(-5, 0), isInside(5, 0), isInside(Number.NaN, 0), isInside(0, Number.NaN)]).toEqual(
      Array(4).fill(false),
    );
    expect(insideTest([])(0, 0)).toBe(false);
  });
});
