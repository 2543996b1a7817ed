/** The time zone of a place, such as `America/Chicago`. Its table is loaded when it is first asked for. @param place longitude and latitude. */
export async function zoneOf([longitude, latitude]: readonly [number, number]): Promise<string> {
  const { default: lookUp } = await import('@photostructure/tz-lookup');
  return lookUp(latitude, longitude);
}

/**
 * When something happened, by the clocks of a time zone.
 *
 * @param start in ISO 8601, as `end`.
 * @example localSpan('2016-09-19T16:45:51Z', '2016-09-19T21:02:00Z', 'America/Chicago') // '19 Sep 2016, 11:45 to 16:02 (America/Chicago)'
 */
export function localSpan(start: string, end: string | undefined, timeZone: string): string {
  const write = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat('en-GB', { ...options, timeZone });
    return (instant: string) => format.format(new Date(instant)).replace('Sept', 'Sep');
  };
  const [day, time] = [
    write({ day: 'numeric', month: 'short', year: 'numeric' }),
    write({ hour: '2-digit', minute: '2-digit' }),
  ];
  const moment = (instant: string) => `${day(instant)}, ${time(instant)}`;
  if (end === undefined) return `${moment(start)} (${timeZone})`;
  return `${moment(start)} to ${day(end) === day(start) ? time(end) : moment(end)} (${timeZone})`;
}
