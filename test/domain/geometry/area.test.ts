import geodesic from 'geographiclib-geodesic';
import { describe, expect, test } from 'vitest';
import { areaHectares } from '../../../domain/geometry/area.ts';
import { multiPolygon, type PolygonRings, type Ring } from '../../../domain/geometry/multi-polygon.ts';

const wgs84 = geodesic.Geodesic.WGS84;

function referenceHectares(polygons: PolygonRings[]): number {
  const ringArea = (ring: Ring) => {
    const line = wgs84.Polygon(false);
    for (const [longitude, latitude] of ring.slice(0, -1)) line.AddPoint(latitude, longitude);
    return Math.abs(line.Compute(false, true).area ?? 0);
  };
  return (
    polygons.reduce(
      (sum, [outer = [], ...holes]) => sum + ringArea(outer) - holes.map(ringArea).reduce((a, b) => a + b, 0),
      0,
    ) / 10_000
  );
}

/** A slightly irregular ring of corners around a centre, of about the given radius in kilometres. */
function ringAround(longitude: number, latitude: number, kilometres: number, corners: number): Ring {
  const ring: Ring = Array.from({ length: corners }, (_, index) => {
    const angle = (2 * Math.PI * index) / corners;
    const distance = (kilometres / 111.2) * (1 + 0.3 * Math.sin(3 * angle + 1));
    return [
      longitude + (distance * Math.cos(angle)) / Math.cos((latitude * Math.PI) / 180),
      latitude + distance * Math.sin(angle),
    ];
  });
  const [first] = ring;
  return first ? [...ring, first] : ring;
}

const permille = 0.001;

function relativeError(polygons: PolygonRings[]): number {
  const reference = referenceHectares(polygons);
  return Math.abs(areaHectares(multiPolygon(polygons)) - reference) / reference;
}

describe('the area of a boundary', () => {
  const latitudes = [0, 15, 30, 45, 60, 70, 80, -23, -45, -80];

  test.each(latitudes)(
    'is within a thousandth of the geodesic one at latitude %i, from a field to a county',
    (latitude) => {
      for (const kilometres of [0.05, 0.5, 5, 50]) {
        for (const corners of [4, 11, 400])
          expect(relativeError([[ringAround(10, latitude, kilometres, corners)]])).toBeLessThan(permille);
      }
    },
  );

  test('subtracts holes and adds islands', () => {
    const outer = ringAround(-93.6, 42, 2, 40);
    const hole = ringAround(-93.6, 42, 0.5, 20);
    const island = ringAround(-93.4, 42.1, 1, 30);
    expect(relativeError([[outer, hole], [island]])).toBeLessThan(permille);
    expect(areaHectares(multiPolygon([[outer, hole]]))).toBeLessThan(areaHectares(multiPolygon([[outer]])));
  });

  test('does not depend on the direction of rings or on where they start', () => {
    const ring = ringAround(24, -33, 1, 12);
    const turned = [...ring.slice(4, -1), ...ring.slice(0, 5)];
    expect(areaHectares(multiPolygon([[[...ring].reverse()]]))).toBeCloseTo(areaHectares(multiPolygon([[ring]])), 6);
    expect(areaHectares(multiPolygon([[turned]]))).toBeCloseTo(areaHectares(multiPolygon([[ring]])), 6);
  });

  test('keeps its digits for a small field far from the equator', () => {
    expect(relativeError([[ringAround(25, 69, 0.01, 8)]])).toBeLessThan(1e-5);
  });

  test('is zero for an empty shape', () => {
    expect(areaHectares(multiPolygon([]))).toBe(0);
    expect(areaHectares(multiPolygon([[]]))).toBe(0);
  });
});
