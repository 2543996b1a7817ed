import { madeUpHour, sunTimes } from './made-up-weather.ts';
import { dailyOf, models, unitOf } from './wire.ts';

/** A refusal, with the text that the service would send. */
export class Refused extends Error {}

type Values = (number | string | null)[];
interface Block {
  time: string[];
  [variable: string]: Values;
}

const hourMilliseconds = 3_600_000;
const dayMilliseconds = 24 * hourMilliseconds;
/** The delay of the reanalyses: the last days have no values yet. */
const archiveDelayDays = 5;
const firstArchiveDay = Date.UTC(1940, 0, 1);

/**
 * The response to a request by the wire of Open-Meteo: `hourly` and `daily` of one location and one model, with the parameters for units, days and
 * time zone that https://open-meteo.com/en/docs describes. Not supported: `current`, `minutely_15`, lists of locations and lists of models.
 *
 * @throws Refused when the service would answer 400.
 */
export function answerOf(kind: 'forecast' | 'archive', parameters: URLSearchParams, now: number): object {
  const latitude = coordinate(parameters, 'latitude', 90);
  const longitude = coordinate(parameters, 'longitude', 180);
  const model = parameters.get('models') ?? (kind === 'archive' ? 'era5' : 'best_match');
  const limits = Object.hasOwn(models, model) ? models[model] : undefined;
  if (!limits) throw new Refused(`Cannot initialize MultiDomains from invalid String value ${model}.`);
  const [south, west, north, east] = limits.covers ?? [-90, -180, 90, 180];
  if (latitude < south || latitude > north || longitude < west || longitude > east) {
    throw new Refused('No data is available for this location');
  }
  const { first, last } = daysOf(kind, parameters, now);
  const zone = parameters.get('timezone') ?? 'GMT';
  // The service uses today's offset for all days, also across a change of clocks.
  const offset = offsetOf(zone, now);
  const today = Math.floor(now / dayMilliseconds) * dayMilliseconds;
  const end =
    kind === 'archive'
      ? today - (archiveDelayDays - 1) * dayMilliseconds
      : today + (limits.days ?? 16) * dayMilliseconds;

  const hours = Array.from({ length: ((last - first) / dayMilliseconds + 1) * 24 }, (_, hour) => {
    const time = first + hour * hourMilliseconds - offset;
    return time < end ? madeUpHour(latitude, longitude, time) : undefined;
  });
  const lacks = (name: string) => limits.lacks?.test(name) ?? false;
  const hourly = (name: string): Values => hours.map((hour) => (lacks(name) ? null : (hour?.[name] ?? null)));
  const known = Object.keys(madeUpHour(0, 0, 0));

  const block = (
    key: 'hourly' | 'daily',
    time: string[],
    isKnown: (name: string) => boolean,
    of: (name: string) => Values,
  ) => {
    const names = parameters.get(key)?.split(',') ?? [];
    if (names.length === 0) return {};
    const values: Block = { time };
    const units: Record<string, string> = { time: 'iso8601' };
    for (const name of names) {
      if (!isKnown(name)) {
        const type = key === 'hourly' ? 'WeatherVariable' : 'ForecastVariableDaily';
        throw new Refused(`Cannot initialize ${type} from invalid String value ${name} for key ${key}`);
      }
      const unit = unitOf(name, parameters);
      if (!unit) throw new Refused(`Cannot initialize a unit from an invalid String value for ${name}`);
      const list = of(name);
      values[name] = list.map((value) => (typeof value === 'number' ? unit.convert(value) : value));
      units[name] = list.every((value) => value === null) ? 'undefined' : unit.unit;
    }
    return { [`${key}_units`]: units, [key]: values };
  };

  const hourTimes = hours.map((_, hour) => iso(first + hour * hourMilliseconds));
  const dayTimes = hourTimes.filter((time) => time.endsWith('T00:00')).map((time) => time.slice(0, 10));
  const daily = (name: string): Values => {
    const from = dailyOf[name];
    const values = from ? hourly(from.hourly) : [];
    return dayTimes.map((day, index) => {
      if (!from) {
        const times = sunTimes(latitude, longitude, Date.parse(day) - offset);
        return iso(times[name as 'sunrise' | 'sunset'] + offset);
      }
      const ofDay = values.slice(index * 24, index * 24 + 24);
      const numbers = ofDay.filter((value) => typeof value === 'number');
      return numbers.length < 24 || lacks(name) ? null : from.reduce(numbers);
    });
  };
  return {
    latitude,
    longitude,
    generationtime_ms: 0.1,
    utc_offset_seconds: offset / 1000,
    timezone: zone,
    timezone_abbreviation: abbreviation(offset),
    elevation: Number(parameters.get('elevation') ?? 100),
    ...block('hourly', hourTimes, (name) => known.includes(name), hourly),
    ...block('daily', dayTimes, (name) => name in dailyOf || name === 'sunrise' || name === 'sunset', daily),
  };
}

/** A coordinate of a request. @throws Refused when it is missing or beyond the limit. */
function coordinate(parameters: URLSearchParams, name: 'latitude' | 'longitude', limit: number): number {
  const text = parameters.get(name);
  if (text === null) throw new Refused(`Value required for key '${name}'`);
  const value = Number(text);
  if (Math.abs(value) <= limit) return value;
  const title = `${name[0]?.toUpperCase()}${name.slice(1)}`;
  throw new Refused(`${title} must be in range of -${limit} to ${limit}°. Given: ${value}.`);
}

/** The first and the last requested day, as midnights of UTC. */
function daysOf(
  kind: 'forecast' | 'archive',
  parameters: URLSearchParams,
  now: number,
): { first: number; last: number } {
  const today = Math.floor(now / dayMilliseconds) * dayMilliseconds;
  const min = kind === 'archive' ? firstArchiveDay : today - 93 * dayMilliseconds;
  const max = kind === 'archive' ? today : today + 16 * dayMilliseconds;
  const given = (name: 'start_date' | 'end_date') => {
    const time = Date.parse(parameters.get(name) ?? '');
    if (time >= min && time <= max) return time;
    const range = `${iso(min).slice(0, 10)} to ${iso(max).slice(0, 10)}`;
    throw new Refused(`Parameter '${name}' is out of allowed range from ${range}`);
  };
  if (kind === 'archive' || parameters.has('start_date')) {
    const [first, last] = [given('start_date'), given('end_date')];
    if (last < first) throw new Refused('End-date must be larger or equals than start-date');
    return { first, last };
  }
  const count = (name: string, usual: number) => Number(parameters.get(name) ?? usual) * dayMilliseconds;
  return { first: today - count('past_days', 0), last: today + count('forecast_days', 7) - dayMilliseconds };
}

/** How many milliseconds a time zone is ahead of UTC at a time. */
function offsetOf(zone: string, time: number): number {
  if (zone === 'GMT') return 0;
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(time);
  const [, sign, hours, minutes] =
    /GMT([+-])(\d\d):(\d\d)/.exec(parts.find(({ type }) => type === 'timeZoneName')?.value ?? '') ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000;
}

/** The abbreviation of an offset as the service writes it: `GMT`, `GMT-5`, `GMT+9:30`. */
function abbreviation(offset: number): string {
  const minutes = Math.abs(offset) / 60_000;
  if (minutes === 0) return 'GMT';
  return `GMT${offset < 0 ? '-' : '+'}${Math.floor(minutes / 60)}${minutes % 60 ? `:${minutes % 60}` : ''}`;
}

const iso = (time: number) => new Date(Math.round(time / 60_000) * 60_000).toISOString().slice(0, 16);
