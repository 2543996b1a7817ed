import { fail } from '../../fault.ts';
import type { EngineText, Expr } from '../../plan/expressions.ts';
import { call, literal } from '../build.ts';
import { type Expand, type FunctionRow, groupOf, signature } from '../row.ts';
import { micros, months } from './part.ts';
import { withinYears } from './within-years.ts';

type Kind = 'DATE' | 'DATETIME' | 'TIMESTAMP';

const date = groupOf('Dates and times', 'scalar');
const clock = ['MICROSECOND', 'MILLISECOND', 'SECOND', 'MINUTE', 'HOUR'];
const calendar = ['WEEK', 'MONTH', 'QUARTER', 'YEAR'];
const units: Readonly<Record<Kind, readonly string[]>> = {
  DATE: ['DAY', ...calendar],
  DATETIME: [...clock, 'DAY', ...calendar],
  TIMESTAMP: [...clock, 'DAY'],
};

/** Never negative, so that times before the origin are in buckets of the same width. */
const remainder = (difference: string) => `(((${difference}) % $2 + $2) % $2)`;

const trinoMicros = (value: string) => `CAST(round(to_unixtime(${value}) * 1e6) AS DECIMAL(38, 0))`;

/** `$1` is the value, `$2` the width in days, microseconds or months, `$3` the origin. */
const byDays: EngineText = {
  duckdb: `$1 - CAST(${remainder('$1 - $3')} AS INTEGER)`,
  trino: `date_add('day', -CAST(${remainder(`date_diff('day', $3, $1)`)} AS INTEGER), $1)`,
};
const byMicros: EngineText = {
  duckdb: `$1 - to_microseconds(${remainder('epoch_us($1) - epoch_us($3)')})`,
  trino: `CAST(from_unixtime_nanos((${trinoMicros('$1')} - ${remainder(`${trinoMicros('$1')} - ${trinoMicros('$3')}`)}) * 1000) AS TIMESTAMP(6))`,
};

/** If the start of a bucket of months is after the value within its month, the value is in the bucket before. */
function byMonths(kind: Kind): EngineText {
  const index = (value: string) => `(year(${value}) * 12 + month(${value}))`;
  const count = `CAST(floor((${index('$1')} - ${index('$3')}) / CAST($2 AS DOUBLE)) AS BIGINT)`;
  const [duckdb, trino] = kind === 'DATE' ? ['DATE', 'DATE'] : ['TIMESTAMP', 'TIMESTAMP(6)'];
  const onDuckDb = (n: string) => `CAST($3 + to_months(CAST(${n} * $2 AS INTEGER)) AS ${duckdb})`;
  const onTrino = (n: string) => `CAST(date_add('month', CAST(${n} * $2 AS INTEGER), $3) AS ${trino})`;
  const earlier = (of: (n: string) => string) =>
    `CASE WHEN ${of(count)} > $1 THEN ${of(`(${count} - 1)`)} ELSE ${of(count)} END`;
  return { duckdb: earlier(onDuckDb), trino: earlier(onTrino) };
}

const buckets =
  (kind: Kind): Expand =>
  ([value, interval, origin], { at, type, name }) => {
    if (!value || interval?.kind !== 'interval')
      fail('unsupported_feature', interval?.at ?? at, `${name} takes INTERVAL n PART.`);
    const { amount, unit } = interval;
    if (!units[kind].includes(unit) && unit !== 'DAY')
      fail('invalid_query', interval.at, `${name} does not take the part ${unit}.`, {
        hint: `Use ${units[kind].join(', ')}.`,
      });
    if (amount.kind !== 'literal' || typeof amount.value !== 'bigint' || amount.value < 1n)
      fail('invalid_query', interval.at, `${name} takes a constant width of 1 ${unit} or more.`);
    const scale = months[unit] ?? (kind === 'DATE' ? (unit === 'WEEK' ? 7 : 1) : (micros[unit] ?? 1));
    const text = months[unit] ? byMonths(kind) : kind === 'DATE' ? byDays : byMicros;
    const first: Expr = origin ?? {
      kind: 'literal',
      at,
      type,
      value: kind === 'DATE' ? '1950-01-01' : '1950-01-01 00:00:00.000000',
    };
    return withinYears(call(at, type, text, [value, literal(at, amount.value * BigInt(scale)), first]));
  };

const row = (kind: Kind, example: string, start: string): FunctionRow =>
  date(
    `${kind}_BUCKET`,
    'The start of the bucket in which it lies, of buckets of a constant width from 1950-01-01 or a given origin.',
    example,
    start,
    signature(`${kind}, INTERVAL, ${kind}? -> ${kind}`, buckets(kind)),
  );

export const bucketRows: FunctionRow[] = [
  row('DATE', "DATE_BUCKET(DATE '2024-05-17', INTERVAL 2 WEEK)", '2024-05-12'),
  row('DATETIME', "DATETIME_BUCKET(DATETIME '2024-05-17 10:30:00', INTERVAL 1 QUARTER)", '2024-04-01T00:00:00'),
  row('TIMESTAMP', "TIMESTAMP_BUCKET(TIMESTAMP '2024-05-17 10:37:12', INTERVAL 15 MINUTE)", '2024-05-17T10:30:00Z'),
];
