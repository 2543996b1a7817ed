import { operationOf, statedUnit } from '../../../domain/machine-files/points/column-meanings.ts';
import { plainName } from '../../../domain/machine-files/points/columns/header-text.ts';
import { type DayEvidence, decideDayOrder } from '../../../domain/machine-files/points/day-order.ts';
import { isImperial, parseUnit } from '../../../domain/machine-files/points/units.ts';
import { type DayOrder, dayOf, dayParts, daysInName } from '../../../domain/machine-files/points/written-days.ts';
import { type MachineProblem, machineProblem } from '../../../domain/machine-files/problem.ts';
import { text } from '../../duckdb/sql-text.ts';
import { columnOf, rawColumn } from '../raw-set.ts';
import type { AppendedColumn, WorkDatabase } from '../work-database.ts';

/** How days are written in a column. */
export interface WrittenDays {
  /** The formats of DuckDB, the most frequent first. */
  forms: string[];
  /** Assumptions, as clauses. */
  notes: string[];
  problems(file: string): MachineProblem[];
}

/** The path of a file, and its rows in `raw`. */
export interface DaySource {
  file: string;
  work: WorkDatabase;
}

/** A day at the beginning of a text: three numbers, of which the last one may be a year. */
const writtenDay = '^\\s*\\d{1,2}[-/.]\\d{1,2}[-/.]\\d{2,4}';
/** Rows that tell whether a column has such days. */
const sampled = 1000;
/** Maximum number of different days, and of other columns, that are looked at. */
const maxDays = 1000;
const maxColumns = 12;

/**
 * Decides the order of day and month in a column of numbers such as 11/7/2016, for all rows at once.
 *
 * @returns undefined if the column has no such days.
 */
export async function writtenDays(
  name: string,
  columns: AppendedColumn[],
  { file, work }: DaySource,
): Promise<WrittenDays | undefined> {
  const column = columnOf(columns, name);
  if (!column) return undefined;
  const others = columns
    .flatMap((other, index) => (mayBeDay(other, name) ? [rawColumn(index)] : []))
    .slice(0, maxColumns);
  const [sample] = await work.rows<{ filled: string; written: string }>(
    `select count(*) as filled, count(*) filter (regexp_matches(${column}, ${text(writtenDay)})) as written
      from (select ${column} from raw where ${column} is not null limit ${sampled})`,
  );
  if (!sample || Number(sample.written) * 2 <= Number(sample.filled)) return undefined;
  const rows = await rowsOfDays(column, others, work);
  const days = rows.map(({ day }) => String(day));
  const decision = decideDayOrder({
    days,
    beside: rows.map((row) => others.map((other) => String(row[other] ?? ''))),
    named: daysInName(file),
    ...systemOf(columns),
    latitude: numberOf(rows[0]?.lat),
    longitude: numberOf(rows[0]?.lon),
  });
  if (!decision) return undefined;
  const { order, isGuess, because } = decision;
  const isShort = /\D\d\d$/.test(days[0] ?? '');
  const undecided = isGuess ? ambiguous(days, order) : undefined;
  return {
    forms: ['/', '-', '.']
      .filter((sign) => days.some((day) => day.includes(sign)))
      .map((sign) => form(order, sign, isShort)),
    notes: order === 'month-day-year' && !isGuess ? [`dates have the month first, because ${because}`] : [],
    problems: (file) => (undecided ? [machineProblem('undecidedDates', file, undecided)] : []),
  };
}

/** The first row of each day, with the values of other columns. */
async function rowsOfDays(
  column: string,
  others: string[],
  work: WorkDatabase,
): Promise<Record<string, string | number | null>[]> {
  const rows = await work.rows<Record<string, string | number | null>>(
    `select day, ${['lat', 'lon', ...others].join(', ')} from raw join (
        select split_part(trim(${column}), ' ', 1) as day, min("row") as "row" from raw
        where ${column} is not null group by day order by "row" limit ${maxDays}) using ("row") order by "row"`,
  );
  return rows.filter(({ day }) => dayParts(String(day)));
}

/** Columns of text, and numbers that are called a time or a day. */
function mayBeDay({ name, type }: AppendedColumn, chosen: string): boolean {
  return (
    name !== chosen &&
    (type === 'VARCHAR' ? !/field|farm|client|product/i.test(name) : /date|time|day|utc|gps/i.test(plainName(name)))
  );
}

function systemOf(columns: AppendedColumn[]): Pick<DayEvidence, 'units' | 'operation'> {
  const names = columns.map(({ name }) => name);
  const dimensions = new Set([
    'length',
    'area',
    'mass',
    'volume',
    'speed',
    'massPerArea',
    'volumePerArea',
    'massPerTime',
  ]);
  const units = names
    .flatMap((name) => statedUnit(name) ?? [])
    .filter((unit) => dimensions.has(parseUnit(unit)?.dimension ?? ''));
  const imperial = units.filter(isImperial).length;
  return { units: { imperial, metric: units.length - imperial }, operation: operationOf(names) };
}

function numberOf(value: string | number | null | undefined): number | undefined {
  return value === null || value === undefined || Number.isNaN(Number(value)) ? undefined : Number(value);
}

const forms: Record<DayOrder, string[]> = {
  'month-day-year': ['%m', '%d', '%Y'],
  'day-month-year': ['%d', '%m', '%Y'],
  'year-month-day': ['%Y', '%m', '%d'],
};

function form(order: DayOrder, sign: string, isShort: boolean): string {
  const parts = forms[order].join(sign);
  return isShort ? parts.replace('%Y', '%y') : parts;
}

/** The first day with two readings. */
function ambiguous(days: string[], order: DayOrder): { example: string; first: string; second: string } | undefined {
  const other: DayOrder = order === 'month-day-year' ? 'day-month-year' : 'month-day-year';
  for (const example of days) {
    const parts = dayParts(example);
    const [used, unused] = [order, other].map((one) => parts && dayOf(parts, one));
    if (used === undefined || unused === undefined || used === unused) continue;
    const shown = (time: number) => new Date(time).toISOString().slice(0, 10);
    return { example, first: shown(used), second: shown(unused) };
  }
  return undefined;
}
