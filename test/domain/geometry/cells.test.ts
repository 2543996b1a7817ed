import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Cell, cellsAround, coverCells } from '../../../domain/geometry/cells.ts';
import type { MultiPolygon, Position } from '../../../domain/geometry/multi-polygon.ts';
import { processorMilliseconds } from '../../processor-time.ts';
import { atCellBorder, inGermany, shapes } from './generated-shapes.ts';

const cover = ({ coordinates }: MultiPolygon, maxCells = 8) => coverCells(coordinates, maxCells);

/** West, south and side of a cell. */
function squareOf(cell: Cell): [number, number, number] {
  let [west, south, degrees] = [-180, -180, 360];
  for (const digit of cell) {
    const number = Number.parseInt(digit, 16);
    degrees /= 4;
    west += (number % 4) * degrees;
    south += Math.floor(number / 4) * degrees;
  }
  return [west, south, degrees];
}

function holds(cell: Cell, [x, y]: Position): boolean {
  const [west, south, degrees] = squareOf(cell);
  return x >= west && x <= west + degrees && y >= south && y <= south + degrees;
}

const nested = (a: Cell, b: Cell) => a.startsWith(b) || b.startsWith(a);
const square = (west: number, south: number, side: number): MultiPolygon => ({
  type: 'MultiPolygon',
  coordinates: [
    [
      [
        [west, south],
        [west + side, south],
        [west + side, south + side],
        [west, south + side],
        [west, south],
      ],
    ],
  ],
});

describe('the cells of a shape', () => {
  test.each([inGermany, atCellBorder])('are few, disjoint, and cover every corner of it: %o', (origin) => {
    fc.assert(
      fc.property(shapes(origin), fc.integer({ min: 1, max: 24 }), (shape, maxCells) => {
        const cells = cover(shape, maxCells);
        expect(cells.length).toBeGreaterThan(0);
        expect(cells.length).toBeLessThanOrEqual(maxCells);
        for (const [at, cell] of cells.entries())
          for (const other of cells.slice(at + 1)) expect(nested(cell, other)).toBe(false);
        for (const corner of shape.coordinates.flat(2)) expect(cells.some((cell) => holds(cell, corner))).toBe(true);
      }),
    );
  });

  test('are found from every point inside, not only from its border', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.001, max: 0.999, noNaN: true }),
        fc.double({ min: 0.001, max: 0.999, noNaN: true }),
        (x, y) => {
          const cells = cover(square(10, 50, 5), 24);
          expect(cells.some((cell) => holds(cell, [10 + 5 * x, 50 + 5 * y]))).toBe(true);
        },
      ),
    );
  });

  test('are as fine as the shape where there are few', () => {
    const [cell = ''] = cover(square(10.001, 50.001, 0.0001), 1);
    expect(squareOf(cell)[2]).toBeLessThan(0.03);
    expect(cover(square(-1, -1, 2), 1)).toEqual(['']);
  });

  test('leave out a hole that is large enough', () => {
    const [outer = []] = square(10, 50, 4).coordinates[0] ?? [];
    const [inner = []] = square(10.1, 50.1, 3.8).coordinates[0] ?? [];
    const cells = coverCells([[outer, [...inner].reverse()]], 24);
    expect(cells.some((cell) => holds(cell, [12, 52]) && cell.length > 3)).toBe(false);
  });

  test('of a hundred thousand corners are computed within a moment', () => {
    const corners = 100_000;
    const ring = Array.from({ length: corners }, (_, i): Position => {
      const turn = (2 * Math.PI * i) / corners;
      return [10 + 0.01 * Math.cos(turn), 50 + 0.01 * Math.sin(turn)];
    });
    const milliseconds = processorMilliseconds(() => {
      expect(coverCells([[[...ring, ...ring.slice(0, 1)]]], 8).length).toBeGreaterThan(0);
    });
    expect(milliseconds).toBeLessThan(5_000);
  });
});

test('the cells around a cell are named by the prefixes of its name', () => {
  expect(cellsAround('a8f')).toEqual(['', 'a', 'a8']);
});
