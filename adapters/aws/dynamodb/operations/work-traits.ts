import type { RecordedWork, WorkFilter } from '../../../../domain/operations/recorded-work.ts';
import { fieldListKey } from '../fields/field-item.ts';
import { type Trait, traitKey, traitsOf } from '../lists/traits.ts';
import type { Item } from '../table.ts';

/*
 * A field is found by the work on it: beside the notes of its files stand its traits, one item for each kind, provider, crop, variety and
 * period that some file on it has. Periods are months, years and decades, so that any span of time is few of them.
 */

const kind = 'work';

export const workPrefix = 'work#';

export function workTraitPrefix(fieldId: string): string {
  return `${workPrefix}${fieldId}#`;
}

/** The items that index a field of a user by its work. */
export function workTraitItems(ownerId: string, svcUserId: string, fieldId: string, work: RecordedWork): Item[] {
  return workTraits(work).map((trait) => {
    const key = traitKey(ownerId, kind, trait);
    return {
      sk: workTraitPrefix(fieldId) + key.slice(ownerId.length + kind.length + 2),
      traitKey: key,
      listKey: fieldListKey(fieldId, svcUserId),
    };
  });
}

function workTraits({ operationType, provider, crops, varieties, startTime }: RecordedWork): Trait[] {
  return [
    ...traitsOf({ operationType, provider }),
    ...crops.map((crop): Trait => ['crop', crop.toLowerCase()]),
    ...varieties.map((variety): Trait => ['variety', variety]),
    ...(startTime === undefined
      ? []
      : [startTime.slice(0, 7), startTime.slice(0, 4), `${startTime.slice(0, 3)}0s`]
    ).map((period): Trait => ['period', period]),
  ];
}

/** The partitions of the index for a filter, in groups: a field must be in one of each group. */
export function workAsked(ownerId: string, asked: WorkFilter): string[][] {
  const { operationType, provider, crop, variety, startTime, endTime } = asked;
  const values = traitsOf({ operationType, provider, crop: crop?.toLowerCase(), variety }).map((trait) => [trait]);
  const timed = startTime === undefined && endTime === undefined ? [] : [periodsIn(startTime, endTime)];
  const groups: (readonly Trait[])[] = [...values, ...timed.map((all) => all.map((one): Trait => ['period', one]))];
  return groups.map((traits) => traits.map((trait) => traitKey(ownerId, kind, trait)));
}

/** Whether the traits alone decide that a field matches; otherwise one file has to meet all conditions. */
export function isDecidedByTraits({ startTime, endTime, ...values }: WorkFilter): boolean {
  const count = Object.values(values).filter((value) => value !== undefined).length;
  return startTime === undefined && endTime === undefined && count === 1;
}

/** Years of valid times: machines without a GPS fix write earlier ones, and later ones are in the future. */
const [firstYear, lastYear] = [1990, 2089];
const monthsInYear = 12;

/** The minimum number of periods that cover a span; work that ended before a time also began before it. */
function periodsIn(from = Date.UTC(firstYear), to = Date.UTC(lastYear, 11)): string[] {
  const monthOf = (time: number) => {
    const date = new Date(Math.min(Math.max(time, Date.UTC(firstYear)), Date.UTC(lastYear, 11)));
    return date.getUTCFullYear() * monthsInYear + date.getUTCMonth();
  };
  const [first, last] = [monthOf(from), monthOf(to)];
  const periods: string[] = [];
  for (let month = first; month <= last; ) {
    const year = Math.floor(month / monthsInYear);
    const fits = (months: number) => month % months === 0 && month + months - 1 <= last;
    if (fits(10 * monthsInYear)) {
      periods.push(`${year}s`);
      month += 10 * monthsInYear;
    } else if (fits(monthsInYear)) {
      periods.push(String(year));
      month += monthsInYear;
    } else {
      periods.push(`${year}-${String((month % monthsInYear) + 1).padStart(2, '0')}`);
      month += 1;
    }
  }
  return periods;
}
