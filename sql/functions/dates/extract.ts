import { fail } from '../../fault.ts';
import type { EngineText, Expr } from '../../plan/expressions.ts';
import { typeOf } from '../../types/sql-type.ts';
import { both, call, literal } from '../build.ts';
import { clockTime } from '../casts.ts';
import type { Expand } from '../row.ts';
import { dateParts, type Part, partOf, timeParts } from './part.ts';
import { withinYears } from './within-years.ts';
import { toLocal } from './zone.ts';

const plain: Record<string, EngineText> = {
  YEAR: { duckdb: 'year($1)', trino: 'year($1)' },
  ISOYEAR: { duckdb: 'isoyear($1)', trino: 'year_of_week($1)' },
  QUARTER: { duckdb: 'quarter($1)', trino: 'quarter($1)' },
  MONTH: { duckdb: 'month($1)', trino: 'month($1)' },
  ISOWEEK: { duckdb: 'weekofyear($1)', trino: 'week_of_year($1)' },
  DAY: { duckdb: 'day($1)', trino: 'day($1)' },
  DAYOFYEAR: { duckdb: 'dayofyear($1)', trino: 'day_of_year($1)' },
  DAYOFWEEK: { duckdb: 'dayofweek($1) + 1', trino: 'day_of_week($1) % 7 + 1' },
  HOUR: { duckdb: 'hour($1)', trino: 'hour($1)' },
  MINUTE: { duckdb: 'minute($1)', trino: 'minute($1)' },
  SECOND: { duckdb: 'second($1)', trino: 'second($1)' },
  MILLISECOND: { duckdb: 'millisecond($1) % 1000', trino: 'millisecond($1)' },
  MICROSECOND: {
    duckdb: 'microsecond($1) % 1000000',
    trino: `CAST(rpad(split_part(CAST($1 AS VARCHAR), '.', 2), 6, '0') AS BIGINT)`,
  },
};

const ofDate = [...dateParts, 'DAYOFWEEK', 'DAYOFYEAR'];
const takes: Record<string, string[]> = {
  DATE: ofDate,
  DATETIME: [...ofDate, ...timeParts, 'DATE', 'TIME'],
  TIMESTAMP: [...ofDate, ...timeParts, 'DATE', 'TIME', 'DATETIME'],
  TIME: timeParts,
};

/** The week of the year as in `strftime`: days before the first start of a week are in week 0. */
function week(part: Part): EngineText {
  const text = (day: string, dayOfYear: string) => `(${dayOfYear} + 6 - (${day} + ${7 - part.weekStart}) % 7) / 7`;
  return {
    duckdb: `CAST(floor(${text('dayofweek($1)', 'dayofyear($1)')}) AS BIGINT)`,
    trino: text('day_of_week($1)', 'day_of_year($1)'),
  };
}

/** `EXTRACT(part FROM value AT TIME ZONE zone)` */
export function extractPart(part: Expr, value: Expr, zone: Expr | undefined, at: number): Expr {
  const allowed =
    takes[value.type.kind] ?? fail('type_error', at, `EXTRACT takes no value of type ${value.type.kind}.`);
  const found = partOf(part, at, allowed, 'EXTRACT');
  if (zone && value.type.kind !== 'TIMESTAMP') fail('type_error', zone.at, 'AT TIME ZONE takes a TIMESTAMP.');
  const local = value.type.kind === 'TIMESTAMP' ? toLocal(value, zone) : value;
  if (found.name === 'DATETIME') return { ...withinYears(local), at };
  if (found.name === 'DATE') return call(at, typeOf('DATE'), both('CAST($1 AS DATE)'), [withinYears(local)]);
  if (found.name === 'TIME') return call(at, typeOf('TIME'), clockTime, [local]);
  const text = found.name === 'WEEK' ? week(found) : plain[found.name];
  if (!text) throw new Error(`no text for ${found.name}`);
  return call(at, typeOf('INT64'), text, [local]);
}

/** Functions such as `YEAR(x)`, which other dialects have. */
export const extracts =
  (part: string): Expand =>
  ([value], { at }) => {
    if (!value) throw new Error('an argument is missing');
    return extractPart(literal(at, part), value, undefined, at);
  };
