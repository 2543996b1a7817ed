import type { Expr } from '../../plan/expressions.ts';
import { typeOf } from '../../types/sql-type.ts';
import { call, literal } from '../build.ts';
import { clockTime } from '../casts.ts';
import { type Expand, type FunctionRow, groupOf, signature, writes } from '../row.ts';
import { adds } from './add.ts';
import { failingDuckDb, failingTrino, withinYears } from './within-years.ts';
import { fromLocal, toLocal } from './zone.ts';

const date = groupOf('Dates and times', 'scalar');

/** The start of the request, the same throughout a query. */
const now = (at: number, milliseconds: number) =>
  ({
    ...literal(at, `${new Date(milliseconds).toISOString().slice(0, 23).replace('T', ' ')}000`),
    type: typeOf('TIMESTAMP'),
  }) as const;
const current =
  (kind: 'DATE' | 'DATETIME' | 'TIMESTAMP' | 'TIME'): Expand =>
  ([zone], context) => {
    const local = kind === 'TIMESTAMP' ? now(context.at, context.now) : toLocal(now(context.at, context.now), zone);
    if (kind === 'DATE')
      return call(context.at, context.type, { duckdb: 'CAST($1 AS DATE)', trino: 'CAST($1 AS DATE)' }, [local]);
    if (kind === 'TIME') return call(context.at, context.type, clockTime, [local]);
    return local;
  };
const localPart =
  (kind: 'DATE' | 'TIME' | 'DATETIME'): Expand =>
  ([value, zone], { at, type }) => {
    if (!value) throw new Error('an argument is missing');
    const shown = toLocal(value, zone);
    const local = zone && kind !== 'TIME' ? withinYears(shown) : shown;
    if (kind === 'DATETIME') return { ...local, at };
    return call(
      at,
      type,
      { duckdb: `CAST($1 AS ${kind})`, trino: `CAST($1 AS ${kind === 'TIME' ? 'TIME(6)' : kind})` },
      [local],
    );
  };
const instant: Expand = ([value, zone], { at, type }) => {
  if (!value) throw new Error('an argument is missing');
  const local =
    value.type.kind === 'DATE'
      ? call(at, typeOf('DATETIME'), { duckdb: 'CAST($1 AS TIMESTAMP)', trino: 'CAST($1 AS TIMESTAMP(6))' }, [value])
      : value;
  return { ...fromLocal(local, zone), at, type };
};
const castOf: Expand = ([value], { at, type }) => {
  if (!value) throw new Error('an argument is missing');
  return { kind: 'cast', at, type, operand: value, safe: false };
};
/** A local time with its offset from UTC: `2024-07-01 12:00:00+02`. */
const zonedText: Expand = ([value, zone], { at, type }) => {
  if (!value || !zone) throw new Error('arguments are missing');
  const local = toLocal(value, zone);
  const shown: Expr = { kind: 'cast', at, type, operand: local, safe: false };
  const distance = (minutes: string) =>
    `$1 || CASE WHEN ${minutes} < 0 THEN '-' ELSE '+' END || lpad(CAST(abs(${minutes}) / 60 AS VARCHAR), 2, '0') || CASE WHEN ${minutes} % 60 = 0 THEN '' ELSE ':' || lpad(CAST(abs(${minutes}) % 60 AS VARCHAR), 2, '0') END`;
  const text = {
    duckdb: distance('((epoch_us($2) - epoch_us($3)) // 60000000)').replaceAll(') / 60', ') // 60'),
    trino: distance(`date_diff('minute', $3, $2)`),
  };
  return call(at, type, text, [shown, local, value]);
};
const isNoDate = '$1 NOT BETWEEN 1 AND 9999';
const isNoClock = (first: number) =>
  `$${first} NOT BETWEEN 0 AND 23 OR $${first + 1} NOT BETWEEN 0 AND 59 OR $${first + 2} NOT BETWEEN 0 AND 60`;
const ymd = {
  duckdb: 'make_date(CAST($1 AS INTEGER), CAST($2 AS INTEGER), CAST($3 AS INTEGER))',
  trino: `CAST(lpad(CAST($1 AS VARCHAR), 4, '0') || '-' || lpad(CAST($2 AS VARCHAR), 2, '0') || '-' || lpad(CAST($3 AS VARCHAR), 2, '0') AS DATE)`,
};
const hms = `CAST(date_add('second', $3, date_add('minute', $2, date_add('hour', $1, TIMESTAMP '1970-01-01 00:00:00.000000'))) AS TIME(6))`;
/** Constructs a date or time from numbers; invalid ones end the query. */
const ofNumbers = (types: string, outside: string, duckdb: string, trino: string, trinoType: string) =>
  writes(
    types,
    `CASE WHEN ${outside} THEN ${failingDuckDb} ELSE ${duckdb} END`,
    `CASE WHEN ${outside} THEN ${failingTrino(trinoType)} ELSE ${trino} END`,
  );

