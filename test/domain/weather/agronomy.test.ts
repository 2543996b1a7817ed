import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { agronomyOf } from '../../../domain/weather/agronomy.ts';
import { chartOf } from '../../../domain/weather/chart.ts';
import { addDays } from '../../../domain/weather/days.ts';
import { frostRisk, growingDegreeDays } from '../../../domain/weather/degree-days.ts';
import { type DailyRecord, dailyRecords, hourlyRecords } from '../../../domain/weather/records.ts';
import { deltaT, sprayWindows, usualSprayLimits } from '../../../domain/weather/spray-windows.ts';

const nothing = { daily: { time: [], values: {} }, hourly: { time: [], values: {} } };
const emptyDay = dailyRecords(nothing, { from: '2026-05-01', to: '2026-05-01' }, 'metric')[0] as DailyRecord;
const days = (...given: Partial<DailyRecord>[]) =>
  given.map((members, index) => {
    return { ...emptyDay, ...members, date: addDays('2026-05-01', index), source: 'historical' as const };
  });

describe('growing degree days', () => {
  const corn = { base: 10, cap: 30 };
  test.each([
    ['a usual day', 12, 26, 9],
    ['a cold night counts as the base', 2, 20, 5],
    ['a hot day counts as the cap', 20, 38, 15],
    ['a cold day adds nothing', -5, 8, 0],
  ])('%s', (_, lowest, highest, expected) => expect(growingDegreeDays(lowest, highest, corn)).toBe(expected));

  test('agree with the 86/50 method in °F', () => {
    // 55 and 92 °F: (86 + 55) / 2 - 50 = 20.5 °F·d.
    const celsius = (fahrenheit: number) => (fahrenheit - 32) / 1.8;
    expect(growingDegreeDays(celsius(55), celsius(92), corn) * 1.8).toBeCloseTo(20.5);
  });
});

test.each([
  [4.1, 'none'],
  [4, 'ground'],
  [0, 'light'],
  [-2.2, 'moderate'],
  [-4.4, 'severe'],
])('a night of %d °C has the frost risk %s', (lowest, risk) => expect(frostRisk(lowest)).toBe(risk));

test('sums skip days without values', () => {
  const found = agronomyOf(
    days(
      { temperatureMin: 10, temperatureMax: 20, precipitationSum: 10, evapotranspiration: 4 },
      {},
      { temperatureMin: -3, temperatureMax: 14, precipitationSum: 0.1, evapotranspiration: 5.2 },
    ),
    { base: 10, cap: 30 },
    'metric',
  );
  expect(found.map((day) => [day.growingDegreeDays, day.growingDegreeDaysSum])).toEqual([
    [5, 5],
    [null, 5],
    [2, 7],
  ]);
  expect(found.map((day) => [day.waterBalance, day.waterBalanceSum])).toEqual([
    [6, 6],
    [null, 6],
    [-5.1, 0.9],
  ]);
  expect(found.map(({ precipitationSum }) => precipitationSum)).toEqual([10, 10, 10.1]);
  expect(found.map(({ frostRisk: risk }) => risk)).toEqual(['none', null, 'moderate']);
});

test('imperial sums match the metric ones', () => {
  const [day] = agronomyOf(
    days({ temperatureMin: 10, temperatureMax: 20, precipitationSum: 25.4, evapotranspiration: 0 }),
    { base: 10 },
    'imperial',
  );
  expect(day).toMatchObject({ growingDegreeDays: 9, precipitation: 1, waterBalanceSum: 1, temperatureMin: 50 });
});

test("delta-T agrees with the weather service's own wet bulb", () => {
  const path = '../../local/stand-ins/weather/recorded/vinea/open_meteo_archive.json';
  const { hourly } = JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')) as {
    hourly: Record<string, number[]>;
  };
  const differences = (hourly.temperature_2m ?? []).map((celsius, index) => {
    const theirs = celsius - (hourly.wet_bulb_temperature_2m?.[index] ?? Number.NaN);
    return Math.abs(deltaT(celsius, hourly.relative_humidity_2m?.[index] ?? Number.NaN) - theirs);
  });
  expect(differences).toHaveLength(72);
  expect(Math.max(...differences)).toBeLessThan(1);
});

