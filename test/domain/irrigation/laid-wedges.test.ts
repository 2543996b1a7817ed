import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { geosOverlay } from '../../../adapters/geos/geos-overlay.ts';
import { multiPolygon } from '../../../domain/geometry/multi-polygon.ts';
import { type DepthPiece, piecesOfShapes, type WaterSums, waterSums } from '../../../domain/irrigation/depth-map.ts';
import { laidWedges } from '../../../domain/irrigation/laid-wedges.ts';
import { sectorOf } from '../../../domain/irrigation/sectors.ts';
import { wedgesIn } from '../../../domain/irrigation/wedges.ts';

const overlay = await geosOverlay(() => import('geos-wasm'));
const centre: [number, number] = [-93.15252, 41.66782];
const circleHectares = (Math.PI * 400 ** 2) / 10_000;

/** A wedge with coordinates as providers round them. */
function wedge(from: number, width: number, depthMillimetres: number, radiusMetres = 400): DepthPiece {
  const { coordinates } = sectorOf({ centre, radiusMetres }, { from, width });
  const rounded = coordinates.map((rings) =>
    rings.map((ring) => ring.map(([x, y]): [number, number] => [Number(x.toFixed(7)), Number(y.toFixed(7))])),
  );
  return { depthMillimetres, geometry: multiPolygon(rounded) };
}

function expectAlike(found: WaterSums | undefined, expected: WaterSums | undefined) {
  const pairs = [
    [found?.volumeLitres, expected?.volumeLitres],
    [found?.areaHectares, expected?.areaHectares],
    [found?.depth.avg, expected?.depth.avg],
    [found?.depth.max, expected?.depth.max],
  ];
  for (const [value = 0, wanted = 1] of pairs) expect(Math.abs(value / wanted - 1)).toBeLessThan(1e-3);
}

const degrees = fc.integer({ min: 0, max: 359 });
const width = fc.integer({ min: 3, max: 360 });
const depth = fc.integer({ min: 1, max: 40 });

test('wedges of one radius are laid over one another as shapes are, within 0.1 %', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(degrees, width, depth), { minLength: 2, maxLength: 4 }), (parts) => {
      const shapes = parts.map(([from, wide, millimetres]) => wedge(from, wide, millimetres));
      const found = piecesOfShapes(shapes, overlay, centre);
      expectAlike(waterSums(found), waterSums(piecesOfShapes(shapes, overlay)));
    }),
    { numRuns: 12 },
  );
});

test('those of several radii, too: end guns, and passes in which they were off', () => {
  const radius = fc.constantFrom(400, 440, 250);
  fc.assert(
    fc.property(fc.array(fc.tuple(degrees, width, depth, radius), { minLength: 2, maxLength: 5 }), (parts) => {
      const shapes = parts.map(([from, wide, millimetres, reach]) => wedge(from, wide, millimetres, reach));
      const found = piecesOfShapes(shapes, overlay, centre);
      expectAlike(waterSums(found), waterSums(piecesOfShapes(shapes, overlay)));
    }),
    { numRuns: 12 },
  );
});

test('two hundred thousand wedges of a day take seconds, and no water is lost', { timeout: 60_000 }, () => {
  const wedges = Array.from({ length: 200_000 }, (_, at) => ({
    ...{ from: (at * 137.508) % 360, width: 1 + (at % 90), depthMillimetres: 0.01 * (1 + (at % 7)) },
    radiusMetres: at % 3 === 0 ? 440 : 400,
  }));
  const litres = wedges.reduce(
    (sum, one) => sum + (one.width / 360) * Math.PI * one.radiusMetres ** 2 * one.depthMillimetres,
    0,
  );
  const sums = waterSums(laidWedges({ centre, wedges })?.pieces ?? []);
  expect(Math.abs((sums?.volumeLitres ?? 0) / litres - 1)).toBeLessThan(1e-3);
  expect(Math.abs((sums?.areaHectares ?? 0) / (circleHectares * 1.21) - 1)).toBeLessThan(1e-3);
});

test('so many depths are joined to a thousand, which changes neither volume nor area', () => {
  const shapes = Array.from({ length: 1_500 }, (_, at) => wedge(at / 5, 20, 1 + at / 1_000));
  const pieces = piecesOfShapes(shapes, overlay, centre);
  expect(pieces.length).toBeLessThanOrEqual(1_000);
  const sums = waterSums(pieces);
  const litres = shapes.reduce((sum, one) => sum + one.depthMillimetres, 0) * (circleHectares / 18) * 10_000;
  expect(Math.abs((sums?.volumeLitres ?? 0) / litres - 1)).toBeLessThan(1e-3);
});

describe('what is no wedge of the pivot', () => {
  const square = multiPolygon([
    [
      [
        [-93.15, 41.66],
        [-93.14, 41.66],
        [-93.14, 41.67],
        [-93.15, 41.67],
        [-93.15, 41.66],
      ],
    ],
  ]);

  test('is not read as one', () => {
    const one = wedge(0, 90, 8);
    expect(wedgesIn([one], centre)?.wedges).toMatchObject([{ depthMillimetres: 8 }]);
    expect(wedgesIn([one], centre)?.wedges[0]?.width).toBeCloseTo(90, 2);
    expect(wedgesIn([wedge(10, 360, 8)], centre)?.wedges[0]?.width).toBeCloseTo(360, 2);
    expect(wedgesIn([one, { depthMillimetres: 8, geometry: square }], centre)).toBeUndefined();
    const [x, y] = centre;
    expect(wedgesIn([one], [x + 0.002, y])).toBeUndefined();
    const coarse = one.geometry.coordinates.map(([ring = []]) => [
      ring.filter((_, at) => at % 5 === 0 || at > ring.length - 3),
    ]);
    expect(wedgesIn([{ ...one, geometry: multiPolygon(coarse as never) }], centre)).toBeUndefined();
  });

  test('is refused where more than 200,000 pairs may overlap', () => {
    const shapes = Array.from({ length: 640 }, (_, at) => ({ depthMillimetres: 1 + at, geometry: square }));
    expect(() => piecesOfShapes(shapes, overlay, centre)).toThrow(/200,000 pairs/);
  });
});