export const dateRows: FunctionRow[] = [
  date(
    'CURRENT_DATE',
    'The day of the request, in UTC or a zone.',
    "CURRENT_DATE() > DATE '2020-01-01'",
    true,
    signature(' -> DATE', current('DATE')),
    signature('STRING -> DATE', current('DATE')),
  ),
  date(
    'CURRENT_DATETIME',
    'The local time of the request, in UTC or a zone.',
    "CURRENT_DATETIME() > DATETIME '2020-01-01 00:00:00'",
    true,
    signature(' -> DATETIME', current('DATETIME')),
    signature('STRING -> DATETIME', current('DATETIME')),
  ),
  date(
    'CURRENT_TIMESTAMP',
    'The instant of the request.',
    "CURRENT_TIMESTAMP() > TIMESTAMP '2020-01-01'",
    true,
    signature(' -> TIMESTAMP', current('TIMESTAMP')),
  ),
  date(
    'CURRENT_TIME',
    'The time of day of the request, in UTC or a zone.',
    'CURRENT_TIME() IS NOT NULL',
    true,
    signature(' -> TIME', current('TIME')),
    signature('STRING -> TIME', current('TIME')),
  ),
  date(
    'DATE',
    'A day, of year, month and day or of a time, in UTC or a zone.',
    'DATE(2024, 2, 29)',
    '2024-02-29',
    ofNumbers('INT64, INT64, INT64 -> DATE', isNoDate, ymd.duckdb, ymd.trino, 'DATE'),
    signature('TIMESTAMP, STRING? -> DATE', localPart('DATE')),
    signature('DATETIME -> DATE', castOf),
    writes('DATE -> DATE', '$1'),
  ),
  date(
    'DATETIME',
    'A local time.',
    "DATETIME(TIMESTAMP '2024-01-01 06:00:00', 'America/Chicago')",
    '2024-01-01T00:00:00',
    signature('TIMESTAMP, STRING? -> DATETIME', localPart('DATETIME')),
    signature('DATE -> DATETIME', castOf),
    writes(
      'DATE, TIME -> DATETIME',
      '$1 + $2',
      `CAST(CAST($1 AS VARCHAR) || ' ' || CAST($2 AS VARCHAR) AS TIMESTAMP(6))`,
    ),
    ofNumbers(
      'INT64, INT64, INT64, INT64, INT64, INT64 -> DATETIME',
      `${isNoDate} OR ${isNoClock(4)}`,
      'make_timestamp($1, $2, $3, $4, $5, CAST($6 AS DOUBLE))',
      `date_add('second', $6, date_add('minute', $5, date_add('hour', $4, CAST(${ymd.trino} AS TIMESTAMP(6)))))`,
      'TIMESTAMP(6)',
    ),
  ),
  date(
    'TIMESTAMP',
    'An instant, of a text, a day or a local time, in UTC or a zone.',
    "TIMESTAMP('2024-01-01 06:00:00', '+02:00')",
    '2024-01-01T04:00:00Z',
    writes('TIMESTAMP -> TIMESTAMP', '$1'),
    signature('DATETIME, STRING? -> TIMESTAMP', instant),
    signature('DATE, STRING? -> TIMESTAMP', instant),
    signature('STRING -> TIMESTAMP', castOf),
  ),
  date(
    'TIME',
    'A time of day.',
    'TIME(6, 30, 0)',
    '06:30:00',
    ofNumbers('INT64, INT64, INT64 -> TIME', isNoClock(1), 'make_time($1, $2, CAST($3 AS DOUBLE))', hms, 'TIME(6)'),
    signature('TIMESTAMP, STRING? -> TIME', localPart('TIME')),
    signature('DATETIME -> TIME', castOf),
  ),
  date(
    'STRING',
    'A time as text, in UTC or a zone.',
    "STRING(TIMESTAMP '2024-01-01 06:00:00+00')",
    '2024-01-01 06:00:00+00',
    signature('TIMESTAMP -> STRING', castOf),
    signature('TIMESTAMP, STRING -> STRING', zonedText),
    ...['DATE', 'DATETIME', 'TIME', 'INT64', 'FLOAT64', 'BOOL'].map((type) => signature(`${type} -> STRING`, castOf)),
  ),
  ...(['DATE', 'DATETIME', 'TIMESTAMP', 'TIME'] as const).flatMap((kind) => {
    const value = {
      DATE: "DATE '2024-01-31'",
      DATETIME: "DATETIME '2024-01-31 10:00:00'",
      TIMESTAMP: "TIMESTAMP '2024-01-31 10:00:00'",
      TIME: "TIME '10:00:00'",
    }[kind];
    const [unit, more, less] = {
      DATE: ['1 MONTH', '2024-02-29', '2023-12-31'],
      DATETIME: ['1 MONTH', '2024-02-29T10:00:00', '2023-12-31T10:00:00'],
      TIMESTAMP: ['90 MINUTE', '2024-01-31T11:30:00Z', '2024-01-31T08:30:00Z'],
      TIME: ['90 MINUTE', '11:30:00', '08:30:00'],
    }[kind];
    return [
      date(
        `${kind}_ADD`,
        'With an interval added.',
        `${kind}_ADD(${value}, INTERVAL ${unit})`,
        more,
        signature(`${kind}, INTERVAL -> ${kind}`, adds(1)),
      ),
      date(
        `${kind}_SUB`,
        'With an interval subtracted.',
        `${kind}_SUB(${value}, INTERVAL ${unit})`,
        less,
        signature(`${kind}, INTERVAL -> ${kind}`, adds(-1)),
      ),
    ];
  }),
];
