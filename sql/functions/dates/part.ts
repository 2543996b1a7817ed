import { fail } from '../../fault.ts';
import type { Expr } from '../../plan/expressions.ts';

/** A part of a date as an argument of functions: a constant such as `WEEK(MONDAY)`. */
export interface Part {
  at: number;
  name: string;
  /** For weeks: the number of days from Sunday to their start. */
  weekStart: number;
}

const days = ['SUNDAY', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY'];

export const partNames = new Set(
  `MICROSECOND MILLISECOND SECOND MINUTE HOUR DAY DAYOFWEEK DAYOFYEAR WEEK ISOWEEK MONTH QUARTER YEAR ISOYEAR DATE TIME DATETIME`.split(
    ' ',
  ),
);

/**
 * The part of a date that a literal names.
 *
 * @throws Fault for an unknown part, or one that the function does not support.
 * @example const found = partOf(part, at, [...timeParts, 'DAY'], name);
 */
export function partOf(expr: Expr | undefined, at: number, allowed: readonly string[], name: string): Part {
  const text = expr?.kind === 'literal' && typeof expr.value === 'string' ? expr.value : '';
  const position = expr?.at ?? at;
  const [part = '', day] = text.replace(')', '').split('(');
  if (!allowed.includes(part)) {
    fail('invalid_query', at, `${name} does not take the part ${text}.`, { hint: `Use ${allowed.join(', ')}.` });
  }
  const weekStart = part === 'ISOWEEK' ? 1 : day === undefined ? 0 : days.indexOf(day);
  if (weekStart < 0 || (day !== undefined && part !== 'WEEK'))
    fail('invalid_query', position, `${name} does not take the part ${text}.`);
  return { at: position, name: part, weekStart };
}

export const dateParts = ['DAY', 'WEEK', 'ISOWEEK', 'MONTH', 'QUARTER', 'YEAR', 'ISOYEAR'];
export const timeParts = ['MICROSECOND', 'MILLISECOND', 'SECOND', 'MINUTE', 'HOUR'];

/** On Trino, the microseconds of a time after its milliseconds. */
export const beyondMillis = `CAST(substr(rpad(split_part(CAST($1 AS VARCHAR), '.', 2), 6, '0'), 4) AS BIGINT)`;

export const microsOfDay = 86_400_000_000;

/** Microseconds of the parts of constant length; a day of a TIMESTAMP is 24 hours. */
export const micros: Readonly<Record<string, number>> = {
  MICROSECOND: 1,
  MILLISECOND: 1000,
  SECOND: 1_000_000,
  MINUTE: 60_000_000,
  HOUR: 3_600_000_000,
  DAY: microsOfDay,
  WEEK: 7 * microsOfDay,
};

export const months: Readonly<Record<string, number>> = { MONTH: 1, QUARTER: 3, YEAR: 12 };
