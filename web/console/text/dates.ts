/** Days of the field are days in UTC, as in the API's answers. */
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
const month = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** A day. @param instant in ISO 8601, or a date. @example dayText('2016-09-19T16:45:51Z') // '19 Sept 2016' */
export function dayText(instant: string): string {
  return day.format(new Date(instant)).replace('Sept', 'Sep');
}

/** @param date of a day in the month, `YYYY-MM-DD`. @example monthText('2016-09-19') // 'September 2016' */
export function monthText(date: string): string {
  return month.format(new Date(date));
}

/** The day of an instant in UTC. @example dateOf('2016-09-19T16:45:51Z') // '2016-09-19' */
export function dateOf(instant: string): string {
  return new Date(instant).toISOString().slice(0, 10);
}
