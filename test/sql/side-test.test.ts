import { describe, expect, test } from 'vitest';
import { partsOf } from '../../sql/geography/parts.ts';
import { contains, intersects } from '../../sql/geography/relate.ts';
import type { Position, Shape } from '../../sql/geography/shape.ts';
import { sideTest } from '../../sql/geography/side-test.ts';
import { randomOf } from '../random-queries/random.ts';
import { randomPolygon } from './random-polygons.ts';

const exact = (shape: Shape, coordinates: Position) => {
  const point: Shape = { type: 'Point', coordinates };
  if (!intersects(shape, point)) return 'outside';
  return contains(shape, point) ? 'inside' : 'border';
};
const square: Shape = {
  type: 'Polygon',
  coordinates: [
    [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
      [0, 0],
    ],
    [
      [0.25, 0.25],
      [0.75, 0.25],
      [0.75, 0.75],
      [0.25, 0.75],
      [0.25, 0.25],
    ],
  ],
};

describe('the position of points relative to polygons', () => {
  test('agrees with the exact relations, on borders, close to them, at the 180th meridian and at poles', () => {
    const random = randomOf(5);
    const found = { inside: 0, border: 0, outside: 0 };
    for (let round = 0; round < 400; round++) {
      const shape = randomPolygon(random);
      const side = sideTest(partsOf(shape).polygons);
      const positions = partsOf(shape).polygons.flat(2);
      for (let point = 0; point < 30; point++) {
        const position = positionBy(positions, random.below(1_000_000) / 1_000_000, random.below(12), random.below(4));
        const wanted = exact(shape, position);
        expect([position, side?.(...position)]).toEqual([position, wanted]);
        found[wanted] += 1;
      }
    }
    expect(Math.min(...Object.values(found))).toBeGreaterThan(200);
  });

  test('is the border, not the inside, on any edge of a polygon or of its hole', () => {
    const side = sideTest(partsOf(square).polygons);
    const border: Position[] = [
      [0, 0],
      [0, 0.5],
      [0, 0.3],
      [1, 0.7],
      [0.25, 0.5],
      [0.5, 0],
    ];
    expect(border.map((position) => side?.(...position))).toEqual(border.map(() => 'border'));
    expect(border.map((coordinates) => contains(square, { type: 'Point', coordinates }))).toEqual(
      border.map(() => false),
    );
    expect([side?.(0.5, 0.5), side?.(0.1, 0.1), side?.(5, 5)]).toEqual(['outside', 'inside', 'outside']);
  });

  test('is undefined where an edge spans half of the earth, and outside of an empty polygon', () => {
    const around: Position[] = [
      [-170, 10],
      [170, 10],
      [0, 60],
      [-170, 10],
    ];
    expect(sideTest([[around]])).toBeUndefined();
    expect(sideTest([])?.(0, 0)).toBe('outside');
  });
});

/** A position between two vertices, on one, or close to either. */
function positionBy(positions: readonly Position[], share: number, digits: number, kind: number): Position {
  const at = Math.floor(share * positions.length);
  const [from, to] = [positions[at] ?? [0, 0], positions[(at + 1) % positions.length] ?? [0, 0]];
  const middle: Position = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
  const by = 10 ** -(digits + 2) * (share - 0.5);
  const [x, y] = kind === 0 ? from : kind === 1 ? [from[0], (from[1] + to[1]) / 2] : middle;
  const moved: Position = kind === 2 ? [x, y] : [x + by, y - by / 3];
  return [Math.max(-180, Math.min(180, moved[0])), Math.max(-90, Math.min(90, moved[1]))];
}
