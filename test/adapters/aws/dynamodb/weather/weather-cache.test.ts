import { expect, test } from 'vitest';
import { ownerSlots } from '../../../../../adapters/aws/dynamodb/leases/owner-slots.ts';
import { weatherCache } from '../../../../../adapters/aws/dynamodb/weather/weather-cache.ts';
import { newId } from '../../../../../adapters/system.ts';
import { cachedWeather } from '../../../../../domain/weather/cached-weather.ts';
import { cellOf } from '../../../../../domain/weather/cell.ts';
import { dayOf } from '../../../../../domain/weather/days.ts';
import type { WeatherServices } from '../../../../../domain/weather/weather-services.ts';
import { batchesOf, weatherTables } from './weather-tables.ts';

const { tables, clock, sent } = await weatherTables('weather');
const cache = weatherCache(tables.weather);
const today = dayOf(clock.now());
const weather = {
  daily: { time: [today], values: { temperatureMax: [21.5] } },
  hourly: { time: [`${today}T00:00`], values: { temperature: [12.5] } },
};

test('a request that holds the lease sees what another one has just written', async () => {
  const calls: number[] = [];
  const services: WeatherServices = {
    weatherSource: {
      name: 'open-meteo',
      async ask() {
        calls.push(sent.length);
        return { weather };
      },
    },
    weatherCache: cache,
    weatherLeases: ownerSlots(tables.weather, { clock, newId }, 'asking'),
    clock,
    sleep: async () => {},
    reportWeatherProblem: () => {},
  };
  const asked = {
    kind: 'forecast',
    resolution: 'daily',
    cell: cellOf('gfs', { latitude: 42, longitude: -93 }),
    range: { from: today, to: today },
  } as const;
  const answer = await cachedWeather(asked, services, clock.now() + 20_000);
  expect(answer.weather.daily.values.temperatureMax).toEqual([21.5]);
  expect(calls).toHaveLength(1);

  const reads = batchesOf(sent.slice(0, calls[0]), 'weather').filter(({ keys }) => !keys.includes('pause'));
  const leased = sent.findIndex(({ command }) => command === 'UpdateItemCommand');
  const before = batchesOf(sent.slice(0, leased), 'weather').filter(({ keys }) => !keys.includes('pause'));
  expect(before).toEqual([{ keys: ['run'], isConsistent: false }]);
  expect(reads.slice(before.length)).toEqual([{ keys: ['run'], isConsistent: true }]);
});

test('a piece is read as it was written, in the requested resolution', async () => {
  const piece = { name: 'run', weather, fetchedAt: clock.now(), through: today };
  await cache.write('a series', piece, clock.now() + 1000);
  const hours = await cache.read('a series', ['run', '2026-01'], 'hourly', true);
  const nothing = { time: [], values: {} };
  expect([...hours.values()]).toEqual([{ ...piece, weather: { hourly: weather.hourly, daily: nothing } }]);
});

test('pauses have reasons', async () => {
  const until = clock.now() + 60_000;
  await cache.pause('a host', { until, reason: 'failed' });
  await cache.pause('a cell', { until, reason: 'notCovered' });
  expect(await cache.pauses(['a host', 'another', 'a cell'])).toEqual([
    { until, reason: 'failed' },
    { until, reason: 'notCovered' },
  ]);
});
