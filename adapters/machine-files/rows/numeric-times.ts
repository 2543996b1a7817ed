import { plainName } from '../../../domain/machine-files/points/columns/header-text.ts';
import { shownColumns } from '../../../domain/machine-files/points/needed-columns.ts';
import { columnOf, type RawSet } from '../raw-set.ts';
import type { AppendedColumn, WorkDatabase } from '../work-database.ts';

/** A way to write a time as a number. */
interface NumericForm {
  called: string;
  /** The numbers of 1990-01-01 and of 2100-01-01. No number is within the limits of two forms. */
  from: number;
  to: number;
  /** The milliseconds since 1970 of a number. */
  milliseconds: (value: string) => string;
  zone: 'utc' | 'local';
}

/** Excel's number of 1970-01-01, in the 1900 system: the days since 1899-12-30, with the time of day behind the point (ECMA-376, part 1, 18.17.4.1). */
const excelEpoch = 25_569;
const [from, to] = [Date.UTC(1990, 0, 1), Date.UTC(2100, 0, 1)];
const msPerDay = 86_400_000;

const forms: readonly NumericForm[] = [
  { called: 'seconds since 1970', from: from / 1000, to: to / 1000, milliseconds: (v) => `${v} * 1000`, zone: 'utc' },
  { called: 'milliseconds since 1970', from, to, milliseconds: (v) => v, zone: 'utc' },
  {
    called: 'days of Excel',
    from: excelEpoch + from / msPerDay,
    to: excelEpoch + to / msPerDay,
    milliseconds: (v) => `(${v} - ${excelEpoch}) * ${msPerDay}`,
    zone: 'local',
  },
];

/** Seconds of GPS count from 1980 and look like those of Unix ten years earlier: columns of that name have no certain meaning. */
const names =
  /^(iso|unix|epoch|posix|local|utc|obs)?(date)?(time)?(stamp)?(utc|local|unix|epoch)?(s|ms|sec|seconds|millis|milliseconds)?$/;
const dateNames =
  /^(date|datestamp|localdate|datelocal|utcdate|dateutc|serialdate|exceldate|excelserial|exceldatetime)$/;
const clockNames = /^(time|localtime|timelocal|utctime|timeutc)$/;

/** Share of the numbers that may be others, such as zeros before the clock was set. */
const odd = 0.02;

interface Numbers {
  filled: string;
  least: number | null;
  most: number | null;
  whole: string;
}

/**
 * The time of rows from a column of numbers: seconds or milliseconds since 1970 (UTC), or days as Excel counts them (local time), with a time of day
 * in the same column or in another as a part of a day. Whole days that the name does not call a date are none, since they may be hours, minutes and seconds.
 */
export async function numericTimeOf(columns: AppendedColumn[], work: WorkDatabase): Promise<Pick<RawSet, 'time'>> {
  for (const { name, type } of columns) {
    const plain = plainName(name);
    if (type !== 'DOUBLE' || plain === '' || !(names.test(plain) || dateNames.test(plain))) continue;
    const column = columnOf(columns, name);
    if (!column) continue;
    const { filled, least, most, whole } = await numbersIn(column, work);
    const form = forms.find((one) => least !== null && most !== null && least >= one.from && most < one.to);
    if (!form || Number(filled) === 0) continue;
    const areDays = form.zone === 'local' && Number(whole) === Number(filled);
    if (areDays && !dateNames.test(plain)) continue;
    const clock = areDays ? await clockOf(columns, work) : undefined;
    const value = clock ? `(${column} + ${clock})` : column;
    const sql = `case when ${column} >= ${form.from} and ${column} < ${form.to}
      then epoch_ms(round(${form.milliseconds(value)})::bigint) end`;
    const notes = [`the numbers in ${shownColumns([name])} were read as ${form.called}`];
    return { time: { sql, zone: form.zone, written: { notes, problems: () => [] } } };
  }
  return {};
}

/** The limits of a column's numbers without the odd ones. */
async function numbersIn(column: string, work: WorkDatabase): Promise<Numbers> {
  const [found] = await work.rows<Numbers>(
    `select count(value) as filled, quantile_cont(value, ${odd / 2}) as least, quantile_cont(value, ${1 - odd / 2}) as most,
      count(*) filter (value = floor(value)) as whole
      from (select ${column} as value from raw where isfinite(${column}))`,
  );
  return found ?? { filled: '0', least: null, most: null, whole: '0' };
}

/** The column with the time of day as a part of a day, beside one of whole days. */
async function clockOf(columns: AppendedColumn[], work: WorkDatabase): Promise<string | undefined> {
  const named = columns.find(({ name, type }) => type === 'DOUBLE' && clockNames.test(plainName(name)));
  const column = named && columnOf(columns, named.name);
  if (!column) return undefined;
  const { least, most, whole, filled } = await numbersIn(column, work);
  const isPart = least !== null && most !== null && least >= 0 && most < 1 && Number(whole) < Number(filled);
  return isPart ? column : undefined;
}
