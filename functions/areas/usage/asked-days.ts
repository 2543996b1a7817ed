import { invalid } from '../../../domain/errors.ts';
import type { Term } from '../../../domain/usage/contract.ts';
import { type Day, type DayRange, dayOf, earlier } from '../../../domain/weather/days.ts';

/**
 * The day of a timestamp; without one today, or the last day of a term that is over.
 *
 * @throws Problem `outsideContract` for a day outside of the term, or one that has not begun.
 */
export function askedDay(timestamp: number | undefined, term: Term, now: number): Day {
  const today = dayOf(now);
  if (timestamp === undefined) return earlier(today, term.end);
  const day = dayOf(timestamp);
  if (day < term.start || day > term.end) throw outside('timestamp', day, term);
  if (day > today) {
    throw invalid('#/timestamp', `${day} has not begun; today is ${today}, in UTC.`, 'outsideContract');
  }
  return day;
}

/**
 * The days of a range, both ends included. It begins with the term and ends with it unless it says otherwise, and has no days to come. It may reach into the terms
 * before and after.
 *
 * @throws Problem `outsideContract` for a range that has no day of the term.
 */
export function askedRange(
  { startTime, endTime }: { startTime?: number | undefined; endTime?: number | undefined },
  term: Term,
  now: number,
): DayRange {
  const from = startTime === undefined ? term.start : dayOf(startTime);
  const to = endTime === undefined ? term.end : dayOf(endTime);
  if (from > term.end) throw outside('startTime', from, term);
  if (to < term.start) throw outside('endTime', to, term);
  return { from, to: earlier(to, dayOf(now)) };
}

function outside(name: string, day: Day, { start, end }: Term) {
  const message = `${day} is outside of the contract, which lasts from ${start} to ${end}, in UTC.`;
  return invalid(`#/${name}`, message, 'outsideContract');
}
