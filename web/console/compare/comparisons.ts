import type { FieldOperation } from '../reading/read-operations.ts';
import type { Season } from '../season/season.ts';
import { seasonOf } from '../season/season-of.ts';
import { dayText } from '../text/dates.ts';

/** What a harvest can be compared by. */
export type Comparison =
  /** The harvest of each season of the field. */
  | { id: string; title: string; kind: 'seasons' }
  /** The varieties that the harvest itself names. */
  | { id: string; title: string; kind: 'variety' }
  /** What other work of the season did: its rate, its products or the planted varieties. */
  | { id: string; title: string; kind: 'rate' | 'product' | 'planted'; operationId: string };

/** The harvests of a field by the year of their season, the earliest first. */
export function harvestsOf(operations: readonly FieldOperation[]): Map<number, FieldOperation[]> {
  const years = new Map<number, FieldOperation[]>();
  for (const one of operations) {
    if (one.type !== 'harvested') continue;
    const year = seasonOf(one, operations);
    years.set(year, [...(years.get(year) ?? []), one]);
  }
  return new Map([...years].toSorted(([one], [other]) => one - other));
}

/** The comparisons that a season offers; none without a harvest. */
export function comparisonsOf({ work, year }: Pick<Season, 'work' | 'year'>): Comparison[] {
  const operations = work.value.value;
  const harvests = harvestsOf(operations);
  if (harvests.size === 0) return [];
  const seasons: Comparison = { id: 'seasons', title: 'Season', kind: 'seasons' };
  if (!harvests.has(year)) return [seasons];
  const others = operations.filter((one) => seasonOf(one, operations) === year);
  return [
    seasons,
    { id: 'variety', title: 'Variety', kind: 'variety' },
    ...others.flatMap(({ id, type, startTime }): Comparison[] => {
      const day = dayText(startTime);
      const of = { operationId: id };
      if (type === 'planted') {
        return [
          { id: `planted ${id}`, title: `Planted variety, ${day}`, kind: 'planted', ...of },
          { id: `rate ${id}`, title: `Seed rate, ${day}`, kind: 'rate', ...of },
        ];
      }
      if (type !== 'applied') return [];
      return [
        { id: `rate ${id}`, title: `Applied rate, ${day}`, kind: 'rate', ...of },
        { id: `product ${id}`, title: `Product, ${day}`, kind: 'product', ...of },
      ];
    }),
  ];
}
