import type { ContractProduct } from '../../../../domain/usage/contract.ts';
import { nameOf, type SeriesName } from '../../../../domain/usage/counting/series.ts';
import {
  type Day,
  type DayRange,
  daysOf,
  daysOfMonth,
  earlier,
  later,
  monthsOf,
} from '../../../../domain/weather/days.ts';

/*
 * The table of consumption, by partition:
 *
 *   <owner>                first#<product>, term#<product>#<day>, and the lease of the worker that counts
 *   <owner>#noted          changed facts and fields that are to be counted
 *   <owner>#places         where each counted fact and field lies
 *   <owner>#tile#<tile>    piece#<source> and series#<product>#<term>#<subject>
 *   <owner>#sums#<product>#<term>   by subject: `owner`, or a user; an attribute for each day and month, and the total
 */

type Key = { pk: string; sk: string };

export const firstPrefix = 'first#';
export const termPrefix = 'term#';
export const piecePrefix = 'piece#';
export const seriesPrefix = 'series#';

export const firstKey = (ownerId: string, product: ContractProduct): Key => ({
  pk: ownerId,
  sk: firstPrefix + product,
});

export const termKey = (ownerId: string, product: ContractProduct, start: Day): Key => ({
  pk: ownerId,
  sk: `${termPrefix}${product}#${start}`,
});

export const leaseKey = (ownerId: string): Key => ({ pk: ownerId, sk: 'lease' });

export const notedPartition = (ownerId: string): string => `${ownerId}#noted`;
export const notedPrefix = 'noted#';

export const placesPartition = (ownerId: string): string => `${ownerId}#places`;
export const placeKey = (ownerId: string, source: string): Key => ({ pk: placesPartition(ownerId), sk: source });

export const tilePartition = (ownerId: string, tile: string): string => `${ownerId}#tile#${tile}`;
export const pieceKey = (ownerId: string, tile: string, source: string): Key => ({
  pk: tilePartition(ownerId, tile),
  sk: piecePrefix + source,
});
export const seriesKey = (ownerId: string, tile: string, name: SeriesName): Key => ({
  pk: tilePartition(ownerId, tile),
  sk: seriesPrefix + nameOf(name),
});

export const sumsPartition = (ownerId: string, product: string, term: string): string =>
  `${ownerId}#sums#${product}#${term}`;
export const sumKey = (ownerId: string, { product, term, subject }: SeriesName): Key => ({
  pk: sumsPartition(ownerId, product, term),
  sk: subject,
});

/** The numbers of a sum: those of its days, of their months, which a day's answer reads instead of most days, and of all. */
export function sumOf(days: Readonly<Record<Day, number>>): Record<string, number> {
  const sum: Record<string, number> = { total: 0 };
  for (const [day, units] of Object.entries(days)) {
    for (const name of [day, day.slice(0, 7), 'total']) sum[name] = (sum[name] ?? 0) + units;
  }
  return sum;
}

/** The attributes of a sum whose numbers add up to its units from one day to another, both included. */
export function attributesOf(range: DayRange): string[] {
  if (range.from > range.to) return [];
  return monthsOf(range).flatMap((month) => {
    const whole = daysOfMonth(month);
    if (whole.from >= range.from && whole.to <= range.to) return [month];
    return daysOf({ from: later(whole.from, range.from), to: earlier(whole.to, range.to) });
  });
}

const isDay = /^\d{4}-\d\d-\d\d$/;

/** The units of a sum by day, in order of days. Days on which all was taken away again are left out. */
export function daysIn(item: Record<string, unknown>): [day: Day, units: number][] {
  const days = Object.entries(item).filter((entry): entry is [Day, number] => isDay.test(entry[0]) && entry[1] !== 0);
  return days.sort(([a], [b]) => (a < b ? -1 : 1));
}
