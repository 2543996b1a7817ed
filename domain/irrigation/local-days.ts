const minuteMilliseconds = 60_000;
/** No time zone is farther from UTC. */
const maxOffsetMinutes = 15 * 60;

const formats = new Map<string, Intl.DateTimeFormat>();

/** A local date with the span that it has on the clock of UTC; `to` is exclusive, both in milliseconds since 1970. */
export interface LocalDay {
  /** Such as `2026-06-30`. */
  date: string;
  from: number;
  to: number;
}

/**
 * The local date of a moment.
 *
 * @param timeZone an IANA name; an unknown one throws a RangeError.
 * @example localDate(Date.UTC(2026, 5, 30, 3), 'America/Chicago') // '2026-06-29'
 */
export function localDate(at: number, timeZone: string): string {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
    formats.set(timeZone, format);
  }
  return format.format(at);
}

/**
 * When a local date begins: its midnight, or the first moment after it where clocks skip midnight.
 *
 * @example startOfDate('2026-06-30', 'America/Chicago') // Date.UTC(2026, 5, 30, 5)
 */
export function startOfDate(date: string, timeZone: string): number {
  const inUtc = Date.parse(`${date}T00:00:00Z`);
  // The first minute of the date: dates grow with time, whatever clocks do within them.
  let [before, within] = [-maxOffsetMinutes, maxOffsetMinutes];
  while (within - before > 1) {
    const middle = Math.floor((before + within) / 2);
    if (localDate(inUtc + middle * minuteMilliseconds, timeZone) < date) before = middle;
    else within = middle;
  }
  return inUtc + within * minuteMilliseconds;
}

/** The date that is so many days later. */
export function laterDate(date: string, days: number): string {
  return new Date(Date.parse(`${date}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/**
 * The local days from one date to another, both included. A day of a change of clocks has 23 or 25 hours.
 *
 * @example localDays('2026-03-08', '2026-03-08', 'America/Chicago')[0] // { date, from, to }: to - from is 23 hours
 */
export function localDays(first: string, last: string, timeZone: string): LocalDay[] {
  const days: LocalDay[] = [];
  let from = startOfDate(first, timeZone);
  for (let date = first; date <= last; ) {
    const next = laterDate(date, 1);
    const to = startOfDate(next, timeZone);
    // A zone that changes sides of the date line skips a whole day.
    if (to > from) days.push({ date, from, to });
    [date, from] = [next, to];
  }
  return days;
}
