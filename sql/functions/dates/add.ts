import { fail } from '../../fault.ts';
import type { Expr } from '../../plan/expressions.ts';
import { typeOf } from '../../types/sql-type.ts';
import { both, call, literal } from '../build.ts';
import type { Expand } from '../row.ts';
import { beyondMillis, micros, months, microsOfDay as ofDay } from './part.ts';
import { withinYears } from './within-years.ts';

/** Parts that can be added to a value of each type. */
const units: Record<string, string[]> = {
  DATE: ['DAY', 'WEEK', 'MONTH', 'QUARTER', 'YEAR'],
  TIMESTAMP: ['MICROSECOND', 'MILLISECOND', 'SECOND', 'MINUTE', 'HOUR', 'DAY'],
  DATETIME: ['MICROSECOND', 'MILLISECOND', 'SECOND', 'MINUTE', 'HOUR', 'DAY', 'WEEK', 'MONTH', 'QUARTER', 'YEAR'],
  TIME: ['MICROSECOND', 'MILLISECOND', 'SECOND', 'MINUTE', 'HOUR'],
};

/** Adds an interval to a date or time, or subtracts it if the sign is -1. */
export function shift(value: Expr, interval: Expr, sign: 1 | -1, name: string, at = value.at): Expr {
  const { type } = value;
  if (interval.kind !== 'interval') fail('unsupported_feature', interval.at, `${name} takes INTERVAL n PART.`);
  const { unit } = interval;
  if (!units[type.kind]?.includes(unit)) {
    fail('invalid_query', at, `${name} does not take the part ${unit}.`, {
      hint: `Use ${units[type.kind]?.join(', ')}.`,
    });
  }
  const scale = months[unit] ?? (type.kind === 'DATE' ? (unit === 'WEEK' ? 7 : 1) : micros[unit]) ?? 1;
  const signed = sign === 1 ? interval.amount : call(at, typeOf('INT64'), both('-($1)'), [interval.amount]);
  // A time of day does not change with whole days.
  const amount = type.kind === 'TIME' ? call(at, typeOf('INT64'), both(`$1 % ${ofDay / scale}`), [signed]) : signed;
  const scaled =
    scale === 1 ? amount : call(at, typeOf('INT64'), both(`$1 * $2`), [amount, literal(at, BigInt(scale))]);
  if (months[unit]) {
    // DuckDB has no type for an expression that is always NULL, and cannot add it.
    const of = type.kind === 'DATE' ? 'DATE' : 'TIMESTAMP';
    const duckdb = `CAST($1 AS ${of}) + to_months(CAST($2 AS INTEGER))`;
    const trino = `date_add('month', CAST($2 AS INTEGER), $1)`;
    const text = { duckdb: type.kind === 'DATE' ? `CAST(${duckdb} AS DATE)` : duckdb, trino };
    return withinYears(call(at, type, text, [value, scaled]));
  }
  if (type.kind === 'DATE')
    return withinYears(
      call(at, type, { duckdb: '$1 + CAST($2 AS INTEGER)', trino: `date_add('day', CAST($2 AS INTEGER), $1)` }, [
        value,
        scaled,
      ]),
    );
  // Computed for a time of day on the first days of 1970, since intervals have no microseconds.
  const clock = `(${2 * ofDay} + date_diff('millisecond', TIME '00:00:00', $1) * 1000 + ${beyondMillis} + $2) * 1000`;
  const trino =
    type.kind === 'TIME'
      ? `CAST(CAST(from_unixtime_nanos(${clock}) AS TIMESTAMP(6)) AS TIME(6))`
      : unit === 'MICROSECOND'
        ? `CAST(from_unixtime_nanos((CAST(round(to_unixtime($1) * 1e6) AS DECIMAL(38,0)) + $2) * 1000) AS TIMESTAMP(6))`
        : `$1 + $2 / 1000 * INTERVAL '0.001' SECOND`;
  const shifted = call(at, type, { duckdb: '$1 + to_microseconds($2)', trino }, [value, scaled]);
  return type.kind === 'TIME' ? shifted : withinYears(shifted);
}

export const adds =
  (sign: 1 | -1): Expand =>
  ([value, interval], { name, at }) =>
    value && interval
      ? shift(value, interval, sign, name, at)
      : fail('invalid_query', at, `${name} takes two arguments.`);
