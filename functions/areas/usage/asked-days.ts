import { invalid } from '../../../domain/errors.ts';
import type { Term } from '../../../domain/usage/contract.ts';
import { type Day, type DayRange, dayOf, earlier } from '../../../domain/weather/days.ts';

/**
 * The day of a timestamp; without one today, or the last day of a term that is over.
 *
 * @throws Problem `outsideContract` for a day outside of the term, or one that has not begun.
 */
export function askedDay(timestamp: number | undefined, { start, end }: Term, now: number): Day {
  const today = dayOf(now);
  if (timestamp === undefined) return earlier(today, end);
  const day = checked('timestamp', timestamp, { start, end });
  if (day > today) throw outside('timestamp', `${day} has not begun; today is ${today}, in UTC.`);
  return day;
}

/**
 * The days of a range, both ends included. It begins with the term and ends today unless it says otherwise, and has no days to come.
 *
 * @throws Problem `outsideContract` for a time outside of the term.
 */
export function askedRange(
  { startTime, endTime }: { startTime?: number | undefined; endTime?: number | undefined },
  term: Term,
  now: number,
): DayRange {
  const from = startTime === undefined ? term.start : checked('startTime', startTime, term);
  const to = endTime === undefined ? term.end : checked('endTime', endTime, term);
  return { from, to: earlier(to, dayOf(now)) };
}

function checked(name: string, time: number, { start, end }: Term): Day {
  const day = dayOf(time);
  if (day >= start && day <= end) return day;
  throw outside(name, `${day} is outside of the contract, which lasts from ${start} to ${end}, in UTC.`);
}

function outside(name: string, message: string) {
  return invalid(`#/${name}`, message, 'outsideContract');
}
