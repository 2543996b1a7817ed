import { beforeAll, describe, expect, test } from 'vitest';
import { geosOverlay } from '../../../adapters/geos/geos-overlay.ts';
import { areaHectares } from '../../../domain/geometry/area.ts';
import { localPlane } from '../../../domain/geometry/local-plane.ts';
import { multiPolygon } from '../../../domain/geometry/multi-polygon.ts';
import type { Overlay } from '../../../domain/geometry/overlay.ts';
import { workedGround } from '../../../domain/geometry/worked-ground.ts';

let overlay: Overlay;
beforeAll(async () => {
  overlay = await geosOverlay(() => import('geos-wasm'));
});

const rules = { buffer: 5, maxGap: 10, minHole: 1_000, minPart: 1_000, tolerance: 1 };

type Box = [west: number, south: number, east: number, north: number];
const within = ([west, south, east, north]: Box, x: number, y: number) =>
  x >= west && x <= east && y >= south && y <= north;

/** Points every 2 m of passes 10 m apart, inside some boxes and outside of others, in metres from a position. */
function passes(boxes: Box[], without: Box[] = [], [longitude, latitude]: [number, number] = [10, 50]): Float64Array {
  const plane = localPlane([longitude, latitude]);
  const indexes: number[] = [];
  for (const box of boxes) {
    for (let x = box[0] + 5; x < box[2]; x += 10) {
      for (let y = box[1] + 5; y <= box[3] - 5; y += 2) {
        if (without.some((hole) => within(hole, x, y))) continue;
        const [lon, lat] = plane.toDegrees(x, y);
        indexes.push(lon > 180 ? lon - 360 : lon, lat);
      }
    }
  }
  return Float64Array.from(indexes);
}

const ground = (positions: Float64Array, change: Partial<typeof rules> = {}) =>
  workedGround(positions, { ...rules, ...change }, overlay) ?? multiPolygon([]);
const rings = ({ coordinates }: { coordinates: unknown[][] }) => coordinates.map((polygon) => polygon.length);

describe('the ground of points', () => {
  test.each([[0], [45], [60], [-70]])('has the size of the worked area at latitude %i', (latitude) => {
    const worked = ground(passes([[0, 0, 400, 300]], [], [10, latitude]));
    expect(areaHectares(worked)).toBeCloseTo(12, 0);
    expect(Math.abs(areaHectares(worked) / 12 - 1)).toBeLessThan(0.02);
    expect(rings(worked)).toEqual([1]);
  });

  test('keeps large holes and separate parts, and drops small ones', () => {
    const field: Box = [0, 0, 400, 300];
    const positions = passes([field, [600, 0, 700, 100], [900, 0, 920, 20]], [[100, 100, 200, 200]]);
    expect(rings(ground(positions)).sort()).toEqual([1, 2]);
    expect(Math.abs(areaHectares(ground(positions)) / 12 - 1)).toBeLessThan(0.03);
    expect(rings(ground(positions, { minHole: 20_000, minPart: 0 })).sort()).toEqual([1, 1, 1]);
  });

  test('closes gaps up to the given width', () => {
    const positions = passes([
      [0, 0, 100, 100],
      [130, 0, 230, 100],
    ]);
    expect(rings(ground(positions))).toEqual([1, 1]);
    expect(rings(ground(positions, { maxGap: 40 }))).toEqual([1]);
  });

  test('lies on both sides of the 180th meridian', () => {
    const worked = ground(passes([[0, 0, 400, 300]], [], [179.998, -17]));
    expect(rings(worked)).toEqual([1, 1]);
    expect(Math.abs(areaHectares(worked) / 12 - 1)).toBeLessThan(0.02);
  });

  test('is not affected by many points in one location, or by distant ones', () => {
    const once = passes([[0, 0, 400, 300]]);
    const often = Float64Array.from([...once, ...once, ...once, 9, 48]);
    expect(Math.abs(areaHectares(ground(often)) / areaHectares(ground(once)) - 1)).toBeLessThan(0.001);
  });

  test('of one point is a disc, and of no points it is empty', () => {
    expect(areaHectares(ground(Float64Array.of(10, 50)))).toBeCloseTo((Math.PI * 25) / 1e4, 2);
    expect(workedGround(new Float64Array(), rules, overlay)).toBeUndefined();
  });
});
