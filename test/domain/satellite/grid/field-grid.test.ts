import { describe, expect, test } from 'vitest';
import type { MultiPolygon, Ring } from '../../../../domain/geometry/multi-polygon.ts';
import {
  fromMercator,
  middlesIn,
  pictureGrid,
  toMercator,
  unwound,
  valueGrid,
} from '../../../../domain/satellite/grid/field-grid.ts';

/** A rectangle by its metres near 45° N. */
const rectangle = (metresWide: number, metresHigh: number, west = 15, south = 45): Ring => {
  const [east, north] = [west + metresWide / 78_847, south + metresHigh / 111_132];
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
};
const field = (...rings: Ring[]): MultiPolygon => ({ type: 'MultiPolygon', coordinates: [rings] });

describe('the grid of values', () => {
  test('has pixels of ten metres', () => {
    const { width, height, pixels } = valueGrid(field(rectangle(800, 750)), 10);
    expect([width, height, pixels]).toEqual([80, 75, 6_000]);
  });

  test('excludes holes', () => {
    const hole = rectangle(200, 200, 15.002, 45.002);
    expect(valueGrid(field(rectangle(800, 750), hole), 10).pixels).toBeCloseTo(5_600, -2);
  });

  test('is one pixel for a field that is smaller', () => {
    expect(valueGrid(field(rectangle(3, 3)), 10)).toMatchObject({ width: 1, height: 1, pixels: 1 });
  });

  test('is refused for parts that lie far apart', () => {
    const parts = {
      type: 'MultiPolygon' as const,
      coordinates: [[rectangle(100, 100)], [rectangle(100, 100, 18, 49)]],
    };
    expect(() => valueGrid(parts, 10)).toThrow('lie too far apart');
  });
});

describe('the grid of pictures', () => {
  test('has eight pixels in ten metres', () => {
    const { width, height, dx } = pictureGrid(field(rectangle(800, 750)), 10);
    expect([width / 640, height / 600]).toEqual([expect.closeTo(1, 2), expect.closeTo(1, 2)]);
    expect(dx * Math.cos((45.003 * Math.PI) / 180)).toBeCloseTo(1.25, 3);
  });

  test('has no side of more than 4,096 pixels', () => {
    const { width, height } = pictureGrid(field(rectangle(30_000, 15_000)), 10);
    expect(Math.max(width, height)).toBeLessThanOrEqual(4_096);
    expect(Math.max(width, height)).toBeGreaterThan(2_000);
  });

  test('is Web Mercator', () => {
    expect(toMercator([15, 45])).toEqual([expect.closeTo(1669792.3619, 3), expect.closeTo(5621521.4862, 3)]);
    expect(fromMercator(...toMercator([15, 45]))).toEqual([expect.closeTo(15, 10), expect.closeTo(45, 10)]);
  });
});

test('parts on both sides of the antimeridian are adjacent', () => {
  const both = {
    type: 'MultiPolygon' as const,
    coordinates: [[rectangle(100, 100, 179.99)], [rectangle(100, 100, -180)]],
  };
  expect(valueGrid(unwound(both, 177), 10).width).toBeLessThan(100);
});

describe('the pixels in some ground', () => {
  const grid = { system: 'EPSG:4326' as const, width: 4, height: 4, west: 0, north: 4, dx: 1, dy: 1 };
  const box = (west: number, south: number, east: number, north: number): Ring => [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  const marked = (...rings: Ring[]) => middlesIn(grid, field(...rings), (position) => position);

  test('are those with their middles in it, also where it reaches beyond the grid', () => {
    const { mask, pixels } = marked(box(-3, 2.4, 1.6, 9));
    expect(pixels).toBe(4);
    expect([...mask]).toEqual([1, 1, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  });

  test('are none in ground without a middle', () => {
    expect(marked(box(1.1, 1.1, 1.4, 1.4)).pixels).toBe(0);
    expect(marked(box(10, 10, 12, 12)).pixels).toBe(0);
  });

  test('are in one of two neighbours whose edge is on middles', () => {
    const parts = [box(0, 2.5, 1.5, 4), box(1.5, 2.5, 4, 4), box(0, 0, 1.5, 2.5), box(1.5, 0, 4, 2.5)];
    const counts = parts.map((part) => marked(part).pixels);
    // Of the middles at 1.5 and 2.5, the eastern and the southern neighbours have them.
    expect(counts).toEqual([1, 3, 3, 9]);
  });
});
