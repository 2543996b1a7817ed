/** Order of day and month in dates of numbers alone. */
export type DateOrder = 'dayFirst' | 'monthFirst';

const numeric = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})(?:[ T]\d{1,2}:.{0,20})?$/;
const iso = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[ T]\d{1,2}:.{0,30})?$/;
const compact = /^(\d{4})(\d{2})(\d{2})$/;
const named = /^(\d{1,2})[\s-]?([a-z]{3})[a-z]{0,6}\.?[\s,-]{0,2}(\d{4}|\d{2})$/i;
const namedFirst = /^([a-z]{3})[a-z]{0,6}\.?\s?(\d{1,2}),?\s(\d{4})$/i;
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/**
 * The day of a text; undefined if it is none, or impossible.
 *
 * @param order of day and month where the text has only numbers.
 * @example dayOf('8/16/2022', 'monthFirst') // '2022-08-16'
 */
export function dayOf(text: string, order: DateOrder): string | undefined {
  const trimmed = text.trim();
  const [, y = '', m = '', d = ''] = iso.exec(trimmed) ?? compact.exec(trimmed) ?? [];
  if (y) return dayFrom(y, m, d);
  const [, first = '', separator, second = '', year = ''] = numeric.exec(trimmed) ?? [];
  if (first) {
    // Points separate days from months, in this order, wherever they are used.
    const isDayFirst = separator === '.' || order === 'dayFirst';
    return isDayFirst ? dayFrom(year, second, first) : dayFrom(year, first, second);
  }
  const [, day = '', month = '', inYear = ''] = named.exec(trimmed) ?? [];
  if (day) return dayFrom(inYear, monthOf(month), day);
  const [, name = '', dayAfter = '', yearAfter = ''] = namedFirst.exec(trimmed) ?? [];
  return name ? dayFrom(yearAfter, monthOf(name), dayAfter) : undefined;
}

const monthOf = (name: string) => String(months.indexOf(name.toLowerCase()) + 1);

function dayFrom(year: string, month: string, day: string): string | undefined {
  const full = year.length === 2 ? `20${year}` : year;
  const text = `${full}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const date = new Date(text);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) && full >= '1900' ? text : undefined;
}

/** How the dates of a file are to be read. */
export interface DateReading {
  order: DateOrder;
  /** A date that has two meanings, where nothing in the file decides; `contradictory` if dates of the file exclude each other. */
  doubt?: { example: string; kind: 'ambiguous' | 'contradictory' };
}

/**
 * Decides the order of day and month by all dates of a file: a number above 12 decides, else dates without doubt beside
 * them, to which dates of one sampling are near. Otherwise the month is first, as laboratories in the United States write,
 * or the day where the file has decimal commas; that is a doubt.
 */
export function dateOrderOf(texts: Iterable<string>, decimal: '.' | ','): DateReading {
  const open = new Set<string>();
  const certain: number[] = [];
  let [dayFirst, monthFirst] = ['', ''];
  for (const text of texts) {
    const [, first, separator, second] = numeric.exec(text.trim()) ?? [];
    if (first === undefined || separator === '.') {
      const day = dayOf(text, 'monthFirst');
      if (day) certain.push(Date.parse(day));
    } else if (Number(first) > 12) dayFirst = text;
    else if (Number(second) > 12) monthFirst = text;
    else if (Number(first) !== Number(second)) open.add(text);
  }
  const usual: DateOrder = decimal === ',' ? 'dayFirst' : 'monthFirst';
  if (dayFirst && monthFirst) {
    const [example] = open;
    return { order: usual, ...(example !== undefined && { doubt: { example, kind: 'contradictory' } }) };
  }
  if (dayFirst) return { order: 'dayFirst' };
  if (monthFirst || open.size === 0) return { order: monthFirst ? 'monthFirst' : usual };
  const nearer = certain.length > 0 ? nearerOrder([...open], certain) : undefined;
  return nearer ? { order: nearer } : { order: usual, doubt: { example: [...open][0] ?? '', kind: 'ambiguous' } };
}

const fortnight = 14 * 24 * 3600 * 1000;

/** The order by which all dates are within two weeks of a certain one, if the other order has dates beyond. */
function nearerOrder(open: string[], certain: number[]): DateOrder | undefined {
  const isNear = (order: DateOrder) =>
    open.every((text) => {
      const time = Date.parse(dayOf(text, order) ?? '');
      return certain.some((one) => Math.abs(one - time) <= fortnight);
    });
  const [day, month] = [isNear('dayFirst'), isNear('monthFirst')];
  if (day === month) return undefined;
  return day ? 'dayFirst' : 'monthFirst';
}
