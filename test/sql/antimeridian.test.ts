import { describe, expect, test } from 'vitest';
import { boundsOf } from '../../sql/geography/antimeridian/bounds.ts';
import { flat } from '../../sql/geography/antimeridian/flat.ts';
import { boxOf } from '../../sql/geography/box.ts';
import { faultOf } from '../../sql/geography/check.ts';
import { runtimeFunctions } from '../../sql/geography/functions.ts';
import { insideTest } from '../../sql/geography/inside.ts';
import { circle, mapPositions } from '../../sql/geography/make.ts';
import { partsOf } from '../../sql/geography/parts.ts';
import { covers } from '../../sql/geography/relate.ts';
import type { Position, Shape } from '../../sql/geography/shape.ts';
import { cross, dot, toVector } from '../../sql/geography/sphere.ts';
import { fromWkt } from '../../sql/geography/wkt.ts';
import { randomOf } from '../random-queries/random.ts';

const shape = (wkt: string) => fromWkt(wkt) ?? expect.fail(`no WKT: ${wkt}`);
const point = (coordinates: Position): Shape => ({ type: 'Point', coordinates });
const noOverlay = { union: fail, intersection: fail, difference: fail, simplify: fail };
function fail(): never {
  return expect.fail('no overlay is asked for');
}
const run = (name: string, ...args: unknown[]) => runtimeFunctions[name]?.run(args as never, noOverlay);

const nudged = (degrees: number, max: number) => Math.min(max - 1e-9, Math.max(1e-9 - max, degrees));

/** Even and odd crossings on the plane of degrees, as an engine without a sphere counts them. */
function isInFlat(shape: Shape, [longitude, latitude]: Position): boolean {
  // Not on the border of the map, where counting takes one side.
  const [x, y] = [nudged(longitude, 180), nudged(latitude, 90)];
  const rings = partsOf(shape).polygons.flat();
  const passes = rings.flatMap((ring) =>
    ring.slice(1).filter(([x2, y2], index) => {
      const [x1, y1] = ring[index] ?? [x2, y2];
      return x1 > x !== x2 > x && y < y1 + ((y2 - y1) * (x - x1)) / (x2 - x1);
    }),
  );
  return passes.length % 2 === 1;
}

/** Whether a point is to the left of all edges of a convex counterclockwise ring: no longitude is compared. */
const isLeftOfAll = (ring: readonly Position[], position: Position) =>
  ring.slice(1).every((to, index) => {
    const from = toVector(ring[index] ?? to);
    return dot(cross(from, toVector(to)), toVector(position)) > 0;
  });

const middles: Position[] = [
  [180, 0],
  [179.9999, 52],
  [-179.9, -17],
  [0, 90],
  [120, 89.99],
  [-75, -89.5],
  [12, -90],
  [-170, 81],
  [9, 48],
];

