import fc from 'fast-check';
import gdal from 'gdal-async';
import { describe, expect, test } from 'vitest';
import { geosOverlay } from '../../../adapters/geos/geos-overlay.ts';
import { overlapPercent } from '../../../domain/fields/overlap.ts';
import { areaHectares } from '../../../domain/geometry/area.ts';
import { coverCells } from '../../../domain/geometry/cells.ts';
import { type MultiPolygon, multiPolygon, type Ring } from '../../../domain/geometry/multi-polygon.ts';
import { overlayArea } from '../../../domain/geometry/overlay-area.ts';
import { provedValid } from '../../../domain/geometry/prove-valid.ts';
import { decodeWkb, encodeWkb } from '../../../domain/geometry/wkb.ts';
import { repairedShape } from '../../../domain/sync/provided-shape.ts';
import { tangle } from '../../domain/geometry/generated-outlines.ts';
import { atCellBorder, inGermany, shapes, tangledShapes } from '../../domain/geometry/generated-shapes.ts';

const overlay = await geosOverlay(() => import('geos-wasm'));

/** The engine of the workers, with GEOS in native code. */
const native = (shape: MultiPolygon) => gdal.Geometry.fromWKB(Buffer.from(encodeWkb(shape.coordinates)));
const back = (geometry: gdal.Geometry) => multiPolygon(decodeWkb(geometry.toWKB()).polygons);

/** A square metre, below which the last digits of a coordinate decide. */
const squareMetre = 0.0001;
const both = fc.constantFrom(inGermany, atCellBorder).chain((origin) => fc.tuple(shapes(origin), shapes(origin)));

function square(west: number, south: number, side: number): Ring {
  return [
    [west, south],
    [west + side, south],
    [west + side, south + side],
    [west, south + side],
    [west, south],
  ];
}

describe('overlays of shapes', () => {
  test('have the intersection of native GEOS', () => {
    fc.assert(
      fc.property(both, ([a, b]) => {
        const expected = areaHectares(back(native(a).intersection(native(b))));
        expect(Math.abs(areaHectares(overlay.intersection(a, b)) - expected)).toBeLessThan(squareMetre);
      }),
      { numRuns: 300 },
    );
  });

  test('have the difference of native GEOS', () => {
    fc.assert(
      fc.property(both, ([a, b]) => {
        const expected = areaHectares(back(native(a).difference(native(b))));
        expect(Math.abs(areaHectares(overlay.difference(a, b)) - expected)).toBeLessThan(squareMetre);
      }),
      { numRuns: 300 },
    );
  });

  test('have the union of native GEOS', () => {
    fc.assert(
      fc.property(both, ([a, b]) => {
        const expected = areaHectares(back(native(a).union(native(b))));
        expect(Math.abs(areaHectares(overlay.union([a, b])) - expected)).toBeLessThan(squareMetre);
      }),
      { numRuns: 300 },
    );
  });

  test('add up: union and intersection have the area of both shapes', () => {
    fc.assert(
      fc.property(both, ([a, b]) => {
        const two = overlayArea(a) + overlayArea(b);
        const together = overlayArea(overlay.union([a, b])) + overlayArea(overlay.intersection(a, b));
        expect(Math.abs(together - two)).toBeLessThan(Math.max(squareMetre, two * 1e-6));
      }),
      { numRuns: 300 },
    );
  });

  test('cover themselves and all that lies in them completely', () => {
    fc.assert(
      fc.property(both, ([a, b]) => {
        expect(overlapPercent(a, a, overlay)).toBe(100);
        expect(overlapPercent(a, overlay.union([a, b]), overlay)).toBeCloseTo(100, 2);
      }),
    );
  });

  test('have a valid intersection, by the right-hand rule, equal in either order', () => {
    fc.assert(
      fc.property(both, ([a, b]) => {
        const common = overlay.intersection(a, b);
        expect(overlay.findDefect(common)).toBeUndefined();
        expect(Math.abs(areaHectares(overlay.intersection(b, a)) - areaHectares(common))).toBeLessThan(squareMetre);
        expect(areaHectares(common)).toBeLessThanOrEqual(Math.min(areaHectares(a), areaHectares(b)) + squareMetre);
      }),
    );
  });

  test('share a cell of the index wherever they overlap', () => {
    fc.assert(
      fc.property(both, ([a, b]) => {
        if (overlapPercent(a, b, overlay) < 0.01) return;
        const [covered, asked] = [coverCells(a.coordinates, 8), coverCells(b.coordinates, 4)];
        expect(asked.some((cell) => covered.some((other) => cell.startsWith(other) || other.startsWith(cell)))).toBe(
          true,
        );
      }),
      { numRuns: 500 },
    );
  });
});

