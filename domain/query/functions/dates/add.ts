import { fail } from '../../fault.ts';
import type { Expr } from '../../plan/expressions.ts';
import { typeOf } from '../../types/sql-type.ts';
import { both, call, literal } from '../build.ts';
import type { Expand } from '../row.ts';
import { micros, months } from './part.ts';

/** What may be added to a value of each type. */
const units: Record<string, string[]> = {
  DATE: ['DAY', 'WEEK', 'MONTH', 'QUARTER', 'YEAR'],
  TIMESTAMP: ['MICROSECOND', 'MILLISECOND', 'SECOND', 'MINUTE', 'HOUR', 'DAY'],
  DATETIME: ['MICROSECOND', 'MILLISECOND', 'SECOND', 'MINUTE', 'HOUR', 'DAY', 'WEEK', 'MONTH', 'QUARTER', 'YEAR'],
  TIME: ['MICROSECOND', 'MILLISECOND', 'SECOND', 'MINUTE', 'HOUR'],
};

/** A date or time with an interval added, or taken away by the sign of -1. */
export function shift(value: Expr, interval: Expr, sign: 1 | -1, name: string, at = value.at): Expr {
  const { type } = value;
  if (interval.kind !== 'interval') fail('unsupported_feature', interval.at, `${name} takes INTERVAL n PART.`);
  const { unit } = interval;
  if (!units[type.kind]?.includes(unit)) {
    fail('invalid_query', at, `${name} does not take the part ${unit}.`, {
      hint: `Use ${units[type.kind]?.join(', ')}.`,
    });
  }
  const amount = sign === 1 ? interval.amount : call(at, typeOf('INT64'), both('-($1)'), [interval.amount]);
  const scale = months[unit] ?? (type.kind === 'DATE' ? (unit === 'WEEK' ? 7 : 1) : micros[unit]) ?? 1;
  const scaled =
    scale === 1 ? amount : call(at, typeOf('INT64'), both(`$1 * $2`), [amount, literal(at, BigInt(scale))]);
  if (months[unit]) {
    // DuckDB has no type for what is always NULL, and then no sum.
    const of = type.kind === 'DATE' ? 'DATE' : 'TIMESTAMP';
    const duckdb = `CAST($1 AS ${of}) + to_months(CAST($2 AS INTEGER))`;
    const trino = `date_add('month', $2, $1)`;
    return call(at, type, { duckdb: type.kind === 'DATE' ? `CAST(${duckdb} AS DATE)` : duckdb, trino }, [
      value,
      scaled,
    ]);
  }
  if (type.kind === 'DATE')
    return call(at, type, { duckdb: '$1 + CAST($2 AS INTEGER)', trino: `date_add('day', $2, $1)` }, [value, scaled]);
  const trino =
    unit === 'MICROSECOND' || type.kind === 'TIME'
      ? type.kind === 'TIME'
        ? `date_add('second', 0, $1) + $2 / 1000 * INTERVAL '0.001' SECOND`
        : `CAST(from_unixtime_nanos((CAST(round(to_unixtime($1) * 1e6) AS DECIMAL(38,0)) + $2) * 1000) AS TIMESTAMP(6))`
      : `$1 + $2 / 1000 * INTERVAL '0.001' SECOND`;
  return call(at, type, { duckdb: '$1 + to_microseconds($2)', trino }, [value, scaled]);
}

export const adds =
  (sign: 1 | -1): Expand =>
  ([value, interval], { name, at }) =>
    value && interval
      ? shift(value, interval, sign, name, at)
      : fail('invalid_query', at, `${name} takes two arguments.`);
