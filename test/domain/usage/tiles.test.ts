import { expect, test } from 'vitest';
import { geosOverlay } from '../../../adapters/geos/geos-overlay.ts';
import { areaHectares } from '../../../domain/geometry/area.ts';
import { type MultiPolygon, multiPolygon, type Ring } from '../../../domain/geometry/multi-polygon.ts';
import { overlayHectares } from '../../../domain/geometry/overlay-area.ts';
import { cutIntoTiles } from '../../../domain/usage/counting/tiles.ts';
import { squareAt } from '../../api/fields/field.ts';

const overlay = await geosOverlay(() => import('geos-wasm'));

const circle = (west: number, south: number, radius: number, turn: 1 | -1): Ring =>
  Array.from({ length: 101 }, (_, index) => {
    const angle = (turn * 2 * Math.PI * (index % 100)) / 100;
    return [west + radius * Math.cos(angle), south + radius * Math.sin(angle)];
  });

test.each<[string, MultiPolygon]>([
  ['a field within a tile', squareAt(10.001, 50.001)],
  ['a ring over many tiles', multiPolygon([[circle(-93.6, 42.03, 0.11, 1), circle(-93.6, 42.03, 0.04, -1)]])],
  [
    'both sides of the 180th meridian',
    multiPolygon([...squareAt(179.99, -17).coordinates, ...squareAt(-180, -17).coordinates]),
  ],
  ['a field at the border of tiles', squareAt(10, 50, 1 / 32)],
])('the parts of %s have its area together', (_, shape) => {
  const tiles = [...(cutIntoTiles(shape, overlay) ?? new Map<string, MultiPolygon>()).values()];
  const sum = tiles.reduce((total, part) => total + overlayHectares(part), 0);
  expect(sum / overlayHectares(shape)).toBeCloseTo(1, 9);
  expect(overlayHectares(shape) / areaHectares(shape)).toBeCloseTo(1, 4);
});

test('a field at the border of tiles lies in one, and a shape of half a continent is not cut', () => {
  expect([...(cutIntoTiles(squareAt(10, 50, 1 / 32), overlay) ?? new Map()).keys()]).toEqual(['320_1600']);
  expect(cutIntoTiles(squareAt(-20, 0, 20), overlay)).toBeUndefined();
});
