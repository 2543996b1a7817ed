import * as z from 'zod';
import { ProviderProblem } from '../../domain/sync/provider-problem.ts';
import type { WeatherKind } from '../../domain/weather/models.ts';
import type { Series, Weather } from '../../domain/weather/series.ts';
import { dailyVariables, hourlyVariables, quantities } from '../../domain/weather/variables.ts';
import { dailyNames, hourlyNames, soilTemperatureOf } from './open-meteo-variables.ts';

const values = z.array(z.union([z.number(), z.string(), z.null()]));
const block = z.object({ time: z.array(z.string()) }).catchall(values);
const units = z.record(z.string(), z.string());

/** What Open-Meteo answers, as far as it is read. Times are those of the zone that was asked for, which is UTC. */
export const openMeteoAnswer = z.object({
  utc_offset_seconds: z.literal(0),
  hourly: block.optional(),
  hourly_units: units.optional(),
  daily: block.optional(),
  daily_units: units.optional(),
});

type OpenMeteoAnswer = z.infer<typeof openMeteoAnswer>;
type Block = z.infer<typeof block>;

/** How Open-Meteo names the units that it has in other words than we do. */
const unitOf = (quantity: keyof typeof quantities) => quantities[quantity].metric;

/**
 * What was answered, under our names.
 *
 * @param asked whether days and hours were asked for.
 * @throws ProviderProblem when a variable that was asked for is missing, shorter than its times, or in another unit.
 */
export function weatherOf(
  name: string,
  answer: OpenMeteoAnswer,
  kind: WeatherKind,
  asked: { daily: boolean; hourly: boolean },
): Weather {
  const nothing: Series = { time: [], values: {} };
  const read = (from: 'daily' | 'hourly') => reader(name, answer[from], answer[`${from}_units`]);
  const weather: Weather = { daily: nothing, hourly: nothing };
  if (asked.hourly) {
    const [hours, column] = read('hourly');
    const columns = Object.entries(hourlyNames[kind]).map(([ours, theirs]) => {
      const { quantity } = hourlyVariables[ours as keyof typeof hourlyVariables];
      return [ours, column(theirs, unitOf(quantity))];
    });
    weather.hourly = { time: hours.time, values: Object.fromEntries(columns) };
  }
  if (asked.daily) {
    const [days, column] = read('daily');
    const columns = Object.entries(dailyNames).map(([ours, theirs]) => {
      const known = ours in dailyVariables ? dailyVariables[ours as keyof typeof dailyVariables] : undefined;
      return [ours, column(theirs, known ? unitOf(known.quantity) : 'iso8601')];
    });
    const [hours, hourly] = read('hourly');
    const soil = soilOfDays(days.time, hours.time, hourly(soilTemperatureOf[kind], '°C'));
    weather.daily = { time: days.time, values: { ...Object.fromEntries(columns), ...soil } };
  }
  return weather;
}

function reader(name: string, part: Block | undefined, partUnits: Record<string, string> = {}) {
  if (!part)
    throw new ProviderProblem('malformed', `${name} answered without the days or hours that it was asked for.`);
  const column = (variable: string, unit: string) => {
    const list = part[variable];
    if (list?.length !== part.time.length) {
      throw new ProviderProblem('malformed', `${name} answered without ${variable}, or with too little of it.`);
    }
    const isEmpty = list.every((value) => value === null);
    // What a model does not have comes as nulls, in the unit "undefined".
    if (!isEmpty && partUnits[variable] !== unit) {
      throw new ProviderProblem('malformed', `${name} answered ${variable} in ${partUnits[variable]}, not in ${unit}.`);
    }
    return list;
  };
  return [part, column] as const;
}

/** Mean, lowest and highest temperature of the soil on each day, to a tenth of a degree; null on days without one hour. */
function soilOfDays(days: string[], hours: string[], temperatures: (number | string | null)[]): Series['values'] {
  const ofDay = new Map<string, number[]>(days.map((day) => [day, []]));
  for (const [index, hour] of hours.entries()) {
    const value = temperatures[index];
    if (typeof value === 'number') ofDay.get(hour.slice(0, 10))?.push(value);
  }
  const each = (of: (list: number[]) => number) =>
    days.map((day) => {
      const list = ofDay.get(day) ?? [];
      return list.length === 0 ? null : Math.round(of(list) * 10) / 10;
    });
  return {
    soilTemperatureMean: each((list) => list.reduce((sum, value) => sum + value, 0) / list.length),
    soilTemperatureMin: each((list) => Math.min(...list)),
    soilTemperatureMax: each((list) => Math.max(...list)),
  };
}
