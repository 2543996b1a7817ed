import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { answerOf } from '../../../../local/stand-ins/weather/answer.ts';

type Block = Record<string, unknown[]>;
interface Recorded {
  latitude: number;
  longitude: number;
  timezone: string;
  hourly: Block;
  hourly_units: Record<string, string>;
  daily?: Block;
  daily_units?: Record<string, string>;
}

const read = (path: string): Recorded => JSON.parse(readFileSync(new URL(`recorded/${path}`, import.meta.url), 'utf8'));

interface Recording {
  path: string;
  kind: 'forecast' | 'archive';
  /** Time of the recording. */
  now: number;
  units: Record<string, string>;
  /** Whether the repository has left out most of the values. */
  isShortened?: boolean;
  /** One of several models in the recording, whose variables end with its name; the stand-in serves one model at a time, without the name. */
  model?: string;
}

const ofSeveralModels = {
  path: 'open-meteo-ruby/forecast_more_models.json',
  kind: 'forecast',
  now: Date.UTC(2023, 10, 13, 10),
  units: {},
} as const;

/** The recorded responses, and how they were requested. */
const recorded: Recording[] = [
  { ...ofSeveralModels, path: 'open-meteo-ruby/forecast_general.json' },
  { ...ofSeveralModels, model: 'best_match' },
  { ...ofSeveralModels, model: 'gfs_seamless' },
  {
    path: 'linecast/open_meteo_forecast.json',
    kind: 'forecast',
    now: Date.UTC(2026, 2, 6, 2),
    units: { temperature_unit: 'fahrenheit', wind_speed_unit: 'mph', precipitation_unit: 'inch' },
  },
  {
    path: 'vinea/open_meteo_archive.json',
    kind: 'archive',
    now: Date.UTC(2025, 5, 1),
    units: { wind_speed_unit: 'ms' },
  },
  {
    path: 'python-open-meteo/historical_forecast.json',
    kind: 'archive',
    now: Date.UTC(2024, 6, 1),
    units: {},
    isShortened: true,
  },
];

/** The variables of one model, without the name of the model. */
function ofModel(block: Record<string, unknown>, model: string): Record<string, unknown> {
  const entries = Object.entries(block).filter(([name]) => name === 'time' || name.endsWith(`_${model}`));
  return Object.fromEntries(entries.map(([name, value]) => [name.replace(`_${model}`, ''), value]));
}

function readOf({ path, model }: Recording): Recorded {
  const whole = read(path);
  if (model === undefined) return whole;
  const blocks = ['hourly', 'hourly_units', 'daily', 'daily_units'] as const;
  return { ...whole, ...Object.fromEntries(blocks.map((name) => [name, ofModel(whole[name] ?? {}, model)])) };
}

describe.each(recorded)('beside the recorded $path $model', (recording) => {
  const { kind, now, units, isShortened = false, model } = recording;
  const real = readOf(recording);
  const variables = (block: Block | undefined) => Object.keys(block ?? {}).filter((name) => name !== 'time');
  const days = (real.daily ?? real.hourly).time as string[];
  const parameters = new URLSearchParams({
    latitude: String(real.latitude),
    longitude: String(real.longitude),
    timezone: real.timezone,
    start_date: days[0]?.slice(0, 10) ?? '',
    end_date: days.at(-1)?.slice(0, 10) ?? '',
    hourly: variables(real.hourly).join(),
    ...(real.daily && { daily: variables(real.daily).join() }),
    ...(model && { models: model }),
    ...units,
  });
  const made = answerOf(kind, parameters, now) as Recorded & Record<string, unknown>;

  test('the stand-in has the same members', () => {
    // Furrow does not request the present and quarters of an hour, and the stand-in has neither.
    const members = Object.keys(real).filter((name) => !/^(current|minutely_15)/.test(name));
    expect(Object.keys(made)).toEqual(members);
    for (const name of ['utc_offset_seconds', 'timezone', 'timezone_abbreviation']) {
      expect(made[name], name).toEqual((real as unknown as Record<string, unknown>)[name]);
    }
  });

  test('its hours and days have the same variables, in the same units', () => {
    expect(made.hourly_units).toEqual(real.hourly_units);
    expect(made.daily_units).toEqual(real.daily_units);
    expect(Object.keys(made.hourly)).toEqual(Object.keys(real.hourly));
    expect(Object.keys(made.daily ?? {})).toEqual(Object.keys(real.daily ?? {}));
  });

  test('its times are the same, and each variable has a value of the same type for each', () => {
    for (const block of ['hourly', 'daily'] as const) {
      const [theirs, ours] = [real[block], made[block]];
      if (!theirs || !ours) continue;
      const length = theirs.time?.length ?? 0;
      expect(ours.time?.slice(0, length)).toEqual(theirs.time);
      if (!isShortened) expect(ours.time).toHaveLength(length);
      for (const name of variables(theirs)) {
        expect(ours[name], name).toHaveLength(ours.time?.length ?? 0);
        expect(new Set(ours[name]?.map((value) => typeof value)), name).toEqual(
          new Set(theirs[name]?.map((value) => typeof value)),
        );
      }
    }
  });
});

