import { beforeAll, describe, expect, test } from 'vitest';
import { geosOverlay } from '../../adapters/geos/geos-overlay.ts';
import type { Overlay } from '../../domain/geometry/overlay.ts';
import { areaOf, lengthOf } from '../../sql/geography/measure.ts';
import { shapeOverlay } from '../../sql/geography/overlay/overlay.ts';
import type { Position, Shape } from '../../sql/geography/shape.ts';
import { fromWkt, toWkt } from '../../sql/geography/wkt.ts';
import { randomOf } from '../random-queries/random.ts';

let overlay: Overlay;
beforeAll(async () => {
  overlay = await geosOverlay(() => import('geos-wasm'));
});
const shapes = shapeOverlay(() => overlay);

function read(text: string): Shape {
  const shape = fromWkt(text);
  if (!shape) throw new Error(`no shape: ${text}`);
  return shape;
}

const rounded = (shape: Shape) =>
  toWkt(shape).replace(/-?\d+\.\d+/g, (text) => String(Number(Number(text).toFixed(6)) + 0));
const square = 'POLYGON((0 0, 1 0, 1 1, 0 1, 0 0))';
const ring = 'POLYGON((0 0, 3 0, 3 3, 0 3, 0 0), (1 1, 1 2, 2 2, 2 1, 1 1))';

describe('overlays of lines', () => {
  test.each([
    ['a line through a square', 'LINESTRING(0.5 -1, 0.5 2)', square, 'LINESTRING(0.5 0, 0.5 1.000038)'],
    [
      'a line with a vertex in it',
      'LINESTRING(0.5 -1, 0.5 0.25, 0.75 0.5)',
      square,
      'LINESTRING(0.5 0, 0.5 0.25, 0.75 0.5)',
    ],
    [
      'a line through a hole',
      'LINESTRING(1.5 -1, 1.5 4)',
      ring,
      'MULTILINESTRING((1.5 0, 1.5 1.000038), (1.5 2.000076, 1.5 3.001026))',
    ],
    ['a line outside', 'LINESTRING(2 -1, 2 2)', square, 'GEOMETRYCOLLECTION EMPTY'],
    ['a line that meets a corner', 'LINESTRING(0 0, -1 -1)', square, 'POINT(0 0)'],
    ['a line along the border', 'LINESTRING(0 -1, 0 2)', square, 'LINESTRING(0 0, 0 1)'],
    ['two lines that cross', 'LINESTRING(0 -1, 0 1)', 'LINESTRING(-1 0, 1 0)', 'POINT(0 0)'],
    ['two lines, partly the same', 'LINESTRING(0 0, 0 2)', 'LINESTRING(0 1, 0 3)', 'LINESTRING(0 1, 0 2)'],
    ['a point on a line', 'POINT(0 1)', 'LINESTRING(0 0, 0 2)', 'POINT(0 1)'],
  ])('have the expected intersection: %s', (_, one, other, common) => {
    expect(rounded(shapes.intersection(read(one), read(other)))).toBe(common);
    expect(rounded(shapes.intersection(read(other), read(one)))).toBe(common);
  });

  test.each([
    [
      'a line without a square',
      'LINESTRING(0.5 -1, 0.5 2)',
      square,
      'MULTILINESTRING((0.5 -1, 0.5 0), (0.5 1.000038, 0.5 2))',
    ],
    ['a line without another', 'LINESTRING(0 0, 0 2)', 'LINESTRING(0 1, 0 3)', 'LINESTRING(0 0, 0 1)'],
    [
      'a line without one that crosses it',
      'LINESTRING(0 -1, 0 1)',
      'LINESTRING(-1 0, 1 0)',
      'LINESTRING(0 -1, 0 0, 0 1)',
    ],
    ['a line without a square around it', 'LINESTRING(0.25 0.25, 0.5 0.75)', square, 'GEOMETRYCOLLECTION EMPTY'],
    ['a square without a line', square, 'LINESTRING(0.5 -1, 0.5 2)', 'POLYGON((0 0, 1 0, 1 1, 0 1, 0 0))'],
    ['points without a line', 'MULTIPOINT(0 1, 5 5)', 'LINESTRING(0 0, 0 2)', 'POINT(5 5)'],
  ])('%s', (_, one, other, rest) => {
    expect(rounded(shapes.difference(read(one), read(other)))).toBe(rest);
  });

  test('leave areas beside lines unchanged', () => {
    const both = read(`GEOMETRYCOLLECTION(${square}, LINESTRING(2 0.5, 4 0.5))`);
    const half = read('POLYGON((0.5 -1, 3 -1, 3 2, 0.5 2, 0.5 -1))');
    const common = shapes.intersection(both, half);
    expect(areaOf(common) / areaOf(read(square))).toBeCloseTo(0.5, 4);
    expect(lengthOf(common) / lengthOf(both)).toBeCloseTo(0.5, 4);
  });

  test('in parts are as long as the whole', () => {
    const random = randomOf(21);
    const share = () => random.below(1_000_001) / 1_000_000;
    let cut = 0;
    for (let round = 0; round < 200; round++) {
      const [middle = 0, height = 0] = [-88.2, 40.1];
      const line: Shape = {
        type: 'LineString',
        coordinates: Array.from({ length: 6 }, (): Position => [middle + share() - 0.5, height + share() - 0.5]),
      };
      const [x, y] = [middle + (share() - 0.5) / 2, height + (share() - 0.5) / 2];
      const corners = Array.from({ length: 3 + random.below(9) }, (_, corner): Position => {
        const angle = (2 * Math.PI * corner) / 12;
        const radius = 0.1 + 0.3 * share();
        return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
      });
      const polygon: Shape = { type: 'Polygon', coordinates: [[...corners, ...corners.slice(0, 1)]] };
      const [inside, outside] = [shapes.intersection(line, polygon), shapes.difference(line, polygon)].map(lengthOf);
      if (inside && outside) cut += 1;
      expect(((inside ?? 0) + (outside ?? 0)) / lengthOf(line)).toBeCloseTo(1, 9);
    }
    expect(cut).toBeGreaterThan(100);
  });
});
