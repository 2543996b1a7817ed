import { describe, expect, test } from 'vitest';
import { encodeGeoTiff } from '../../../adapters/images/geotiff.ts';
import { PointLayerColumns, readPointLayer } from '../../../domain/machine-files/points/point-layer.ts';
import { planeAt, toDegrees } from '../../../web/map/plane.ts';
import { valuesAlong } from '../../../web/points/companions.ts';
import { pixelArraysOf, readGeoTiff } from '../../../web/points/geotiff.ts';
import { pointArraysOf } from '../../../web/points/point-arrays.ts';
import { valueTable } from '../../../web/points/value-table.ts';

const plane = planeAt(-93.15, 41.66);

type Point = [lon: number, lat: number, value: number, state: number];

/** A layer as the server writes it, and as the worker reads it. */
function layerOf(points: readonly Point[], ground = { wide: 6, long: 2 }) {
  const columns = new PointLayerColumns();
  for (const [lon, lat, value, state] of points)
    columns.add([Math.round(lon * 1e6), Math.round(lat * 1e6), value / 2, state]);
  const states = [
    { name: 'shown', points: points.filter(([, , , state]) => state === 0).length },
    { name: 'speed', points: points.filter(([, , , state]) => state === 1).length },
  ];
  const header = { property: 'dryMassPerArea', unit: 'lb/ac', points: points.length, withoutValue: 0, states } as const;
  const bytes = columns.finish({ ...header, states, degreesPerStep: 1e-6, valuePerStep: 2, ground });
  return readPointLayer(bytes);
}

/** Passes to the north and back to the south, two metres a record. */
const passes = Array.from({ length: 200 }, (_, index): Point => {
  const [pass, record] = [Math.floor(index / 50), index % 50];
  const north = 2 * (pass % 2 === 0 ? record : 49 - record);
  const [lon, lat] = toDegrees(plane, [6 * pass, north]);
  return [lon, lat, 2 * (index % 97), index % 10 === 9 ? 1 : 0];
});

describe('the points of a layer in the browser', () => {
  test('have the columns that the server wrote', () => {
    const set = pointArraysOf(layerOf(passes), plane);
    expect(set.count).toBe(200);
    for (const [index, [lon, lat, value, state]] of passes.entries()) {
      const [x, y] = toDegrees(plane, [set.at[2 * index] ?? 0, set.at[2 * index + 1] ?? 0]);
      expect(Math.abs(x - lon)).toBeLessThan(6e-7);
      expect(Math.abs(y - lat)).toBeLessThan(6e-7);
      expect([set.value[index], set.state[index]]).toEqual([value, state]);
    }
    expect(set.about).toMatchObject({ of: 'machine', unit: 'lb/ac', points: 200, ground: { wide: 6, long: 2 } });
  });

  test('are turned to the direction of travel, also where a pass ends', () => {
    const { heading } = pointArraysOf(layerOf(passes), plane);
    for (let index = 0; index < 200; index++) {
      const isNorthward = Math.floor(index / 50) % 2 === 0;
      const isEnd = index % 50 === 0 || index % 50 === 49;
      if (!isEnd) expect(Math.cos(heading[index] ?? 0)).toBeCloseTo(isNorthward ? 1 : -1, 1);
    }
  });

  test('are counted by value, hidden ones apart', () => {
    const set = pointArraysOf(
      layerOf(passes.map(([lon, lat, value, state]) => [lon, lat, state === 1 ? 99_998 : value, state])),
      plane,
    );
    const { value, all, shown } = valueTable(set);
    expect([value[0], value.at(-1)]).toEqual([0, 99_998]);
    const hidden = set.state.filter((state) => state !== 0).length;
    expect([all.points.at(-1), shown.points.at(-1)]).toEqual([hidden, 0]);
    expect(shown.points.reduce((sum, points) => sum + points, 0)).toBe(set.count - hidden);
  });

  test('find their values in a layer that lacks some of them, and has others', () => {
    const other = layerOf(
      passes.filter((_, index) => index % 7 !== 0).map(([lon, lat, value]) => [lon, lat, value + 2, 0]),
    );
    const along = valuesAlong(layerOf(passes.slice(20)), other);
    for (const [index, value] of along.entries()) {
      const [, , own] = passes[index + 20] ?? [0, 0, 0, 0];
      expect(value).toEqual((index + 20) % 7 === 0 ? Number.NaN : own + 2);
    }
  });

  test('of an empty layer are none', () => {
    const set = pointArraysOf(layerOf([]), plane);
    expect([set.count, valueTable(set).value.length]).toEqual([0, 0]);
  });
});

describe('a picture of a scene', () => {
  const georeference = { width: 7, height: 5, west: -93.1501, north: 41.6601, degreesPerPixel: [1e-4, 8e-5] as const };

  test('of numbers becomes a square for each pixel that has one', async () => {
    const file = encodeGeoTiff(georeference, {
      kind: 'numbers',
      description: 'NDVI',
      fill(content, firstLine, lines) {
        const numbers = new Float32Array(content.buffer, content.byteOffset, content.length / 4);
        for (let pixel = 0; pixel < lines * 7; pixel++)
          numbers[pixel] = pixel % 3 === 0 ? Number.NaN : (firstLine * 7 + pixel) / 100;
      },
    });
    const set = pixelArraysOf(await readGeoTiff(file), plane);
    expect(set.count).toBe(35 - 12);
    expect([...set.value.slice(0, 2)]).toEqual([Math.fround(0.01), Math.fround(0.02)]);
    const [x = 0, y = 0] = toDegrees(plane, [set.at[0] ?? 0, set.at[1] ?? 0]);
    expect(x).toBeCloseTo(-93.1501 + 1.5e-4, 6);
    expect(y).toBeCloseTo(41.6601 - 0.5 * 8e-5, 6);
    expect(set.area?.[0]).toBeCloseTo(1e-4 * plane.east * 8e-5 * plane.north, 2);
  });

  test('of colours has its bytes', async () => {
    const colours = Uint8Array.from({ length: 140 }, (_, index) => (index * 37) % 256);
    const file = encodeGeoTiff(georeference, {
      kind: 'colours',
      description: 'colours',
      fill: (content) => content.set(colours),
    });
    expect((await readGeoTiff(file)).pixels).toEqual(colours);
  });

  test('that is none, or is cut off, is refused', async () => {
    await expect(readGeoTiff(new TextEncoder().encode('<html></html>'))).rejects.toThrow('no GeoTIFF');
  });
});
