/** A day in UTC as `YYYY-MM-DD`; these strings sort chronologically. */
export type Day = string;

/** Days from the first to the last, both included. */
export interface DayRange {
  from: Day;
  to: Day;
}

const dayMilliseconds = 86_400_000;

/**
 * The UTC day of a time in milliseconds since 1970.
 *
 * @example dayOf(0) // '1970-01-01'
 */
export function dayOf(milliseconds: number): Day {
  return new Date(milliseconds).toISOString().slice(0, 10);
}

/**
 * The day that is the given number of days later, or earlier for a negative number.
 *
 * @example addDays('2026-02-27', 2) // '2026-03-01'
 */
export function addDays(day: Day, days: number): Day {
  return dayOf(Date.parse(day) + days * dayMilliseconds);
}

/** Days from one day to another: 0 when they are the same. */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMilliseconds);
}

/**
 * The earlier of two days.
 *
 * @example earlier('2026-05-01', '2026-04-30') // '2026-04-30'
 */
export function earlier(one: Day, other: Day): Day {
  return one < other ? one : other;
}

/**
 * The later of two days.
 *
 * @example later('2026-05-01', '2026-04-30') // '2026-05-01'
 */
export function later(one: Day, other: Day): Day {
  return one > other ? one : other;
}

/** Every day of a range, in order. */
export function daysOf({ from, to }: DayRange): Day[] {
  return Array.from({ length: Math.max(0, daysBetween(from, to) + 1) }, (_, index) => addDays(from, index));
}

/** The months of a range as `YYYY-MM`, in order. */
export function monthsOf({ from, to }: DayRange): string[] {
  const number = (day: Day) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;
  const [first, last] = [number(from), number(to)];
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => {
    const month = first + index;
    return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`;
  });
}

/** The days of a month `YYYY-MM`. */
export function daysOfMonth(month: string): DayRange {
  const last = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 0));
  return { from: `${month}-01`, to: last.toISOString().slice(0, 10) };
}
