import { expect, test } from 'vitest';
import { encodeColours, encodePng } from '../../../../adapters/images/png.ts';
import { readPng } from '../../../../adapters/images/read-png.ts';
import type { Bounds } from '../../../../domain/geometry/multi-polygon.ts';
import { tileOf } from '../../../../domain/satellite/grid/map-tile.ts';

/** The north-eastern quarter of the world in web maps. */
const quarter: Bounds = [0, 0, 180, 85.0511287798066];
const red = [255, 0, 0] as const;
const pixel = (tile: Uint8Array | undefined, x: number, y: number) => [
  ...(tile ?? []).slice((y * 256 + x) * 4, (y * 256 + x) * 4 + 4),
];

/** Two by two pixels, of which only the first is red. */
const picture = readPng(encodePng({ width: 2, height: 2, pixels: Uint8Array.of(1, 0, 0, 0), palette: [[...red]] }));

test('a picture is drawn at its bounds, and is transparent elsewhere', () => {
  const whole = tileOf(picture, quarter, { z: 1, x: 1, y: 0 });
  expect([pixel(whole, 0, 0), pixel(whole, 127, 127), pixel(whole, 128, 0), pixel(whole, 0, 128)]).toEqual([
    [255, 0, 0, 255],
    [255, 0, 0, 255],
    [0, 0, 0, 0],
    [0, 0, 0, 0],
  ]);
  const world = tileOf(picture, quarter, { z: 0, x: 0, y: 0 });
  expect([pixel(world, 127, 0), pixel(world, 128, 0), pixel(world, 191, 63), pixel(world, 192, 0)]).toEqual([
    [0, 0, 0, 0],
    [255, 0, 0, 255],
    [255, 0, 0, 255],
    [0, 0, 0, 0],
  ]);
  expect(tileOf(picture, quarter, { z: 1, x: 0, y: 0 })).toBeUndefined();
  expect(tileOf(picture, quarter, { z: 1, x: 1, y: 1 })).toBeUndefined();
});

test('smaller pixels are averaged by their opacity', () => {
  const colours = new Uint8Array(512 * 512 * 4);
  for (let at = 0; at < colours.length; at += 8) colours.set([200, 100, 0, 255], at);
  const striped = readPng(encodeColours(512, 512, colours));
  expect(pixel(tileOf(striped, quarter, { z: 1, x: 1, y: 0 }), 7, 7)).toEqual([200, 100, 0, 128]);
});

test('another PNG is refused', () => {
  expect(() => readPng(Buffer.from('no PNG'))).toThrow();
});
