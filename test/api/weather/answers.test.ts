import { describe, expect, test } from 'vitest';
import { addDays, dayOf } from '../../../domain/weather/days.ts';
import type { DailyRecord, HourlyRecord } from '../../../domain/weather/records.ts';
import { cloudClock, control } from '../cloud.ts';
import { expectProblem } from '../contract/problem.ts';
import { freshOwner } from '../owner.ts';
import { freshUser } from '../users/user.ts';
import { freshField } from '../zones/field.ts';
import { forecastAt, freshLocation, timesAsked, weatherService } from './weather.ts';

const owner = await freshOwner();
const { id: svcUserId } = await freshUser(owner);
const field = await freshField(owner, svcUserId);
const ofField = (kind: string, resolution: string) =>
  `${weatherService}/users/${svcUserId}/weather/${kind}/field/${field.id}/${resolution}`;
const today = () => dayOf(cloudClock.now());

describe('a field', () => {
  test('has a forecast of the next seven days, by day and by hour', async () => {
    const days = await owner.get<DailyRecord[]>(ofField('forecast', 'daily'));
    expect(days.status).toBe(200);
    expect(days.body.map(({ date }) => date)).toEqual([0, 1, 2, 3, 4, 5, 6].map((ahead) => addDays(today(), ahead)));
    expect(days.body[0]).toMatchObject({
      temperatureMin: expect.any(Number),
      temperatureMax: expect.any(Number),
      sunrise: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/),
      precipitationSum: expect.any(Number),
    });
    const { body: hours } = await owner.get<HourlyRecord[]>(ofField('forecast', 'hourly'));
    expect(hours).toHaveLength(7 * 24);
    expect(hours[0]?.timestamp).toBe(`${today()}T00:00:00.000Z`);
    const highest = Math.max(...hours.slice(0, 24).map(({ temperature }) => temperature ?? -99));
    expect(days.body[0]?.temperatureMax).toBe(highest);
  });

  test('has a history, by day and by hour', async () => {
    const { body: days } = await owner.get<DailyRecord[]>(ofField('historical', 'daily'));
    expect(days.map(({ date }) => date).at(-1)).toBe(addDays(today(), -5));
    expect(days).toHaveLength(7);
    // History has soil values, from whose hours the days are made.
    const { body: hours } = await owner.get<HourlyRecord[]>(ofField('historical', 'hourly'));
    const soil = hours.slice(0, 24).map(({ soilTemperature }) => soilTemperature ?? 99);
    expect(days[0]?.soilTemperatureMin).toBe(Math.min(...soil));
    expect(days[0]?.soilTemperatureMax).toBe(Math.max(...soil));
  });

  test('has the weather of its centroid', async () => {
    const longitudes = field.geometry?.coordinates.flat(2).map(([longitude]) => longitude) ?? [];
    const latitudes = field.geometry?.coordinates.flat(2).map(([, latitude]) => latitude) ?? [];
    const inside = `${(Math.min(...latitudes) + Math.max(...latitudes)) / 2},${(Math.min(...longitudes) + Math.max(...longitudes)) / 2}`;
    const there = await forecastAt(owner, inside);
    expect((await owner.get(ofField('forecast', 'daily'))).body).toEqual(there.body);
  });

  test('of another owner is unknown', async () => {
    const other = await freshOwner();
    expectProblem(await other.get(ofField('forecast', 'daily')), 404, 'userNotFound');
  });
});

test('a year of days is requested once, and has no gaps', async () => {
  const location = freshLocation();
  const [startTime, endTime] = [addDays(today(), -370), addDays(today(), -5)];
  const path = `${weatherService}/weather/historical/daily/${location}?startTime=${startTime}&endTime=${endTime}`;
  const before = await timesAsked();
  const { body } = await owner.get<DailyRecord[]>(path);
  expect(body).toHaveLength(366);
  expect(body.every(({ temperatureMean, sunrise }) => temperatureMean !== null && sunrise !== null)).toBe(true);
  expect((await owner.get(path)).body).toEqual(body);
  expect((await timesAsked()) - before).toBe(1);
});

