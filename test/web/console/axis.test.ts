import { expect, test } from 'vitest';
import type { Land } from '../../../web/api/uploads.ts';
import { indexAfterKey, nearestEvent, positionOf } from '../../../web/console/axis/axis-position.ts';
import { axisColumns, monthRows } from '../../../web/console/axis/axis-series.ts';
import { countedDays, growingCrop, readWeather, spans } from '../../../web/console/reading/read-weather.ts';
import type { SeasonEvent } from '../../../web/console/season/layer-choice.ts';
import type { Scene, SeasonWeather } from '../../../web/console/season/season.ts';
import type { ConsoleApi } from '../../../web/console/session/console-api.ts';

const range = { from: '2016-01-30', to: '2016-02-02' };
const weather: SeasonWeather = {
  days: [
    { date: '2016-01-30', rain: 0.5, growingDegreeDays: 0 },
    { date: '2016-01-31', rain: null, growingDegreeDays: 2 },
    { date: '2016-02-01', rain: 0.25, growingDegreeDays: 5 },
  ],
  counted: { from: '2016-01-31', isPlanted: true },
  ...{ rainUnit: 'in', degreeUnit: '°F', crop: 'corn', isSynthetic: false },
};
const scene = (date: string, ndvi: number | null, clear: number | null): Scene => ({
  ...{ satelliteFieldId: 'field', processId: date, date, ndvi, clear, isSynthetic: false },
});
const scenes = [scene('2016-01-31T17:00:00Z', 0.4, 100), scene('2016-02-01T17:00:00Z', 0.1, 20)];

test('columns have a row for each day, and null where a day has no value or no clear scene', () => {
  const [times, rain, growing, ndvi] = axisColumns(range, weather, scenes);
  expect(times.map((time) => new Date(time * 1_000).toISOString().slice(0, 10))).toEqual([
    ...['2016-01-30', '2016-01-31', '2016-02-01', '2016-02-02'],
  ]);
  expect({ rain, growing, ndvi }).toEqual({
    rain: [0.5, null, 0.25, null],
    growing: [0, 2, 5, null],
    ndvi: [null, 0.4, null, null],
  });
});

test('the table has each month with the sum of its rain, its last degree days and its mean NDVI', () => {
  expect(monthRows(axisColumns(range, weather, scenes))).toEqual([
    { date: '2016-01-30', rain: 0.5, growingDegreeDays: 2, ndvi: 0.4 },
    { date: '2016-02-01', rain: 0.25, growingDegreeDays: 5, ndvi: undefined },
  ]);
});

test('positions lie between 0 and 1, and the nearest event is found', () => {
  const event = (id: string, start: string): SeasonEvent => ({ kind: 'scene', id, title: id, start, layers: [] });
  const events = [event('first', '2016-01-30T00:00:00Z'), event('last', '2016-02-02T00:00:00Z')];
  expect(events.map(({ start }) => positionOf(start, range))).toEqual([0, 1]);
  expect(positionOf('2015-06-01T00:00:00Z', range)).toBe(0);
  expect(nearestEvent(events, 0.4, range)?.id).toBe('first');
  expect(nearestEvent(events, 0.6, range)?.id).toBe('last');
});

test('arrow keys, Home and End move from event to event and stop at the ends', () => {
  expect(indexAfterKey('ArrowRight', 0, 3)).toBe(1);
  expect(indexAfterKey('ArrowLeft', 0, 3)).toBe(0);
  expect(indexAfterKey('End', 0, 3)).toBe(2);
  expect(indexAfterKey('Home', 2, 3)).toBe(0);
  expect(indexAfterKey('Tab', 1, 3)).toBeUndefined();
  expect(indexAfterKey('ArrowRight', -1, 0)).toBeUndefined();
});

test('weather of more than a year is requested in spans that one request may have', () => {
  expect(spans('2015-09-01', '2016-12-31')).toEqual([
    ['2015-09-01', '2016-08-31'],
    ['2016-09-01', '2016-12-31'],
  ]);
  expect(spans('2024-01-01', '2024-12-31')).toEqual([['2024-01-01', '2024-12-31']]);
  expect(spans('2025-01-01', '2024-12-31')).toEqual([]);
});

const work = (type: 'planted' | 'harvested' | 'applied', startTime: string) => ({ type, startTime });
const square = (latitude: number): Land => ({
  type: 'MultiPolygon',
  coordinates: [[[[0, latitude], [1, latitude], [1, latitude + 1], [0, latitude]]]], // biome-ignore format: one line
});

test('growing degree days are counted from planting, or a day that is said, to the last harvest', () => {
  const harvests = [work('harvested', '2016-09-19T16:45:51Z'), work('harvested', '2016-10-02T16:00:00Z')];
  const planted = work('planted', '2016-05-11T12:00:00Z');
  expect(countedDays([work('applied', '2016-03-01T12:00:00Z'), planted, ...harvests], 2016, square(42))).toEqual({
    ...{ from: '2016-05-11', to: '2016-10-02', isPlanted: true },
  });
  expect(countedDays(harvests, 2016, square(42))).toEqual({ from: '2016-05-01', to: '2016-10-02', isPlanted: false });
  expect(countedDays([], 2016, square(-33))).toEqual({ from: '2015-11-01', isPlanted: false });
});

test('growing degree days grow between these days alone', async () => {
  const days = ['2016-04-30', '2016-05-01', '2016-05-02', '2016-05-03'];
  const body = days.map((date) => ({ date, precipitation: 1, growingDegreeDays: 10 }));
  const api = { marked: async () => ({ body, isSynthetic: false }) } as unknown as ConsoleApi;
  const field = { id: 'north', svcUserId: 'user', name: 'North' };
  const counted = { from: '2016-05-01', to: '2016-05-02', isPlanted: false };
  const request = { field, from: '2016-04-30', to: '2016-05-03', crop: 'corn', units: 'metric' as const, counted };
  const read = await readWeather(api, request);
  expect(read.days.map(({ growingDegreeDays }) => growingDegreeDays)).toEqual([0, 10, 20, 20]);
});

test('growing degree days are those of the crop of the field', () => {
  expect(growingCrop(['soybeans'])).toBe('soybean');
  expect(growingCrop(['Winter Wheat'])).toBe('wheat');
  expect(growingCrop([])).toBe('corn');
});
