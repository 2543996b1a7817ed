/** The order of the parts of a written day. */
export type DayOrder = 'month-day-year' | 'day-month-year' | 'year-month-day';

const day = 86_400_000;
/** Two digits up to here are of this century. */
const lastOfCentury = 69;

/**
 * A day of three numbers in an order, as milliseconds since 1970; undefined if there is no such day.
 *
 * @example dayOf([11, 7, 2016], 'month-day-year') // 7 November 2016
 */
export function dayOf(parts: readonly [number, number, number], order: DayOrder): number | undefined {
  const [first, second, third] = parts;
  const [written, month, ofMonth] =
    order === 'year-month-day'
      ? [first, second, third]
      : order === 'month-day-year'
        ? [third, first, second]
        : [third, second, first];
  const year = written < 100 ? written + (written > lastOfCentury ? 1900 : 2000) : written;
  const time = Date.UTC(year, month - 1, ofMonth);
  const date = new Date(time);
  return year >= 1900 && date.getUTCMonth() === month - 1 && date.getUTCDate() === ofMonth ? time : undefined;
}

/** The three numbers of a day at the beginning of a text, such as `11/7/2016 14:00`. */
export function dayParts(text: string): [number, number, number] | undefined {
  const found = /^\s*(\d{1,4})[-/.](\d{1,2})[-/.](\d{1,4})(?!\d)/.exec(text);
  return found ? [Number(found[1]), Number(found[2]), Number(found[3])] : undefined;
}

const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** GPS time is counted from 6 January 1980. */
const gpsEpoch = Date.UTC(1980, 0, 6);

/**
 * All readings of a value that may be a day, by the form that they assume: numbers in each order, names of months,
 * 20161107, and seconds or milliseconds since an epoch.
 */
export function readingsOfDay(value: string): Map<string, number> {
  const readings = new Map<string, number>();
  const add = (form: string, time: number | undefined) => {
    if (time !== undefined && time >= Date.UTC(1990, 0, 1) && time < Date.UTC(2100, 0, 1)) {
      readings.set(form, Math.floor(time / day) * day);
    }
  };
  const parts = dayParts(value);
  if (parts) {
    const orders: DayOrder[] = parts[0] > 99 ? ['year-month-day'] : ['month-day-year', 'day-month-year'];
    if (parts[0] < 100 && parts[2] < 100) orders.push('year-month-day');
    for (const order of orders) add(order, dayOf(parts, order));
    return readings;
  }
  const compact = /^\s*(\d{4})(\d\d)(\d\d)(?:\.0*)?(?!\d)/.exec(value);
  if (compact) {
    add('compact', dayOf([Number(compact[1]), Number(compact[2]), Number(compact[3])], 'year-month-day'));
  }
  const named = /([a-z]{3})/i.exec(value);
  const month = monthNames.indexOf(named?.[1]?.toLowerCase() ?? '');
  const numbers = value.match(/\d+/g)?.map(Number) ?? [];
  if (month >= 0 && numbers.length >= 2) {
    const [first = 0, second = 0] = numbers;
    const isYearFirst = first > 31;
    add('named', dayOf(isYearFirst ? [first, month + 1, second] : [second, month + 1, first], 'year-month-day'));
  }
  const number = Number(value);
  if (Number.isFinite(number)) {
    add('seconds', number * 1000);
    add('milliseconds', number);
    add('gps', gpsEpoch + number * 1000);
  }
  return readings;
}

/** The full days in a path, such as `2016-11-07` or `20161107`, as milliseconds since 1970. */
export function daysInName(path: string): number[] {
  const found = path.matchAll(/(?<!\d)((?:19|20)\d\d)([-_]?)(\d\d)\2(\d\d)(?!\d)/g);
  return [...found].flatMap(([, year, , month, ofMonth]) => {
    return dayOf([Number(year), Number(month), Number(ofMonth)], 'year-month-day') ?? [];
  });
}
