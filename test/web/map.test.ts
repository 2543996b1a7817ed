import { describe, expect, test } from 'vitest';
import { neighbourhoods } from '../../web/map/neighbourhoods.ts';
import { drawing, scaleMetres } from '../../web/map/projection.ts';
import { type Ground, isWithin } from '../../web/map/shapes.ts';

const frame = { width: 360, height: 220, margin: 20 };
const square = (west: number, south: number, side: number) => ({
  id: `${west}`,
  geometry: {
    type: 'MultiPolygon' as const,
    coordinates: [
      [
        [
          [west, south],
          [west + side, south],
          [west + side, south + side],
          [west, south + side],
          [west, south],
        ] as [number, number][],
      ],
    ],
  },
});

describe('field outlines on a plane', () => {
  test('lie within their frame, north up, as large as possible', () => {
    const drawn = drawing([square(-93.6, 42, 0.01)], frame);
    const numbers = [...(drawn?.shapes[0]?.path.matchAll(/[-\d.]+/g) ?? [])].map(Number);
    const ys = numbers.filter((_, index) => index % 2 === 1);
    expect([Math.min(...ys), Math.max(...ys)]).toEqual([20, 200]);
    // The first corner is the south-western one.
    expect(ys[0]).toBe(200);
    expect(drawn?.metresPerUnit).toBeCloseTo(1113.2 / 180, 1);
  });

  test('are empty without fields, and without outlines smaller than a point', () => {
    expect(drawing([], frame)).toBeUndefined();
    const [, small] = drawing([square(0, 0, 1), square(0.5, 0.5, 1e-7)], frame)?.shapes ?? [];
    expect(small?.path).toBe('');
  });
});

test.each([
  [1, 360, 50],
  [6.2, 360, 500],
  [0.4, 360, 20],
])('%s metres in a unit and %s units make a scale of %s m', (metresPerUnit, width, metres) => {
  expect(scaleMetres(metresPerUnit, width)).toBe(metres);
});

test('fields that lie far apart are drawn as maps of their own, those with most fields first', () => {
  const alone = square(-93.15, 41.67, 0.01);
  // The third joins what the first two begin.
  const near = [square(-93.6, 42, 0.01), square(-93.45, 42, 0.01), square(-93.52, 42, 0.01)];
  const groups = neighbourhoods([alone, ...near]);
  expect(groups.map((group) => group.map(({ id }) => id).sort())).toEqual([['-93.45', '-93.52', '-93.6'], ['-93.15']]);
  expect(neighbourhoods([])).toEqual([]);
});

test('a position is within ground, but not within its holes', () => {
  const ring = (from: number, to: number) => [
    [from, from],
    [to, from],
    [to, to],
    [from, to],
    [from, from],
  ];
  const ground: Ground = {
    type: 'MultiPolygon',
    coordinates: [[ring(0, 10), ring(4, 6)], [ring(20, 21)]],
  };
  const within = (x: number, y: number) => isWithin([x, y], ground);
  expect([within(1, 1), within(5, 5), within(20.5, 20.5), within(15, 5), within(5, 11), within(-1, 5)]).toEqual([
    true,
    false,
    true,
    false,
    false,
    false,
  ]);
});
