import { expect, test } from 'vitest';
import { projectionOf } from '../../../../domain/satellite/grid/utm.ts';

/** Positions by PROJ 9, through `rasterio.warp.transform`. */
test.each([
  [32633, 15.825135, 45.644488, 564300.0206480382, 5054879.970549031],
  [32755, 147.2, -35.1, 518228.11249523016, 6115848.930785904],
  [32601, -179.9, 65.2, 364306.5659522542, 7233862.721566781],
  [32660, 179.95, -5, 827163.6652117977, -553398.8470616306],
  [32613, -105.07, 40.65, 494081.86116138956, 4499907.279490661],
])('EPSG:%i has %f, %f at %f, %f', (system, longitude, latitude, x, y) => {
  const [east, north] = projectionOf(system)?.(longitude, latitude) ?? [];
  expect(east).toBeCloseTo(x, 5);
  expect(north).toBeCloseTo(y, 5);
});

test('a longitude on the other side of the antimeridian is the same position', () => {
  expect(projectionOf(32660)?.(-180.05, -5)[0]).toBeCloseTo(827163.6652117977, 5);
});

test.each([32600, 32661, 3857, 25833])('EPSG:%i is not a UTM zone', (system) => {
  expect(projectionOf(system)).toBeUndefined();
});