test('days of history that are not available yet are null', async () => {
  const range = `startTime=${addDays(today(), -6)}&endTime=${addDays(today(), -3)}`;
  const path = `${weatherService}/weather/historical/daily/${freshLocation()}?${range}`;
  const { body } = await owner.get<DailyRecord[]>(path);
  expect(body.map(({ temperatureMax }) => temperatureMax === null)).toEqual([false, false, true, true]);
});

test('values that a model does not have, or beyond its horizon, are null', async () => {
  const { body: hours } = await owner.get<HourlyRecord[]>(`${weatherService}/weather/forecast/hourly/60,10?model=jma`);
  expect(hours[0]).toMatchObject({
    rain: null,
    windGusts: null,
    soilTemperature: null,
    temperature: expect.any(Number),
  });
  const { body: days } = await forecastAt<DailyRecord[]>(owner, '60,10', '?model=metNordic');
  expect(days.map(({ temperatureMax }) => temperatureMax === null)).toEqual([
    false,
    false,
    false,
    true,
    true,
    true,
    true,
  ]);
  expectProblem(await forecastAt(owner, '10,60', '?model=metNordic'), 400, 'weatherNotHere');
});

test('imperial is the same weather in other units', async () => {
  const location = freshLocation();
  const [{ body: metric }, { body: imperial }] = [
    await forecastAt<DailyRecord[]>(owner, location),
    await forecastAt<DailyRecord[]>(owner, location, '?units=imperial'),
  ];
  for (const [index, day] of metric.entries()) {
    expect(imperial[index]?.temperatureMax).toBeCloseTo((day.temperatureMax ?? 0) * 1.8 + 32, 1);
    expect(imperial[index]?.windSpeedMax).toBeCloseTo((day.windSpeedMax ?? 0) / 1.609344, 0);
    expect(imperial[index]?.evapotranspiration).toBeCloseTo((day.evapotranspiration ?? 0) / 25.4, 2);
    expect(imperial[index]).toMatchObject({ date: day.date, windDirection: day.windDirection, sunrise: day.sunrise });
  }
});

test('the operator chooses the model of forecasts that name none', async () => {
  const choose = (model: string) => control('POST', '/functions/weather/variables', { WEATHER_MODEL: model });
  const lastModel = async () => {
    const { last } = await control<{ last: string[] }>('GET', '/weather');
    return new URLSearchParams(last.at(-1)?.split('?')[1]).get('models');
  };
  try {
    await choose('bestMatch');
    const { body: hours } = await owner.get<HourlyRecord[]>(
      `${weatherService}/weather/forecast/hourly/${freshLocation()}`,
    );
    expect(await lastModel()).toBe('best_match');
    expect(hours[0]?.soilTemperature).toEqual(expect.any(Number));
    await forecastAt(owner, freshLocation(), '?model=icon');
    expect(await lastModel()).toBe('icon_seamless');
    expectProblem(await forecastAt(owner, freshLocation(), '?model=bestMatch'), 400);
  } finally {
    await choose('gfs');
  }
  await forecastAt(owner, freshLocation());
  expect(await lastModel()).toBe('gfs_seamless');
});

test.each([
  ['a latitude', '91,0', 'lat'],
  ['a longitude', '0,-180.5', 'lon'],
])('%s outside of the earth is refused', async (_, location, name) => {
  expect(expectProblem(await forecastAt(owner, location), 400).fieldErrors?.[0]?.field).toBe(name);
});

test.each([
  ['forecast', 'model=era5', 'model'],
  ['historical', 'model=gfs', 'model'],
  ['forecast', 'units=kelvin', 'units'],
  ['forecast', 'startTime=2026-02-30', 'startTime'],
  ['forecast', 'endTime=2026-11-23T00:00:00Z', 'endTime'],
])('%s?%s is refused', async (kind, query, name) => {
  const answer = await owner.get(`${weatherService}/weather/${kind}/daily/42,-93?${query}`);
  expect(expectProblem(answer, 400).fieldErrors?.[0]?.field).toBe(name);
});
