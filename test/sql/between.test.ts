import { describe, expect, test } from 'vitest';
import { distance, isNear, maxDistance } from '../../sql/geography/between.ts';
import { fromWkt } from '../../sql/geography/wkt.ts';

const shape = (wkt: string) => fromWkt(wkt) ?? expect.fail(`no WKT: ${wkt}`);
/** Degrees of latitude for a distance in metres. */
const north = (metres: number) => (metres / 6_371_010) * (180 / Math.PI);

describe('the distance between shapes', () => {
  test.each([
    ['crossing lines', 'LINESTRING(0 0, 2 2)', 'LINESTRING(0 2, 2 0)'],
    ['a line within a polygon', 'LINESTRING(1 1, 2 2)', 'POLYGON((0 0, 3 0, 3 3, 0 3, 0 0))'],
    ['a polygon within another', 'POLYGON((1 1, 2 1, 2 2, 1 1))', 'POLYGON((0 0, 3 0, 3 3, 0 3, 0 0))'],
    ['polygons with one corner in common', 'POLYGON((0 0, 1 0, 1 1, 0 0))', 'POLYGON((1 1, 2 1, 2 2, 1 1))'],
  ])('is 0 for %s', (_, a, b) => {
    expect([distance(shape(a), shape(b)), distance(shape(b), shape(a))]).toEqual([0, 0]);
  });

  test('is not 0 within a hole', () => {
    const holed = 'POLYGON((0 0, 3 0, 3 3, 0 3, 0 0), (1 1, 2 1, 2 2, 1 2, 1 1))';
    expect(distance(shape('POINT(1.1 1.5)'), shape(holed))).toBeGreaterThan(11_000);
  });

  // A point beside an edge of latitude 0 is as far from it as its latitude.
  test.each([0.1, 1, 10, 1000])('is exact to a micrometre beside an edge of %d m', (length) => {
    for (const metres of [0.05, 1, 25, 400]) {
      const edge = shape(`LINESTRING(10 0, ${10 + north(length)} 0)`);
      const point = shape(`POINT(${10 + north(length / 3)} ${north(metres)})`);
      expect(Math.abs((distance(point, edge) ?? NaN) - metres)).toBeLessThan(1e-6);
    }
  });

  // Along a meridian at coordinates that are not round.
  test.each([0.1, 0.5, 3])('is exact to a micrometre beyond the end of an edge of %d m', (length) => {
    const y = 52.123456;
    const edge = shape(`LINESTRING(13.7 ${y}, 13.7 ${y + north(length)})`);
    for (const metres of [0.02, 0.7, 30]) {
      const point = shape(`POINT(13.7 ${y + north(length + metres)})`);
      expect(Math.abs((distance(point, edge) ?? NaN) - metres)).toBeLessThan(1e-6);
    }
  });

  test('is undefined for an empty shape', () => {
    expect(distance(shape('POLYGON EMPTY'), shape('POINT(0 0)'))).toBeUndefined();
    expect(isNear(shape('POLYGON EMPTY'), shape('POINT(0 0)'), 1e9)).toBeUndefined();
    expect(maxDistance(shape('POINT(0 0)'), shape('GEOMETRYCOLLECTION EMPTY'))).toBeUndefined();
  });
});

test('shapes are near within exactly the metres of their distance, at any distance between their middles', () => {
  const field = shape('POLYGON((10 50, 10.01 50, 10.01 50.01, 10 50.01, 10 50))');
  for (const at of [10.02, 10.5, 40, 179]) {
    const other = shape(`LINESTRING(${at} 50.02, ${at} 50.03)`);
    const metres = distance(field, other) ?? NaN;
    expect([isNear(field, other, metres - 1e-3), isNear(field, other, metres + 1e-3)]).toEqual([false, true]);
  }
});

test('the maximum distance is that of two vertices', () => {
  const degree = 6_371_010 * (Math.PI / 180);
  const [line, point] = [shape('LINESTRING(0 0, 3 0)'), shape('MULTIPOINT(1 0, 0 0)')];
  expect(maxDistance(line, point)).toBeCloseTo(3 * degree, 6);
  expect(maxDistance(line, line)).toBeCloseTo(3 * degree, 6);
});
