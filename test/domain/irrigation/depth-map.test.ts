import { describe, expect, test } from 'vitest';
import { geosOverlay } from '../../../adapters/geos/geos-overlay.ts';
import { multiPolygon } from '../../../domain/geometry/multi-polygon.ts';
import { piecesOfArcs, piecesOfShapes, piecesWithin, waterSums } from '../../../domain/irrigation/depth-map.ts';
import { sectorOf } from '../../../domain/irrigation/sectors.ts';

const overlay = await geosOverlay(() => import('geos-wasm'));
const pivot = { centre: [-93.15252, 41.66782] as [number, number], radiusMetres: 400 };
const circleHectares = (Math.PI * 400 ** 2) / 10_000;
const arc = (from: number, width: number, depthMillimetres: number) => ({ from, width, depthMillimetres });
const wedge = (from: number, width: number, depthMillimetres: number, radiusMetres = 400) => ({
  depthMillimetres,
  geometry: sectorOf({ ...pivot, radiusMetres }, { from, width }),
});
const near = (value: number | undefined, expected: number, share = 1e-4) =>
  expect(Math.abs((value ?? 0) / expected - 1)).toBeLessThan(share);

describe('sectors', () => {
  test.each([-60, 0, 41.7, 65])(
    'have the area of the ellipsoid at a latitude of %d degrees, in all directions',
    (latitude) => {
      const at = { centre: [20, latitude] as [number, number], radiusMetres: 400 };
      for (const from of [0, 45, 80, 359]) {
        const sums = waterSums(piecesOfArcs(at, [arc(from, 20, 10)]));
        near(sums?.areaHectares, circleHectares / 18);
      }
      near(waterSums(piecesOfArcs(at, [arc(0, 360, 10)]))?.areaHectares, circleHectares);
    },
  );

  test('of parts of a degree are not lost', () => {
    near(waterSums(piecesOfArcs(pivot, [arc(12.3, 0.4, 10)]))?.areaHectares, circleHectares / 900, 1e-3);
  });
});

describe('sums', () => {
  test('volume is depth times area, and the mean is over the watered area alone', () => {
    const sums = waterSums(piecesOfArcs(pivot, [arc(0, 90, 10), arc(90, 30, 30)]));
    near(sums?.areaHectares, circleHectares / 3);
    near(sums?.volumeLitres, (circleHectares / 4) * 100_000 + (circleHectares / 12) * 300_000);
    near(sums?.depth.avg, 15);
    expect(sums?.depth).toMatchObject({ min: 10, max: 30, sum: 40 });
  });

  test('nothing watered has none', () => {
    expect(waterSums([])).toBeUndefined();
    expect(piecesOfShapes([], overlay)).toEqual([]);
  });
});

describe('wedges of a provider', () => {
  test('that lie side by side stay as they are, joined by depth', () => {
    const pieces = piecesOfShapes([wedge(0, 30, 8), wedge(30, 30, 8), wedge(60, 30, 4)], overlay);
    expect(pieces.map(({ depthMillimetres }) => depthMillimetres)).toEqual([4, 8]);
    expect(pieces[1]?.geometry.coordinates).toHaveLength(1);
  });

  test('that overlap add up, and their area counts once', () => {
    const pieces = piecesOfShapes([wedge(0, 60, 8), wedge(30, 60, 4)], overlay);
    expect(pieces.map(({ depthMillimetres }) => depthMillimetres)).toEqual([4, 8, 12]);
    const sums = waterSums(pieces);
    near(sums?.areaHectares, circleHectares / 4);
    near(sums?.volumeLitres, (circleHectares / 6) * 120_000);
  });

  test('of an end gun reach farther than the others', () => {
    const sums = waterSums(piecesOfShapes([wedge(0, 90, 8), wedge(90, 90, 8, 440)], overlay));
    near(sums?.areaHectares, (circleHectares / 4) * (1 + 1.1 ** 2));
  });

  test('whose coordinates are rounded do not overlap', () => {
    const rounded = (one: ReturnType<typeof wedge>) => ({
      ...one,
      geometry: multiPolygon(
        one.geometry.coordinates.map((rings) =>
          rings.map((ring) => ring.map(([x, y]): [number, number] => [Number(x.toFixed(7)), Number(y.toFixed(7))])),
        ),
      ),
    });
    const wedges = Array.from({ length: 36 }, (_, at) => rounded(wedge(at * 10, 10, 8)));
    expect(piecesOfShapes(wedges, overlay)).toHaveLength(1);
  });
});

test('a field gets the parts within its boundary', () => {
  const [x, y] = pivot.centre;
  const half = multiPolygon([
    [
      [
        [x, y - 0.01],
        [x + 0.01, y - 0.01],
        [x + 0.01, y + 0.01],
        [x, y + 0.01],
        [x, y - 0.01],
      ],
    ],
  ]);
  const pieces = piecesWithin(piecesOfArcs(pivot, [arc(0, 360, 10)]), half, overlay);
  near(waterSums(pieces)?.areaHectares, circleHectares / 2);
  expect(
    piecesWithin(
      pieces,
      multiPolygon([
        [
          [
            [0, 0],
            [1, 0],
            [1, 1],
            [0, 0],
          ],
        ],
      ]),
      overlay,
    ),
  ).toEqual([]);
});
