import { expect, test } from 'vitest';
import type { SamplePoint } from '../../../web/console/season/season.ts';
import { areaText } from '../../../web/console/text/areas.ts';
import { soilZones } from '../../../web/console/zones/known-ground.ts';

const area = (west: number): GeoJSON.Polygon => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, 0],
      [west + 1, 0],
      [west + 1, 1],
      [west, 0],
    ],
  ],
});
const sample = (location: SamplePoint['location'], ...values: [string, number, '<' | null][]): SamplePoint => ({
  ...{ location, depth: null },
  values: values.map(([analyte, value, qualifier]) => ({
    ...{ analyte, value, qualifier, unit: analyte === 'pH' ? null : 'ppm', method: null, date: null },
  })),
});

test('areas of samples are zones, each once, with their first values; spots are none', () => {
  const [west, east] = [area(0), area(2)];
  const zones = soilZones([
    sample(west, ['P', 21, null], ['pH', 6.4, null]),
    sample({ type: 'Point', coordinates: [0.5, 0.5] }, ['P', 3, null]),
    sample(east, ['Zn', 0.1, '<']),
    // The same area, at another depth.
    sample(area(0), ['K', 180, null], ['S', 9, null]),
  ]);
  expect(zones.map(({ title }) => title)).toEqual([
    'Soil zone 1: P 21 ppm, pH 6.4, K 180 ppm',
    'Soil zone 2: Zn <0.1 ppm',
  ]);
  // The very shape of the sample, by which a page knows which of them is the zone.
  expect(zones[0]?.ground).toBe(west);
});

test('an area is in the system of the owner, and the other beside it', () => {
  expect(areaText({ value: 10.02, unit: 'ha' }, 'imperial')).toBe('24.76 ac');
  expect(areaText({ value: 10.02, unit: 'ha' }, 'metric')).toBe('10.02 ha');
  expect(areaText({ value: 24.76, unit: 'ac' }, 'metric')).toBe('10.02 ha');
  expect(areaText({ value: 3, unit: 'm2' }, 'metric')).toBe('3.00 m2');
});
