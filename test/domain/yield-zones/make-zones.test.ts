import * as h3 from 'h3-js';
import { describe, expect, test } from 'vitest';
import { hexGrid } from '../../../adapters/query/h3/hex-grid.ts';
import type { Ring } from '../../../domain/geometry/multi-polygon.ts';
import { addFigures, type Figures, noFigures, variation } from '../../../domain/yield-zones/figures.ts';
import { makeZones, type Zones } from '../../../domain/yield-zones/make-zones.ts';
import { areaOf } from '../../../sql/geography/measure.ts';

const grid = hexGrid(h3);
const resolution = 12;

/** Pseudo-random numbers, the same each time. */
function dice(seed = 1) {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

const pointOf = (share: number): Figures => ({
  ...noFigures,
  points: 1,
  value: { count: 1, total: share * 10, min: share * 10, max: share * 10 },
  share: { count: 1, total: share, squares: share * share },
});

/** Points at regular distances in metres to the north and to the east. */
function field(
  { metres = 500, step = 5, apart = 5, south = 50, west = 10 },
  shareAt: (x: number, y: number) => number,
) {
  const cells = new Map<string, Figures>();
  for (let y = 0; y < metres; y += step) {
    for (let x = 0; x < metres; x += apart) {
      const cell = grid.cellAt(south + y / 111_230, west + x / 71_400, resolution);
      cells.set(cell, addFigures(cells.get(cell) ?? noFigures, pointOf(shareAt(x, y))));
    }
  }
  return cells;
}

/** Twice the area within a ring in square degrees, negative when it runs clockwise. */
const turn = (ring: Ring) =>
  ring.reduce((total, [x, y], index) => {
    const [nextX, nextY] = ring[(index + 1) % ring.length] ?? [x, y];
    return total + x * nextY - nextX * y;
  }, 0);

const shares = ({ zones }: Zones) => zones.map(({ figures: { share } }) => share.total / share.count);

describe('zones', () => {
  test('are where the yield differs', () => {
    const random = dice();
    const noisy = field({}, (x) => (x < 250 ? 0.8 : 1.2) + (random() - 0.5) / 5);
    const made = makeZones(noisy, { resolution, wanted: 2 }, grid);
    expect(
      shares(made)
        .map((share) => share.toFixed(1))
        .sort(),
    ).toEqual(['0.8', '1.2']);
    for (const { areaSquareMetres } of made.zones) expect(areaSquareMetres / 125_000).toBeCloseTo(1, 0);
    expect(made.cellsLeftOut).toBe(0);
  });

  test('have the requested number, each in one piece with one ring, and together cover every point', () => {
    const random = dice(7);
    const cells = field({}, (x, y) => 1 + Math.sin(x / 80) / 3 + Math.cos(y / 60) / 3 + (random() - 0.5) / 2);
    const { zones } = makeZones(cells, { resolution, wanted: 5 }, grid);
    expect(zones).toHaveLength(5);
    expect(zones.reduce((sum, { figures }) => sum + figures.points, 0)).toBe(10_000);
    for (const zone of zones) {
      expect(h3.cellsToMultiPolygon(zone.cells, true)).toHaveLength(1);
      for (const ring of zone.outline) expect(ring[0]).toEqual(ring.at(-1));
    }
    expect(new Set(zones.flatMap((zone) => zone.cells)).size).toBe(zones.flatMap((zone) => zone.cells).length);
  });

  test('do not consist of a few faulty cells', () => {
    const random = dice(5);
    const cells = field({}, (x, y) => (x % 100 === 0 && y % 100 === 0 ? 400 : (x < 250 ? 0.8 : 1.2) + random() / 5));
    const { zones } = makeZones(cells, { resolution, wanted: 4 }, grid);
    const all = zones.reduce((sum, zone) => sum + zone.cells.length, 0);
    expect(Math.min(...zones.map((zone) => zone.cells.length))).toBeGreaterThanOrEqual(all / 40);
  });

  test('are reproducible, whatever the order of the points', () => {
    const random = dice(3);
    const cells = field({ metres: 300 }, () => 0.5 + random());
    const reversed = new Map([...cells].toReversed());
    const options = { resolution, wanted: 4 };
    expect(makeZones(reversed, options, grid)).toEqual(makeZones(cells, options, grid));
  });

  test('cover the gaps between passes of wide machines', () => {
    const passes = field({ apart: 30 }, () => 1);
    const { zones, bufferMeters } = makeZones(passes, { resolution, wanted: 1 }, grid);
    expect([zones.length, bufferMeters > 10]).toEqual([1, true]);
    expect(zones[0]?.areaSquareMetres).toBeGreaterThan(230_000);
  });

  test('are at least as many as pieces of ground, except for tiny ones', () => {
    const apart = new Map([
      ...field({ metres: 300 }, () => 1),
      ...field({ metres: 200, south: 50.1 }, () => 1),
      ...field({ metres: 5, south: 50.2 }, () => 1),
    ]);
    const { zones, cellsLeftOut } = makeZones(apart, { resolution, wanted: 1 }, grid);
    expect([zones.length, cellsLeftOut]).toEqual([2, 1]);
  });

  test('of one cell, or of none', () => {
    const one = makeZones(
      field({ metres: 5 }, () => 1),
      { resolution, wanted: 4 },
      grid,
    );
    expect([one.zones.length, one.zones[0]?.cells.length]).toEqual([1, 1]);
    expect(makeZones(new Map(), { resolution, wanted: 4 }, grid).zones).toEqual([]);
  });

  test('around a hole in the cells have that hole', () => {
    const middle = grid.cellAt(50, 10, resolution);
    const ring = [...h3.gridRing(middle, 5), ...h3.gridRing(middle, 6)];
    const cells = new Map(ring.map((cell) => [cell, pointOf(1)]));
    const { zones } = makeZones(cells, { resolution, wanted: 1 }, grid);
    expect(zones.map(({ cells: { length } }) => length)).toEqual([ring.length]);
    const [outer = [], ...holes] = zones[0]?.outline ?? [];
    expect(holes).toHaveLength(1);
    // GeoJSON's order: counter-clockwise outside, clockwise within.
    expect([turn(outer) > 0, turn(holes[0] ?? []) < 0]).toEqual([true, true]);
    const shape = { type: 'Polygon' as const, coordinates: zones[0]?.outline ?? [] };
    expect(areaOf(shape) / (zones[0]?.areaSquareMetres ?? 0)).toBeCloseTo(1, 3);
  });

  test.each([0, 5, 9, 15])('can be made at resolution %i too', (other) => {
    const cells = new Map([[grid.cellAt(50, 10, other), pointOf(1)]]);
    const { zones } = makeZones(cells, { resolution: other, wanted: 2 }, grid);
    expect(zones.map(({ outline }) => (outline[0]?.length ?? 0) > 5)).toEqual([true]);
  });
});

test('the variation of shares', () => {
  const figures = [pointOf(0.8), pointOf(1.2)].reduce(addFigures);
  expect(variation(figures.share)).toBeCloseTo(0.2);
  expect(variation(pointOf(1).share)).toBeUndefined();
});
