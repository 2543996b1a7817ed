import { describe, expect, test } from 'vitest';
import { atPixel, pixelOf, planeAt, toDegrees, toMetres, viewOf, zoomed } from '../../../web/map/plane.ts';
import { scaleOf } from '../../../web/map/scale-bar.tsx';
import { groundWithin, simplified } from '../../../web/map/shapes.ts';
import { ringsOfCells } from '../../../web/points/cell-rings.ts';
import { classGround } from '../../../web/points/class-ground.ts';
import { nearestPoint } from '../../../web/points/point-grid.ts';
import { pointArrays } from './point-sets.ts';

const plane = planeAt(-93.15, 41.66);

describe('the plane of a field', () => {
  test('leads from degrees to metres and back, and has the lengths of WGS 84', () => {
    expect(toMetres(plane, [-93.15, 41.66])).toEqual([0, 0]);
    // By the radii of curvature of the ellipsoid.
    expect(plane.north).toBeCloseTo(111_065, -1);
    expect(plane.east).toBeCloseTo(83_290, -1);
    expect(toDegrees(plane, toMetres(plane, [-93.1523456, 41.6654321]))).toEqual([-93.1523456, 41.6654321]);
  });

  test('stays beneath the pointer when a map is zoomed', () => {
    const size = { width: 800, height: 600 };
    const view = viewOf({ xmin: -200, ymin: -100, xmax: 200, ymax: 100 }, size);
    const at = atPixel(view, size, [100, 500]);
    const [left, top] = pixelOf(zoomed(view, size, 3, [100, 500]), size, at);
    expect([left, top].map(Math.round)).toEqual([100, 500]);
  });

  test('has a scale of a round length', () => {
    expect(scaleOf(1, false)).toEqual({ pixels: 100, text: '100 m' });
    expect(scaleOf(20, false)).toEqual({ pixels: 100, text: '2 km' });
    expect(scaleOf(0.5, true).text).toBe('200 ft');
    expect(scaleOf(40, true).text).toBe('2 mi');
  });
});

describe('a zone', () => {
  test('that is drawn is counterclockwise and closed, however it was drawn', () => {
    const square = [
      [0, 0],
      [0, 90],
      [90, 90],
      [90, 0],
    ] as const;
    for (const line of [square, square.toReversed()]) {
      const [ring = []] = groundWithin(line, plane)?.coordinates ?? [];
      expect(ring).toHaveLength(5);
      expect(ring[0]).toEqual(ring[4]);
      const area = ring.slice(1).reduce((sum, [x = 0, y = 0], index) => {
        const [beforeX = 0, beforeY = 0] = ring[index] ?? [];
        return sum + beforeX * y - x * beforeY;
      }, 0);
      expect(area).toBeGreaterThan(0);
    }
    expect(
      groundWithin(
        [
          [0, 0],
          [5, 5],
          [5, 5],
        ],
        plane,
      ),
    ).toBeUndefined();
  });

  test('that is drawn freehand has the corners that it needs', () => {
    const circle = Array.from({ length: 400 }, (_, index): [number, number] => {
      const angle = (index / 400) * 2 * Math.PI;
      return [50 * Math.cos(angle), 50 * Math.sin(angle)];
    });
    const few = simplified(circle, 0.5);
    expect(few.length).toBeLessThan(40);
    expect(few.length).toBeGreaterThan(12);
  });

  test('of a class is the ground of its points, without what is smaller than noise', () => {
    const at = Array.from({ length: 40 * 40 }, (_, index): [number, number] => [
      2 * (index % 40),
      2 * Math.floor(index / 40),
    ]);
    // The western half is high, and one point in the eastern half.
    const values = at.map(([x, y]) => (x < 40 || (x === 60 && y === 20) ? 9 : 1));
    const ground = classGround(pointArrays({ values, at }), [5], 1, false, plane);
    expect(ground?.coordinates).toHaveLength(1);
    const corners = ground?.coordinates[0]?.[0]?.map(([x = 0, y = 0]) => toMetres(plane, [x, y])[0]) ?? [];
    expect(Math.max(...corners)).toBeGreaterThan(36);
    expect(Math.max(...corners)).toBeLessThan(44);
    expect(classGround(pointArrays({ values, at }), [5, 20], 2, false, plane)).toBeUndefined();
  });
});

describe('the outline of cells', () => {
  test('has a ring for each piece, and one for each hole', () => {
    const cells = Uint8Array.from([1, 1, 1, 0, 1, 0, 1, 0, 1, 1, 1, 1]);
    const pieces = ringsOfCells(cells, 4);
    expect(pieces).toHaveLength(1);
    expect(pieces[0]).toHaveLength(2);
    expect(pieces[0]?.[1]).toHaveLength(4);
  });

  test('keeps rings apart that touch at a corner', () => {
    expect(ringsOfCells(Uint8Array.from([1, 0, 0, 1]), 2)).toEqual([
      [
        [
          [0, 0],
          [1, 0],
          [1, 1],
          [0, 1],
        ],
      ],
      [
        [
          [1, 1],
          [2, 1],
          [2, 2],
          [1, 2],
        ],
      ],
    ]);
    // A hole that touches the outside at a corner is a hole of its own.
    const [piece] = ringsOfCells(Uint8Array.from([1, 1, 1, 1, 0, 1, 1, 1, 0]), 3);
    expect(piece).toHaveLength(2);
    for (const ring of piece ?? []) expect(new Set(ring.map(String)).size).toBe(ring.length);
  });
});

describe('the nearest point', () => {
  test('is found among many, within reach, and only if it is seen', () => {
    const at = Array.from({ length: 2_500 }, (_, index): [number, number] => [
      (index % 50) * 3,
      Math.floor(index / 50) * 3,
    ]);
    const set = pointArrays({ values: at.map(() => 1), at });
    expect(nearestPoint(set, [30.4, 60.9], 5, () => true)).toBe(20 * 50 + 10);
    expect(nearestPoint(set, [30.4, 60.9], 5, (index) => index !== 20 * 50 + 10)).not.toBe(20 * 50 + 10);
    expect(nearestPoint(set, [-20, -20], 5, () => true)).toBeUndefined();
  });
});
