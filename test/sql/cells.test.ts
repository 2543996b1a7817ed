import * as h3 from 'h3-js';
import { describe, expect, test } from 'vitest';
import { cellsOf } from '../../sql/geography/cells.ts';
import { partsOf } from '../../sql/geography/parts.ts';
import { intersects } from '../../sql/geography/relate.ts';
import type { Position, Shape } from '../../sql/geography/shape.ts';
import { fromWkt } from '../../sql/geography/wkt.ts';
import { cells as grid } from '../cells.ts';
import { randomOf } from '../random-queries/random.ts';

const read = (text: string) => fromWkt(text) ?? expect.fail(text);
const cells = (shape: Shape, resolution: number, isFull: boolean) => cellsOf(shape, { grid, resolution, isFull });
const random = randomOf(14);
const share = () => random.below(1_000_000) / 1_000_000;

/** A star around a middle, a few cells wide, with a hole in every other one. */
function star([x, y]: Position, degrees: number): Position[][] {
  const corners = 3 + random.below(6);
  const ring = (size: number) => {
    const positions = Array.from({ length: corners }, (_, index): Position => {
      const turn = (2 * Math.PI * index) / corners;
      const radius = size * (0.4 + 0.6 * share());
      return [x + (radius * Math.cos(turn)) / Math.cos((y * Math.PI) / 180), y + radius * Math.sin(turn)];
    });
    return [...positions, ...positions.slice(0, 1)];
  };
  return corners % 2 ? [ring(degrees)] : [ring(degrees), ring(degrees / 4)];
}

const middles: Position[] = [
  [-89.75, 40.46],
  [10, 0],
  [178.9, -17],
  [-178.9, 71],
  [147, -42],
];

describe('the cells of polygons as small as fields match those of H3', () => {
  const polygons = Array.from({ length: 60 }, (_, index) => star(middles[index % middles.length] ?? [0, 0], 0.01));
  test.each([7, 9, 10])('at resolution %s', (resolution) => {
    for (const coordinates of polygons) {
      const rings = coordinates as unknown as number[][][];
      const found = (mode: string) => h3.polygonToCellsExperimental(rings, resolution, mode, true).sort();
      const shape: Shape = { type: 'Polygon', coordinates };
      expect(cells(shape, resolution, true)).toEqual(found(h3.POLYGON_TO_CELLS_FLAGS.containmentOverlapping));
      expect(cells(shape, resolution, false)).toEqual(found(h3.POLYGON_TO_CELLS_FLAGS.containmentCenter));
    }
  });
});

describe('the cells of large polygons, whose edges are great circles', () => {
  const shape = read('POLYGON((-120 30, -60 30, -70 55, -110 55, -120 30), (-95 38, -85 38, -90 45, -95 38))');
  test.each([0, 1, 2])('are all cells of resolution %s that touch the polygon', (resolution) => {
    const all = h3.getRes0Cells().flatMap((cell) => h3.cellToChildren(cell, resolution));
    const own = all.filter((cell) => {
      const coordinates = [(grid.border(cell) ?? []) as Position[]];
      const crosses = coordinates[0]?.some(([x], index, ring) => Math.abs(x - (ring[index - 1]?.[0] ?? x)) > 180);
      return !crosses && intersects({ type: 'Polygon', coordinates }, shape);
    });
    expect(cells(shape, resolution, true)).toEqual(own.sort());
  });

  test('are those whose middle the polygon covers, when not requested in full', () => {
    const all = h3.getRes0Cells().flatMap((cell) => h3.cellToChildren(cell, 3));
    const own = all.filter((cell) => intersects({ type: 'Point', coordinates: grid.centre(cell) }, shape));
    expect(own.length).toBeGreaterThan(500);
    expect(cells(shape, 3, false)).toEqual(own.sort());
  });
});

test('a point has one cell, several points one each, and a line those that it crosses', () => {
  expect(cells(read('POINT(-89.75 40.5)'), 9, false)).toEqual([h3.latLngToCell(40.5, -89.75, 9)]);
  expect(cells(read('MULTIPOINT(-89.75 40.5, -89.75 40.5, 10 50)'), 9, true)).toHaveLength(2);
  const line = read('LINESTRING(-89.75 40.5, -89.7 40.52, -89.72 40.54)');
  const around = h3.gridDisk(h3.latLngToCell(40.52, -89.72, 9), 40);
  const own = around.filter((cell) => intersects({ type: 'Polygon', coordinates: [grid.border(cell) ?? []] }, line));
  expect(cells(line, 9, true)).toEqual(own.sort());
  expect(cells(line, 9, false)).toEqual(own);
});

test('a shape smaller than a cell has its cell only when it is requested in full', () => {
  const shape = read('POLYGON((-89.75 40.5, -89.7499 40.5, -89.7499 40.5001, -89.75 40.5))');
  expect(cells(shape, 5, true)).toEqual([h3.latLngToCell(40.5, -89.75, 5)]);
  expect(cells(shape, 5, false)).toEqual([]);
});

test('parts on either side of the antimeridian have one set of cells, without a gap', () => {
  const parts = read(
    'MULTIPOLYGON(((179.9 -17, 180 -17, 180 -16.9, 179.9 -16.9, 179.9 -17)), ((-180 -17, -179.9 -17, -179.9 -16.9, -180 -16.9, -180 -17)))',
  );
  const [west = [], east = []] = partsOf(parts).polygons;
  const found = cells(parts, 7, true);
  const apart = [west, east].map((coordinates) => cells({ type: 'Polygon', coordinates }, 7, true));
  expect(found).toEqual([...new Set(apart.flat())].sort());
  expect(found.length).toBeLessThan(apart.flat().length);
  expect(found).toContain(h3.latLngToCell(-16.95, 180, 7));
});

test('too many cells are refused with their number and a resolution that has fewer', () => {
  const state = read('POLYGON((-91 37, -87 37, -87 42, -91 42, -91 37))');
  const refused = expect.objectContaining({
    code: 'query_too_complex',
    message: expect.stringMatching(/about 1\d{6} cells of resolution 9, and a query takes 10000/),
    advice: { hint: 'Take resolution 6 or lower, or a smaller geography.' },
  });
  expect(() => cells(state, 9, true)).toThrow(refused);
  expect(cells(state, 6, true).length).toBeLessThan(10_000);
});
