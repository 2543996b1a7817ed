import * as z from 'zod';
import { frostRisk, frostRisks, type GrowingRange, growingDegreeDays } from './degree-days.ts';
import { type DailyRecord, inUnits } from './records.ts';
import type { Units } from './variables.ts';

const value = (means: string) => z.number().nullable().describe(means);
const sum = (means: string) =>
  z.number().describe(`${means}, summed from the first day of the response on; days without a value add nothing.`);

/** The agronomic values of a day. */
export const agronomyDaySchema = z
  .object({
    date: z.iso.date().describe('The day, in UTC.'),
    source: z.enum(['historical', 'forecast']).describe('Whether the weather of the day is past or forecast.'),
    growingDegreeDays: value(
      'Growing degree days of the day, °C·d, imperial °F·d: the mean of the highest and lowest temperature, each limited to the range from base to cap, minus the base.',
    ),
    growingDegreeDaysSum: sum('Growing degree days'),
    precipitation: value('Rain, showers and the water of snow, mm, imperial inch.'),
    precipitationSum: sum('Precipitation'),
    evapotranspiration: value('Reference evapotranspiration (FAO-56, grass), mm, imperial inch.'),
    waterBalance: value('Precipitation minus reference evapotranspiration, mm, imperial inch.'),
    waterBalanceSum: sum('Precipitation minus reference evapotranspiration'),
    temperatureMin: value('Lowest temperature at 2 m, °C, imperial °F.'),
    frostRisk: z
      .enum(frostRisks)
      .nullable()
      .describe(
        'Classified by the lowest temperature at 2 m: `ground` up to 4 °C, `light` up to 0, `moderate` up to -2.2, `severe` up to -4.4.',
      ),
  })
  .meta({ id: 'AgronomyDay' });

export type AgronomyDay = z.infer<typeof agronomyDaySchema>;

/**
 * Agronomic values, day by day with running sums.
 *
 * The water balance is precipitation minus the reference evapotranspiration of Allen, R. G. et al. (1998), Crop evapotranspiration, FAO Irrigation and
 * drainage paper 56. This is the evapotranspiration of well-watered grass, without crop coefficient, soil storage or runoff.
 *
 * @param days metric, in order.
 */
export function agronomyOf(
  days: readonly (DailyRecord & Pick<AgronomyDay, 'source'>)[],
  range: GrowingRange,
  units: Units,
): AgronomyDay[] {
  const sums = { degrees: 0, rain: 0, balance: 0 };
  const water = (millimetres: number | null) =>
    millimetres === null ? null : inUnits(tidy(millimetres), 'water', units);
  const degrees = (celsius: number) => tidy(units === 'imperial' ? celsius * 1.8 : celsius);
  return days.map(({ date, source, temperatureMin, temperatureMax, precipitationSum: rain, evapotranspiration }) => {
    const grown =
      temperatureMin === null || temperatureMax === null
        ? null
        : growingDegreeDays(temperatureMin, temperatureMax, range);
    const balance = rain === null || evapotranspiration === null ? null : rain - evapotranspiration;
    sums.degrees += grown ?? 0;
    sums.rain += rain ?? 0;
    sums.balance += balance ?? 0;
    return {
      date,
      source,
      growingDegreeDays: grown === null ? null : degrees(grown),
      growingDegreeDaysSum: degrees(sums.degrees),
      precipitation: water(rain),
      precipitationSum: water(sums.rain) ?? 0,
      evapotranspiration: water(evapotranspiration),
      waterBalance: water(balance),
      waterBalanceSum: water(sums.balance) ?? 0,
      temperatureMin: temperatureMin === null ? null : inUnits(temperatureMin, 'temperature', units),
      frostRisk: temperatureMin === null ? null : frostRisk(temperatureMin),
    };
  });
}

/** Rounds away the digits that sums of binary fractions leave. */
function tidy(number: number): number {
  return Math.round(number * 100) / 100 || 0;
}
