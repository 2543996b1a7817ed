import { describe, expect, test } from 'vitest';
import { cutAtAntimeridian } from '../../../domain/geometry/antimeridian.ts';
import { areaHectares } from '../../../domain/geometry/area.ts';
import { findRangeFault } from '../../../domain/geometry/coordinate-range.ts';
import { multiPolygon, type PolygonRings, type Position } from '../../../domain/geometry/multi-polygon.ts';
import { provedValid } from '../../../domain/geometry/prove-valid.ts';
import { tidyPolygons } from '../../../domain/geometry/rings.ts';

/** Longitudes relative to the meridian, as on a map with it in the middle, in the form that jumps. */
function around(ring: Position[]): Position[] {
  return ring.map(([x, y]): Position => [x >= 0 ? x - 180 : x + 180, y]);
}

const moved = (ring: Position[]) => ring.map(([x, y]): Position => [x + 100, y]);
const area = (polygons: PolygonRings[]) => areaHectares(multiPolygon(polygons));

/** A star of random rays around the meridian, with a hole. */
function star(seed: number): PolygonRings {
  let state = seed;
  const random = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  const rays = 5 + Math.floor(random() * 40);
  const [x, y] = [(random() - 0.5) * 0.01, 40 * (random() - 0.5)];
  const ring = (min: number, span: number) => {
    const positions = Array.from({ length: rays }, (_, ray): Position => {
      const [angle, radius] = [(2 * Math.PI * ray) / rays, min + span * random()];
      return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
    });
    return [...positions, positions[0] as Position];
  };
  return [ring(0.011, 0.01), ring(0.001, 0.008)];
}

describe('cutting at the 180th meridian', () => {
  test.each(Array.from({ length: 60 }, (_, seed) => seed + 1))(
    'keeps the area of the star %i, in valid parts',
    (seed) => {
      const rings = star(seed);
      const cut = cutAtAntimeridian([rings.map(around)]);
      expect(cut.isCut).toBe(true);
      const { polygons } = tidyPolygons(cut.polygons);
      expect(findRangeFault(polygons)).toBeUndefined();
      expect(polygons.every(([shell = []]) => shell.every(([x]) => x > 0) || shell.every(([x]) => x < 0))).toBe(true);
      expect(provedValid(polygons)).toBe(true);
      // An edge is a great circle for the area, and straight in degrees where it is cut.
      expect(area(polygons) / area([rings.map(moved)])).toBeCloseTo(1, 5);
    },
  );

  test('treats a vertex on the meridian as a touch, and 180 as -180 where the rest is', () => {
    const touching: Position[] = [
      [179.98, 0],
      [180, 0.01],
      [179.98, 0.02],
      [179.98, 0],
    ];
    expect(cutAtAntimeridian([[touching]])).toEqual({ polygons: [[touching]], isCut: false });
    const mixed: Position[] = [
      [180, 0],
      [-179.98, 0],
      [-179.98, 0.02],
      [-180, 0.02],
      [180, 0],
    ];
    const { polygons } = cutAtAntimeridian([[mixed]]);
    expect(findRangeFault(polygons)).toBeUndefined();
    expect(area(polygons)).toBeCloseTo(area([[moved(mixed.map(([x, y]) => [Math.abs(x) === 180 ? 0 : 0.02, y]))]]), 6);
  });

  test('leaves rings around a pole unchanged, and those that cross themselves there', () => {
    const polar: Position[] = [
      [-120, -80],
      [0, -80],
      [120, -80],
      [-120, -80],
    ];
    expect(cutAtAntimeridian([[polar]]).isCut).toBe(false);
    expect(findRangeFault([[polar]])).toMatchObject({ fault: 'crossesAntimeridian' });
  });
});

test('parts on either side of the meridian are adjacent, and parts of two continents are not', () => {
  const box = (west: number, east: number): PolygonRings => [
    [
      [west, 0],
      [east, 0],
      [east, 1],
      [west, 1],
      [west, 0],
    ],
  ];
  expect(findRangeFault([box(179, 180), box(-180, -179)])).toBeUndefined();
  expect(findRangeFault([box(178, 178.5), box(-178, -177)])).toBeUndefined();
  expect(findRangeFault([box(-179, 179)])).toMatchObject({ fault: 'crossesAntimeridian' });
  expect(findRangeFault([box(-100, -99), box(100, 101), box(0, 1)])).toMatchObject({ fault: 'crossesAntimeridian' });
});
