import * as z from 'zod';
import { type DayRange, daysOf } from '../../weather/days.ts';
import { type AreaUnit, areaUnits, hectaresPerAcre } from '../area-unit.ts';
import { atMidnight } from '../contract.ts';
import { unitsPerHectare } from '../counting/series.ts';
import type { UnitsByDay } from './consumption-store.ts';

const area = z.number().describe('In `areaUnit`.');
const date = z.iso.datetime().describe('The day, as midnight UTC.');

export const dailyConsumptionSchema = z
  .object({
    areaUnit: z.enum(areaUnits).describe('The unit of all areas, which `usageAreaUnit` of the owner sets.'),
    date,
    totalUniqueArea: area.describe(
      'Ground of all users from the first day of the term to the end of this day, in `areaUnit`. Ground that overlaps counts once.',
    ),
    svcUsersAreas: z
      .array(
        z.object({
          svcUserId: z.string().describe('Id of the service user, or the pseudonym of a deleted one.'),
          totalArea: area,
        }),
      )
      .describe(
        'Ground of each user. What several users share counts for each of them. A deleted user has a pseudonym, `erased-` and a UUID.',
      ),
  })
  .meta({ id: 'DailyConsumption' });

export const rangeConsumptionSchema = z
  .object({
    areaUnit: z.enum(areaUnits).describe('The unit of all areas, which `usageAreaUnit` of the owner sets.'),
    areaPerDay: z
      .array(
        z.object({
          date,
          totalArea: area.describe(
            'From the first day of the term that has this day to the end of this day, in `areaUnit`. It begins anew with each yearly term.',
          ),
          dailyArea: area.describe('What this day added, in `areaUnit`.'),
        }),
      )
      .describe('One entry for each day of the range, also where nothing was new.'),
  })
  .meta({ id: 'RangeConsumption' });
export type RangeConsumption = z.infer<typeof rangeConsumptionSchema>;

/** A number of units in the unit of an answer, to the square decimetre that is counted. */
export function areaIn(unit: AreaUnit, units: number): number {
  const hectares = units / unitsPerHectare;
  return Number((unit === 'Hectare' ? hectares : hectares / hectaresPerAcre).toFixed(6));
}

/**
 * The consumption of each day of a range, also of those on which nothing was new.
 *
 * @param parts the range by terms, with the sum of each.
 * @example rangeConsumption([{ sum: [['2026-05-01', 2_000_000]], days: { from: '2026-05-01', to: '2026-05-02' } }], 'Hectare').areaPerDay[1]?.totalArea // 2
 */
export function rangeConsumption(
  parts: readonly { sum: UnitsByDay; days: DayRange }[],
  areaUnit: AreaUnit,
): RangeConsumption {
  const areaPerDay = parts.flatMap(({ sum, days }) => {
    const news = new Map(sum);
    let total = sum.reduce((units, [day, more]) => (day < days.from ? units + more : units), 0);
    return daysOf(days).map((day) => {
      const more = news.get(day) ?? 0;
      total += more;
      return { date: atMidnight(day), totalArea: areaIn(areaUnit, total), dailyArea: areaIn(areaUnit, more) };
    });
  });
  return { areaUnit, areaPerDay };
}