describe('spray windows', () => {
  /** Hours of good weather, with changes at some of them. */
  const hours = (count: number, changes: Record<number, Record<string, number | null>> = {}) => {
    const time = Array.from({ length: count }, (_, hour) => `2026-05-01T${String(hour).padStart(2, '0')}:00`);
    const usual = { temperature: 20, humidity: 60, windSpeed: 10, precipitation: 0 };
    const values = Object.fromEntries(
      Object.entries(usual).map(([name, value]) => [name, time.map((_, hour) => changes[hour]?.[name] ?? value)]),
    );
    for (const [hour, change] of Object.entries(changes)) {
      for (const [name, value] of Object.entries(change))
        if (value === null && values[name]) values[name][Number(hour)] = null as never;
    }
    const weather = { ...nothing, hourly: { time, values } };
    return hourlyRecords(weather, { from: '2026-05-01', to: '2026-05-01' }, 'metric').slice(0, count);
  };
  const found = (...given: Parameters<typeof hours>) =>
    sprayWindows(hours(...given), usualSprayLimits, 'metric').map(
      ({ start, end }) => `${start.slice(11, 13)}-${end.slice(11, 13)}`,
    );

  test('end where rain is unknown', () => expect(found(12)).toEqual(['00-09']));
  test('end before rain that would wash the spray off', () => {
    // Rain from 06 to 07 is recorded at 07: the hours from 04 on are too close.
    expect(found(12, { 7: { precipitation: 0.2 } })).toEqual(['00-04', '07-09']);
  });
  test('are interrupted by wind, still air and dry air', () => {
    expect(found(12, { 2: { windSpeed: 16 }, 4: { windSpeed: 2 }, 6: { humidity: 15 } })).toEqual([
      '00-02',
      '03-04',
      '05-06',
      '07-09',
    ]);
  });
  test('are interrupted by missing values', () => {
    expect(found(12, { 3: { windSpeed: null }, 6: { temperature: null } })).toEqual(['00-03', '04-06', '07-09']);
  });
  test('have their wind and delta-T', () => {
    const [window] = sprayWindows(hours(6, { 1: { windSpeed: 14 } }), usualSprayLimits, 'imperial');
    expect(window).toMatchObject({ hours: 3, windSpeedMin: 6.2, windSpeedMax: 8.7 });
    expect(window?.deltaTMin).toBeCloseTo(deltaT(20, 60) * 1.8, 1);
  });
});

describe('the picture', () => {
  const many = days(
    ...Array.from({ length: 367 }, (_, index) => ({
      temperatureMin: index % 9,
      temperatureMax: 15 + (index % 7),
      precipitationSum: index % 3,
    })),
  );
  test('has a band and a bar for each rainy day, and stays small', () => {
    const svg = chartOf(many, 'metric', 'Weather data by Somebody');
    expect(svg.match(/<polygon/g)).toHaveLength(1);
    expect(svg.match(/<rect x=/g)).toHaveLength(many.filter(({ precipitationSum }) => precipitationSum).length);
    expect(svg.length).toBeLessThan(60_000);
    expect(svg).toContain('<title id="weather-title">Weather from 2026-05-01 to 2027-05-02</title>');
    expect(svg).toContain('Temperatures from 0 to 21 °C');
    expect(svg).toContain('>Weather data by Somebody</text>');
  });
  test('leaves out unknown days, and writes no invalid number', () => {
    const svg = chartOf(
      days({ temperatureMin: 1, temperatureMax: 9 }, {}, { temperatureMin: 2, temperatureMax: 8 }),
      'metric',
      'Weather data by Somebody',
    );
    expect(svg.match(/<polygon/g)).toHaveLength(2);
    for (const picture of [svg, chartOf(days({}), 'imperial', 'Somebody'), chartOf([], 'metric', 'Somebody')])
      expect(picture).not.toMatch(/NaN|Infinity|undefined/);
  });
});
