import { expect, test } from 'vitest';
import {
  layerPropertiesOf,
  PointLayerColumns,
  type PointLayerHeader,
  readPointLayer,
  valueStep,
} from '../../../domain/machine-files/points/point-layer.ts';

const header: Omit<PointLayerHeader, 'columns' | 'count'> = {
  property: 'speed',
  unit: 'km/h',
  points: 4,
  withoutValue: 0,
  states: [{ name: 'shown', points: 4 }],
  degreesPerStep: 1e-6,
  valuePerStep: 0.05,
  ground: { wide: 9, long: 2 },
};

test('a layer is read as it was written, at the ends of the world and of numbers', () => {
  const columns = new PointLayerColumns();
  const points = [
    [180_000_000, 90_000_000, 1e15, 0],
    [-180_000_000, -90_000_000, -1e15, 1],
    [0, 0, 0, 0],
    [-93_154_815, 41_666_154, 2_345, 2],
  ];
  for (const point of points) columns.add(point);
  const read = readPointLayer(columns.finish(header));
  expect(read.header).toMatchObject({ ...header, count: 4 });
  expect([...read.lon]).toEqual([180, -180, 0, -93.154815]);
  expect([...read.lat]).toEqual([90, -90, 0, 41.666154]);
  expect([...read.value]).toEqual([5e13, -5e13, 0, 117.25]);
  expect([...read.state]).toEqual([0, 1, 0, 2]);
});

test('a million points grow the columns', () => {
  const columns = new PointLayerColumns();
  for (let at = 0; at < 1_000_000; at++) columns.add([at * 300, -at * 300, at % 7, 0]);
  const { lon, value } = readPointLayer(columns.finish(header));
  expect(lon[999_999]).toBe(299.9997);
  expect(value[13]).toBeCloseTo(0.3);
});

test('other bytes are no layer', () => {
  expect(() => readPointLayer(new Uint8Array(64))).toThrow('no point layer');
});

test.each([
  [2130, 6470, 2],
  [0, 1, 0.001],
  [5, 5, 1e-6],
  [0, 99_999, 50],
])('values from %d to %d have steps of %d', (low, high, step) => {
  expect(valueStep(low, high)).toBe(step);
});

test('numbers with a unit, indexes and texts have layers, lists have none', () => {
  const properties = layerPropertiesOf('harvested', { speed: 'km/h' });
  expect(properties).toContain('speed');
  expect(properties).toContain('variety');
  expect(properties).toContain('sectionId');
  expect(properties).not.toContain('elevation');
  expect(properties).not.toContain('machinery');
});