describe('polygons and points near the antimeridian and the poles', () => {
  test.each(middles)('at %d, %d have the sides that the edges of a convex polygon say', (...middle) => {
    const random = randomOf(7);
    const share = () => random.below(1_000_001) / 1_000_000;
    let inside = 0;
    for (const metres of [25, 4_000, 300_000]) {
      for (const segments of [1, 2, 8, 60]) {
        const polygon = circle(middle, metres, segments);
        const [ring = []] = partsOf(polygon).polygons[0] ?? [];
        const isInside = insideTest(partsOf(polygon).polygons);
        const onMap = flat(polygon);
        for (let at = 0; at < 30; at++) {
          const [position] =
            (
              circle(middle, metres * 1.3 * (0.01 + share()), 1 + random.below(20)) as { coordinates: Position[][] }
            ).coordinates[0]?.slice(random.below(4)) ?? [];
          if (!position) continue;
          const expected = isLeftOfAll(ring, position);
          if (expected) inside += 1;
          const found = [
            run('intersects', polygon, point(position)),
            run('contains', polygon, point(position)),
            covers(polygon, point(position)),
            isInside(...position),
            isInFlat(onMap, position),
          ];
          expect([position, metres, segments, ...found]).toEqual([
            position,
            metres,
            segments,
            ...found.map(() => expected),
          ]);
          const [west, south, east, north] = boxOf(polygon) ?? [0, 0, 0, 0];
          if (expected)
            expect([position[0] >= west && position[0] <= east, position[1] >= south && position[1] <= north]).toEqual([
              true,
              true,
            ]);
        }
      }
    }
    expect(inside).toBeGreaterThan(100);
  });

  test('a buffer at 179.9999 degrees holds a point 21 m away on the other side', () => {
    const buffer = circle([179.9999, 0], 30, 8);
    expect(run('intersects', buffer, point([-179.99991, 0]))).toBe(true);
    expect(run('intersects', buffer, point([-179.9997, 0]))).toBe(false);
    expect(run('intersects', buffer, point([0, 0]))).toBe(false);
  });

  test('have the same measures and relations as anywhere else on their latitude', () => {
    const random = randomOf(3);
    const share = () => random.below(1_000_001) / 1_000_000;
    const star = (x: number, y: number, size: number): Shape => {
      const ring = Array.from({ length: 7 }, (_, index): Position => {
        const angle = (2 * Math.PI * (index + share() / 2)) / 7;
        const radius = size * (0.3 + 0.7 * share());
        return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
      });
      return { type: 'Polygon', coordinates: [[...ring, ring[0] as Position]] };
    };
    const turned = (one: Shape, by: number) =>
      mapPositions(one, ([longitude, latitude]) => {
        const moved = longitude + by;
        return [moved > 180 ? moved - 360 : moved, latitude];
      });
    const line: Shape = {
      type: 'LineString',
      coordinates: [
        [-0.4, 48.1],
        [0.1, 48],
        [0.3, 48.6],
      ],
    };
    for (let round = 0; round < 60; round++) {
      const [a, b] = [star(0, 48, 0.6), star(share() - 0.5, 48 + share() - 0.5, 0.6)];
      const others: Shape[] = [b, line, point([share() - 0.5, 48.2])];
      for (const by of [180, 179.7]) {
        for (const name of ['area', 'perimeter', 'num_points', 'dimension']) {
          expect(Number(run(name, turned(a, by)))).toBeCloseTo(Number(run(name, a)), 3);
        }
        expect(run('length', turned(line, by))).toBeCloseTo(Number(run('length', line)), 5);
        for (const other of others) {
          for (const name of ['intersects', 'contains', 'covers', 'touches', 'equals'])
            expect([name, run(name, turned(a, by), turned(other, by))]).toEqual([name, run(name, a, other)]);
          for (const name of ['distance', 'max_distance'])
            expect(
              Math.abs(Number(run(name, turned(a, by), turned(other, by))) - Number(run(name, a, other))),
            ).toBeLessThan(1e-4);
          expect(run('is_near', turned(a, by), turned(other, by), 20_000)).toBe(run('is_near', a, other, 20_000));
        }
        for (const name of ['centroid', 'convex_hull']) {
          const [here, there] = [turned(run(name, a) as Shape, by), run(name, turned(a, by)) as Shape];
          expect(Number(run('distance', here, there))).toBeLessThan(1e-3);
        }
        const [west = 0, , east = 0] = boundsOf(a) ?? [];
        const [movedWest = 0, , movedEast = 0] = boundsOf(turned(a, by)) ?? [];
        expect(movedEast - movedWest).toBeCloseTo(east - west, 9);
      }
    }
  });

  test('an area around a pole is that of its cap', () => {
    const cap = (metres: number) => 2 * Math.PI * 6_371_010 ** 2 * (1 - Math.cos(metres / 6_371_010));
    for (const middle of middles) {
      for (const metres of [50, 20_000, 900_000]) {
        expect(Number(run('area', circle(middle, metres, 256))) / cap(metres)).toBeCloseTo(1, 4);
        const parts = flat(circle(middle, metres, 256));
        expect(Number(run('area', parts)) / cap(metres)).toBeCloseTo(1, 4);
      }
    }
  });
});