describe('validity', () => {
  test('agrees with native GEOS, and is never denied by the proof in JavaScript', () => {
    fc.assert(
      fc.property(fc.oneof(shapes(inGermany), tangledShapes(inGermany)), (shape) => {
        const valid = overlay.findDefect(shape) === undefined;
        expect(valid).toBe(native(shape).isValid());
        if (provedValid(shape.coordinates)) expect(valid).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  test.each([
    [
      'SELF_INTERSECTION',
      [
        [
          [0, 0],
          [2, 2],
          [2, 0],
          [0, 2],
          [0, 0],
        ],
      ],
      [1, 1],
    ],
    ['HOLE_OUTSIDE_SHELL', [square(0, 0, 1), square(5, 5, 1)], [5, 5]],
    ['NESTED_HOLES', [square(0, 0, 9), square(1, 1, 5), square(2, 2, 1)], [2, 2]],
  ] as [string, Ring[], number[]][])('names %s and its position', (validity, rings, position) => {
    expect(overlay.findDefect(multiPolygon([rings]))).toEqual({ validity, position: position });
  });

  test('is NESTED_SHELLS for parts within each other', () => {
    expect(overlay.findDefect(multiPolygon([[square(0, 0, 9)], [square(1, 1, 1)]]))?.validity).toBe('NESTED_SHELLS');
  });
});

describe('invalid shapes are repaired first', () => {
  const bowTie = multiPolygon([
    [
      [
        [0, 0],
        [2, 2],
        [2, 0],
        [0, 2],
        [0, 0],
      ],
    ],
  ]);

  test('a bow tie has two triangles', () => {
    expect(overlay.intersection(bowTie, multiPolygon([[square(-1, -1, 5)]])).coordinates).toHaveLength(2);
  });

  test('a ring that runs out and back keeps its area', () => {
    const [a, b, c, d] = square(0, 0, 1) as [Ring[0], Ring[0], Ring[0], Ring[0]];
    const needle = multiPolygon([[[a, b, c, [0.5, 1], [0.5, 3], [0.5, 1], d, a]]]);
    const whole = multiPolygon([[square(0, 0, 1)]]);
    expect(overlapPercent(overlay.union([needle, needle]), whole, overlay)).toBe(100);
    expect(overlayArea(overlay.union([needle]))).toBeCloseTo(overlayArea(whole), 12);
  });

  test('overlapping parts count once, and leave no hole', () => {
    const twice = multiPolygon([[square(0, 0, 2)], [square(1, 1, 2)]]);
    expect(areaHectares(overlay.intersection(twice, multiPolygon([[square(-9, -9, 20)]])))).toBeCloseTo(
      areaHectares(overlay.union([multiPolygon([[square(0, 0, 2)]]), multiPolygon([[square(1, 1, 2)]])])),
      2,
    );
  });

  test('tangled rings are overlaid without an error', () => {
    fc.assert(
      fc.property(tangledShapes(inGermany), shapes(inGermany), (tangled, shape) => {
        const common = areaHectares(overlay.intersection(tangled, shape));
        expect(common).toBeLessThanOrEqual(areaHectares(shape) + squareMetre);
      }),
    );
  });
});

describe('a ring that crosses itself', () => {
  const somewhere = multiPolygon([[square(10, 50, 1)]]);

  test('a thousand times is repaired', () => {
    expect(overlay.intersection(tangle(15), somewhere).coordinates.length).toBeGreaterThan(10);
    expect(repairedShape({ geometry: tangle(15), validity: 'SELF_INTERSECTION' }, overlay)).toBeDefined();
  });

  test('too often is refused, and stays as its provider has it', () => {
    const tooComplex = expect.objectContaining({ status: 400, errorKey: 'geometryTooComplex' });
    for (const shape of [tangle(60), tangle(12_000)]) {
      expect(() => overlay.intersection(somewhere, shape)).toThrow(tooComplex);
      expect(() => overlay.union([shape])).toThrow(tooComplex);
      expect(repairedShape({ geometry: shape, validity: 'SELF_INTERSECTION' }, overlay)).toBeUndefined();
    }
  });
});

test('touching shapes have nothing in common, without an error', () => {
  const [left, right] = [multiPolygon([[square(0, 0, 1)]]), multiPolygon([[square(1, 0, 1)]])];
  expect(overlay.intersection(left, right)).toEqual({ type: 'MultiPolygon', coordinates: [] });
  expect(overlay.intersection(left, multiPolygon([]))).toEqual({ type: 'MultiPolygon', coordinates: [] });
  expect(overlay.union([])).toEqual({ type: 'MultiPolygon', coordinates: [] });
});

test('memory is freed: a thousand overlays take no more than ten', () => {
  const ring = (x: number) => multiPolygon([[square(x, 50, 1)]]);
  for (let i = 0; i < 3_000; i++) overlay.intersection(ring(0), ring(0.5));
  const before = process.memoryUsage().arrayBuffers;
  for (let i = 0; i < 20_000; i++) overlay.intersection(ring(0), ring(0.5));
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20_000_000);
});
