import * as z from 'zod';
import { ProviderProblem } from '../../domain/sync/provider-problem.ts';
import type { WeatherKind } from '../../domain/weather/models.ts';
import type { Series, Weather } from '../../domain/weather/series.ts';
import { dailyVariables, hourlyVariables, quantities } from '../../domain/weather/variables.ts';
import { dailyNames, hourlyNames, soilTemperatureOf } from './open-meteo-variables.ts';

const values = z.array(z.union([z.number(), z.string(), z.null()]));
const block = z.object({ time: z.array(z.string()) }).catchall(values);
const units = z.record(z.string(), z.string());

/** A response of Open-Meteo, reduced to the members that are read. Times are in the requested zone, which is UTC. */
export const openMeteoAnswer = z.object({
  utc_offset_seconds: z.literal(0),
  elevation: z.number().optional(),
  hourly: block.optional(),
  hourly_units: units.optional(),
  daily: block.optional(),
  daily_units: units.optional(),
});

type OpenMeteoAnswer = z.infer<typeof openMeteoAnswer>;
type Block = z.infer<typeof block>;

/** The unit in which Open-Meteo has a quantity, in its own spelling. */
const unitOf = (quantity: keyof typeof quantities) => quantities[quantity].metric;

/**
 * The weather in a response, by Furrow's names of the variables.
 *
 * @param name the service, for problems.
 * @param asked whether days and hours were requested.
 * @throws ProviderProblem when a requested variable is missing, shorter than its times, or in another unit.
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

/** A block of a response, and a function that returns a checked variable of it. */
function reader(name: string, part: Block | undefined, partUnits: Record<string, string> = {}) {
  if (!part) throw new ProviderProblem('malformed', `${name} answered without the requested days or hours.`);
  const column = (variable: string, unit: string) => {
    const list = part[variable];
    if (list?.length !== part.time.length) {
      throw new ProviderProblem('malformed', `${name} answered without ${variable}, or with fewer values than times.`);
    }
    const isEmpty = list.every((value) => value === null);
    // A variable that a model does not have is null throughout, and its unit is "undefined".
    if (!isEmpty && partUnits[variable] !== unit) {
      throw new ProviderProblem('malformed', `${name} answered ${variable} in ${partUnits[variable]}, not in ${unit}.`);
    }
    return list;
  };
  return [part, column] as const;
}

/** Mean, lowest and highest soil temperature of each day, to a tenth of a degree; null on days without any value. */
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