describe('on the plane of degrees', () => {
  test.each([
    'POLYGON((0 89.999, 90 89.999, 180 89.999, -90 89.999, 0 89.999))',
    'POLYGON((0 -89.9, -90 -89.9, 180 -89.9, 90 -89.9, 0 -89.9))',
    'POLYGON((180 10, -179.9 10, -179.9 10.1, 180 10.1, 180 10))',
  ])('no vertex is there twice where one lies on the antimeridian: %s', (wkt) => {
    for (const ring of partsOf(flat(shape(wkt))).polygons.flat()) {
      const repeated = ring.filter(([x, y], at) => x === ring[at - 1]?.[0] && y === ring[at - 1]?.[1]);
      expect(repeated).toEqual([]);
    }
  });

  test('a polygon over the antimeridian has parts on either side, with its holes', () => {
    const holed = shape(
      'POLYGON((179 0, -179 0, -179 2, 179 2, 179 0), (179.5 0.5, 179.5 1.5, -179.5 1.5, -179.5 0.5, 179.5 0.5), (-179.4 0.2, -179.4 0.4, -179.2 0.4, -179.4 0.2))',
    );
    const parts = flat(holed);
    expect(parts.type).toBe('MultiPolygon');
    expect(
      partsOf(parts)
        .polygons.map((rings) => rings.length)
        .sort(),
    ).toEqual([1, 2]);
    const all = partsOf(parts).polygons.flat(2);
    expect(all.every(([longitude]) => Math.abs(longitude) <= 180)).toBe(true);
    expect(Number(run('area', parts)) / Number(run('area', holed))).toBeCloseTo(1, 9);
  });

  test('a line over the antimeridian has pieces on either side', () => {
    const parts = flat(shape('LINESTRING(179.9 0, -179.9 0.2, 179.9 0.4)'));
    expect(partsOf(parts).lines).toHaveLength(3);
    expect(run('length', parts)).toBeCloseTo(
      Number(run('length', shape('LINESTRING(179.9 0, -179.9 0.2, 179.9 0.4)'))),
      2,
    );
  });

  test('other shapes keep their kind', () => {
    expect(flat(shape('POLYGON((0 0, 0.001 0, 0 0.001, 0 0))'))).toEqual(
      shape('POLYGON((0 0, 0.001 0, 0 0.001, 0 0))'),
    );
  });
});

test.each([
  ['POLYGON((179 0, -179 0, -179 1, 179 1, 179 0))', undefined],
  ['POLYGON((-170 80, -60 80, 60 80, 170 80, -170 80))', undefined],
  ['POLYGON((-180 60, 180 60, 180 70, -180 70, -180 60))', /has no length/],
  ['POLYGON((0 10, 180 -10, 90 20, 0 10))', /other side of the earth/],
  ['POLYGON((-100 0, 0 0, 100 0, 100 10, 0 10, -100 10, -100 0))', /wider than a hemisphere/],
])('%s is valid, or refused with the reason', (wkt, reason) => {
  const fault = faultOf(shape(wkt));
  if (reason) expect(fault).toMatch(reason);
  else expect(fault).toBeUndefined();
});

test.each([
  ['POLYGON((172 53, -130 55, -141 70, 172 53))', [172, 53, 230, 70]],
  ['MULTIPOLYGON(((179 0, 180 0, 180 1, 179 0)), ((-179 5, 179 6, 179 7, -179 5)))', [179, 0, 181, 7]],
  ['POLYGON((-170 80, -60 80, 60 80, 170 80, -170 80))', [-180, 80, 180, 90]],
  ['LINESTRING(-10 3, 20 4)', [-10, 3, 20, 4]],
])('the box of %s is as in BigQuery', (wkt, box) => {
  expect(boundsOf(shape(wkt))).toEqual(box);
});
