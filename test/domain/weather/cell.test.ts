import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { centroidOf } from '../../../domain/geometry/centroid.ts';
import type { MultiPolygon, Position } from '../../../domain/geometry/multi-polygon.ts';
import { cellOf } from '../../../domain/weather/cell.ts';
import { forecastModels, historicalModels, type WeatherModel, weatherModels } from '../../../domain/weather/models.ts';

const model = fc.constantFrom<WeatherModel>(...forecastModels, ...historicalModels);
const degrees = (limit: number) => fc.double({ min: -limit, max: limit, noNaN: true });

test('the centre of a cell is at most half a cell from its locations, on the earth, and in its own cell', () => {
  fc.assert(
    fc.property(model, degrees(90), degrees(180), (name, latitude, longitude) => {
      const { cellDegrees } = weatherModels[name];
      const cell = cellOf(name, { latitude, longitude });
      const east = Math.abs(cell.centre.longitude - longitude);
      expect(Math.abs(cell.centre.latitude - latitude)).toBeLessThanOrEqual(cellDegrees / 2 + 1e-6);
      expect(Math.min(east, 360 - east)).toBeLessThanOrEqual(cellDegrees / 2 + 1e-6);
      expect(Math.abs(cell.centre.latitude)).toBeLessThanOrEqual(90);
      expect(Math.abs(cell.centre.longitude)).toBeLessThanOrEqual(180);
      expect(cellOf(name, cell.centre).name).toBe(cell.name);
    }),
  );
});

test('the meridians of 180 and -180 degrees are one', () => {
  expect(cellOf('gfs', { latitude: 0, longitude: 180 })).toEqual(cellOf('gfs', { latitude: 0, longitude: -180 }));
});

test('the cells of the reanalyses match their grids', () => {
  expect(cellOf('era5', { latitude: 42.03, longitude: -93.62 }).centre).toEqual({ latitude: 42, longitude: -93.5 });
  expect(cellOf('era5Land', { latitude: 42.03, longitude: -93.62 }).centre).toEqual({ latitude: 42, longitude: -93.6 });
});

const shape = (...coordinates: Position[][][]): MultiPolygon => ({ type: 'MultiPolygon', coordinates });
const square = (west: number, south: number, size: number): Position[] => [
  [west, south],
  [west + size, south],
  [west + size, south + size],
  [west, south + size],
  [west, south],
];

test('the centroid counts holes and parts by their area, for any direction of their rings', () => {
  expect(centroidOf(shape([square(10, 50, 2)]))).toEqual({ longitude: 11, latitude: 51 });
  expect(centroidOf(shape([square(10, 50, 2).reverse()]))).toEqual({ longitude: 11, latitude: 51 });
  const twoParts = centroidOf(shape([square(0, 0, 1)], [square(3, 0, 1)]));
  expect([twoParts.longitude, twoParts.latitude]).toEqual([expect.closeTo(2), expect.closeTo(0.5)]);
  // A hole of a quarter of the area in one corner moves the centroid a twelfth of the side away from it.
  const holed = centroidOf(shape([square(0, 0, 4), square(0, 0, 2)]));
  expect([holed.longitude, holed.latitude]).toEqual([expect.closeTo(7 / 3), expect.closeTo(7 / 3)]);
});

test('the centroid of a field on both sides of the 180th meridian lies on it, not on the other side of the earth', () => {
  const { longitude } = centroidOf(shape([square(179.9, -17, 0.1)], [square(-180, -17, 0.1)]));
  expect(Math.abs(longitude)).toBeCloseTo(180);
});
