import * as z from 'zod';
import type { DayRange } from './days.ts';
import { daysOf } from './days.ts';
import type { Series, Weather } from './series.ts';
import type { Quantity, Units, Variable } from './variables.ts';
import { type DailyVariable, dailyVariables, type HourlyVariable, hourlyVariables, quantities } from './variables.ts';

const minuteOfUtc = (what: string) => z.string().nullable().describe(`${what}, as \`YYYY-MM-DDTHH:mm\` in UTC.`);

/** The weather of a day in UTC. Values that a model does not provide are null. */
export const dailyRecordSchema = z
  .object({
    date: z.iso.date().describe('The day, in UTC.'),
    sunrise: minuteOfUtc('Sunrise'),
    sunset: minuteOfUtc('Sunset'),
    ...membersOf(dailyVariables),
  })
  .meta({ id: 'DailyWeather' });

/** The weather of an hour. Values that a model does not provide are null. */
export const hourlyRecordSchema = z
  .object({
    timestamp: z.iso.datetime().describe('The hour, in UTC.'),
    ...membersOf(hourlyVariables),
  })
  .meta({ id: 'HourlyWeather' });

export type DailyRecord = z.infer<typeof dailyRecordSchema>;
export type HourlyRecord = z.infer<typeof hourlyRecordSchema>;

/** One record for each day of a range; days without weather have null in every member. */
export function dailyRecords({ daily }: Weather, range: DayRange, units: Units): DailyRecord[] {
  const rowOf = rowsBy(daily);
  return daysOf(range).map((date) => {
    const row = rowOf(date);
    const text = (name: string) => (row?.(name) as string | null | undefined) ?? null;
    return {
      date,
      sunrise: text('sunrise'),
      sunset: text('sunset'),
      ...valuesOf<DailyVariable>(dailyVariables, row, units),
    };
  });
}

/** One record for each hour of a range of days; hours without weather have null in every member. */
export function hourlyRecords({ hourly }: Weather, range: DayRange, units: Units): HourlyRecord[] {
  const rowOf = rowsBy(hourly);
  const hours = daysOf(range).flatMap((day) =>
    Array.from({ length: 24 }, (_, hour) => `${day}T${String(hour).padStart(2, '0')}:00`),
  );
  return hours.map((time) => ({
    timestamp: `${time}:00.000Z`,
    ...valuesOf<HourlyVariable>(hourlyVariables, rowOf(time), units),
  }));
}

type Row = (name: string) => string | number | null | undefined;

function rowsBy({ time, values }: Series): (time: string) => Row | undefined {
  const indexes = new Map(time.map((one, index) => [one, index]));
  return (wanted) => {
    const index = indexes.get(wanted);
    return index === undefined ? undefined : (name) => values[name]?.[index];
  };
}

function valuesOf<Name extends string>(variables: Record<Name, Variable>, row: Row | undefined, units: Units) {
  const entries = (Object.entries(variables) as [Name, Variable][]).map(([name, { quantity }]) => {
    const value = row?.(name);
    return [name, typeof value === 'number' ? inUnits(value, quantity, units) : null];
  });
  return Object.fromEntries(entries) as Record<Name, number | null>;
}

const toImperial: Partial<Record<Quantity, (value: number) => number>> = {
  temperature: (celsius) => round(celsius * 1.8 + 32, 1),
  speed: (kilometresPerHour) => round(kilometresPerHour / 1.609344, 1),
  water: (millimetres) => round(millimetres / 25.4, 3),
  snow: (centimetres) => round(centimetres / 2.54, 3),
};

/** A metric value in the requested units; imperial values are rounded as the weather service rounds them. */
export function inUnits(value: number, quantity: Quantity, units: Units): number {
  return (units === 'imperial' ? toImperial[quantity]?.(value) : undefined) ?? value;
}

function round(value: number, decimals: number): number {
  const factor = 10 ** decimals;
  return Math.round(value * factor) / factor;
}

/** A member for each variable, described with its units. */
function membersOf<Name extends string>(variables: Record<Name, Variable>) {
  const members = (Object.entries(variables) as [Name, Variable][]).map(([name, { quantity, means }]) => {
    const { metric, imperial } = quantities[quantity];
    const unit = metric === imperial ? metric : `${metric}, imperial ${imperial}`;
    return [name, z.number().nullable().describe(`${means}; ${unit}.`)];
  });
  return Object.fromEntries(members) as Record<Name, z.ZodNullable<z.ZodNumber>>;
}
