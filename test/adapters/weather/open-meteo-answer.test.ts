import { describe, expect, test } from 'vitest';
import { openMeteoAnswer, weatherOf } from '../../../adapters/weather/open-meteo-answer.ts';
import { dailyNames, hourlyNames } from '../../../adapters/weather/open-meteo-variables.ts';
import { ProviderProblem } from '../../../domain/sync/provider-problem.ts';
import { answerOf } from '../../../local/stand-ins/weather/answer.ts';

type Answer = Record<'hourly' | 'daily' | 'hourly_units' | 'daily_units', Record<string, unknown>>;

function answered(change: (answer: Answer) => void = () => {}) {
  const parameters = new URLSearchParams({
    latitude: '42',
    longitude: '-93.5',
    start_date: '2025-06-01',
    end_date: '2025-06-02',
    hourly: Object.values(hourlyNames.historical).join(),
    daily: Object.values(dailyNames).join(),
  });
  const answer = answerOf('archive', parameters, Date.UTC(2026, 0, 1)) as Answer;
  change(answer);
  return weatherOf('Open-Meteo', openMeteoAnswer.parse(answer), 'historical', { daily: true, hourly: true });
}

test('days get the soil values of their hours', () => {
  const { daily, hourly } = answered();
  const soil = hourly.values.soilTemperature as number[];
  expect(daily.time).toEqual(['2025-06-01', '2025-06-02']);
  expect(daily.values.soilTemperatureMin).toEqual([Math.min(...soil.slice(0, 24)), Math.min(...soil.slice(24))]);
  expect(daily.values.soilTemperatureMax).toEqual([Math.max(...soil.slice(0, 24)), Math.max(...soil.slice(24))]);
});

test('a variable that a model does not have is null, with any unit', () => {
  const { hourly } = answered(({ hourly: hours, hourly_units: units }) => {
    hours.wind_gusts_10m = (hours.time as []).map(() => null);
    units.wind_gusts_10m = 'undefined';
  });
  expect(new Set(hourly.values.windGusts)).toEqual(new Set([null]));
});

describe('refuses', () => {
  test.each<[string, (answer: Answer) => void, RegExp]>([
    [
      'another unit',
      ({ hourly_units: units }) => (units.wind_speed_10m = 'm/s'),
      /wind_speed_10m in m\/s, not in km\/h/,
    ],
    ['a variable that is missing', ({ daily }) => delete daily.rain_sum, /without rain_sum/],
    ['a variable that is cut', ({ hourly }) => (hourly.rain as []).pop(), /without rain/],
  ])('%s', (_, change, message) => {
    expect(() => answered(change)).toThrow(ProviderProblem);
    expect(() => answered(change)).toThrow(message);
  });
});