describe('the stand-in refuses in the words of the service', () => {
  const now = Date.UTC(2026, 8, 23);
  const location = { latitude: '42', longitude: '-93' };
  const ask = (more: Record<string, string>) => () =>
    answerOf('forecast', new URLSearchParams({ ...location, ...more }), now);

  test('a day out of range', () => {
    const dates = { start_date: '2020-01-01', end_date: '2020-01-02', hourly: 'temperature_2m' };
    expect(ask(dates)).toThrow("Parameter 'start_date' is out of allowed range from 2026-06-22 to 2026-10-09");
  });

  test('an unknown variable', () => {
    expect(ask({ hourly: 'tempeture_2m' })).toThrow(
      'Cannot initialize WeatherVariable from invalid String value tempeture_2m for key hourly',
    );
  });

  test('a location outside of the earth, or outside of the model', () => {
    expect(ask({ latitude: '91' })).toThrow('Latitude must be in range of -90 to 90°. Given: 91.');
    expect(ask({ models: 'metno_nordic' })).toThrow('No data is available for this location');
  });
});

test('made-up weather is plausible, at all locations and seasons', () => {
  const now = Date.UTC(2026, 6, 1);
  const hourly =
    'temperature_2m,dew_point_2m,relative_humidity_2m,precipitation,wind_speed_10m,wind_gusts_10m,shortwave_radiation';
  for (const latitude of [-80, -35, 0, 45, 70]) {
    const parameters = {
      latitude: `${latitude}`,
      longitude: '20',
      start_date: '2025-01-01',
      end_date: '2025-12-31',
      hourly,
    };
    const { hourly: hours } = answerOf('archive', new URLSearchParams(parameters), now) as {
      hourly: Record<string, number[]>;
    };
    const [temperature = [], dewPoint = []] = [hours.temperature_2m, hours.dew_point_2m];
    expect(Math.max(...temperature)).toBeLessThan(55);
    expect(Math.min(...temperature)).toBeGreaterThan(-90);
    expect(dewPoint.every((value, index) => value <= (temperature[index] ?? 0))).toBe(true);
    expect(hours.relative_humidity_2m?.every((value) => value >= 5 && value <= 100)).toBe(true);
    expect(hours.precipitation?.every((value) => value >= 0 && value < 60)).toBe(true);
    expect(hours.wind_gusts_10m?.every((value, index) => value >= (hours.wind_speed_10m?.[index] ?? 0))).toBe(true);
    expect(hours.shortwave_radiation?.every((value) => value >= 0 && value < 1100)).toBe(true);
    const rainy = hours.precipitation?.filter((value) => value > 0).length ?? 0;
    expect(rainy / temperature.length).toBeGreaterThan(0.005);
    expect(rainy / temperature.length).toBeLessThan(0.6);
  }
});
