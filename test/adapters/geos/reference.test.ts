import fc from 'fast-check';
import gdal from 'gdal-async';
import { expect, test } from 'vitest';
import { geosOverlay } from '../../../adapters/geos/geos-overlay.ts';
import { overlapPercent } from '../../../domain/fields/overlap.ts';
import { areaHectares } from '../../../domain/geometry/area.ts';
import { type MultiPolygon, multiPolygon } from '../../../domain/geometry/multi-polygon.ts';
import { roundDegrees } from '../../../domain/geometry/rings.ts';
import { decodeWkb, encodeWkb } from '../../../domain/geometry/wkb.ts';
import {
  atCellBorder,
  inGermany,
  neighbours,
  type Origin,
  piercedShapes,
  shapes,
  tangledShapes,
} from '../../domain/geometry/generated-shapes.ts';

const overlay = await geosOverlay(() => import('geos-wasm'));

/** The reference: GEOS and PROJ in native code, which share only the shapes with ours. */
const native = ({ coordinates }: MultiPolygon) => gdal.Geometry.fromWKB(Buffer.from(encodeWkb(coordinates)));
const back = (geometry: gdal.Geometry) => multiPolygon(decodeWkb(geometry.toWKB()).polygons);

/** Half a square metre, below which the last digits of a coordinate decide. */
const precision = 0.000_05;
const nearTheEdge: Origin = { west: -179.9, south: -54.99, degrees: 0.05 };
const origins = fc.constantFrom(inGermany, atCellBorder, nearTheEdge);
const anyShape = origins.chain((origin) => fc.oneof(shapes(origin), piercedShapes(origin)));
const anyTwo = origins.chain((origin) => {
  const shape = fc.oneof(shapes(origin), piercedShapes(origin));
  return fc.tuple(shape, shape);
});

// EPSG:4326 by its number has latitude first.
const degrees = gdal.SpatialReference.fromProj4('+proj=longlat +datum=WGS84');

/** Hectares on the plane of an equal-area projection around the shape, with the sides of its rings cut so short that they stay straight. */
function referenceHectares(shape: MultiPolygon): number {
  const [[[first] = []] = []] = shape.coordinates;
  if (!first) return 0;
  const plane = gdal.SpatialReference.fromProj4(`+proj=laea +lon_0=${first[0]} +lat_0=${first[1]} +ellps=WGS84`);
  const geometry = native(shape);
  geometry.segmentize(0.0005);
  geometry.transform(new gdal.CoordinateTransformation(degrees, plane));
  return (geometry as gdal.MultiPolygon).getArea() / 10_000;
}

test('areas are those of an equal-area projection, to a thousandth', () => {
  fc.assert(
    fc.property(anyShape, (shape) => {
      const expected = referenceHectares(shape);
      expect(Math.abs(areaHectares(shape) - expected)).toBeLessThan(0.001 * expected + precision);
    }),
    { numRuns: 200 },
  );
});

test('shapes with holes, and islands in them, are overlaid as by the reference', () => {
  fc.assert(
    fc.property(anyTwo, ([a, b]) => {
      expect(overlay.findDefect(a)).toBeUndefined();
      const [x, y] = [native(a), native(b)];
      const common = areaHectares(back(x.intersection(y)));
      const whole = areaHectares(back(x.union(y)));
      expect(Math.abs(areaHectares(overlay.intersection(a, b)) - common)).toBeLessThan(precision);
      expect(Math.abs(areaHectares(overlay.union([a, b])) - whole)).toBeLessThan(precision);
    }),
    { numRuns: 300 },
  );
});

test('the percentage of two shapes is that of the reference', () => {
  fc.assert(
    fc.property(anyTwo, ([a, b]) => {
      const common = referenceHectares(back(native(a).intersection(native(b))));
      const smaller = Math.min(referenceHectares(a), referenceHectares(b));
      fc.pre(smaller > 0.1);
      expect(Math.abs(overlapPercent(a, b, overlay) - (100 * common) / smaller)).toBeLessThan(0.02);
    }),
    { numRuns: 200 },
  );
});

test('the union of many shapes is the same in any order, and equals the reference', () => {
  fc.assert(
    fc.property(fc.array(shapes(inGermany), { minLength: 3, maxLength: 8 }), (many) => {
      const expected = areaHectares(back(many.map(native).reduce((sum, shape) => sum.union(shape))));
      for (const order of [many, many.toReversed()]) {
        const union = overlay.union(order);
        expect(overlay.findDefect(union)).toBeUndefined();
        expect(Math.abs(areaHectares(union) - expected)).toBeLessThan(precision);
      }
    }),
  );
});

test('neighbours that share edges have no intersection, and a union without a seam', () => {
  fc.assert(
    fc.property(origins.chain(neighbours), (row) => {
      for (const [at, shape] of row.slice(1).entries()) {
        expect(overlapPercent(shape, row[at] ?? shape, overlay)).toBe(0);
      }
      const union = overlay.union(row);
      expect(union.coordinates.map((rings) => rings.length)).toEqual([1]);
      const sum = row.reduce((hectares, shape) => hectares + areaHectares(shape), 0);
      expect(Math.abs(areaHectares(union) - sum) / sum).toBeLessThan(1e-6);
    }),
  );
});

test('tangled rings are repaired as by the reference', () => {
  fc.assert(
    fc.property(tangledShapes(inGermany), (tangled) => {
      const expected = areaHectares(back(native(tangled).makeValid()));
      const repaired = overlay.union([tangled]);
      expect(overlay.findDefect(repaired)).toBeUndefined();
      expect(Math.abs(areaHectares(repaired) - expected)).toBeLessThan(precision);
    }),
    { numRuns: 200 },
  );
});

test('memory is freed by unions too', () => {
  const step = (number: number) => roundDegrees(10 + number / 100);
  const tile = (number: number) =>
    multiPolygon([
      [
        [
          [step(number), 50],
          [step(number + 2), 50],
          [step(number + 2), 50.01],
          [step(number), 50.01],
          [step(number), 50],
        ],
      ],
    ]);
  const tiles = Array.from({ length: 20 }, (_, number) => tile(number));
  for (let i = 0; i < 300; i++) overlay.union(tiles);
  const before = process.memoryUsage().arrayBuffers;
  for (let i = 0; i < 3_000; i++) overlay.union(tiles);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20_000_000);
});
