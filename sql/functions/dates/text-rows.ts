import { type FunctionRow, groupOf, signature, writes } from '../row.ts';
import { formats } from './format.ts';
import { generates } from './generate.ts';
import { parses } from './parse.ts';
import { beyondMillis, microsOfDay } from './part.ts';
import { failingDuckDb, failingTrino } from './within-years.ts';

const date = groupOf('Dates and times', 'scalar');

/** Days since 1970 of 0001-01-01 and of 9999-12-31. */
const [firstDay, lastDay] = [-719_162, 2_932_896];

/** In milliseconds, since a floating point number of seconds cannot represent microseconds in all years. */
const millisTrino = `date_diff('millisecond', TIMESTAMP '1970-01-01 00:00:00.000', date_trunc('millisecond', $1))`;

/** Functions that convert dates and times to and from text and numbers, and that generate arrays of them. */
export const dateTextRows: FunctionRow[] = [
  date(
    'FORMAT_DATE',
    'As text, by a constant format.',
    "FORMAT_DATE('%A %j', DATE '2024-03-02')",
    'Saturday 062',
    signature('STRING, DATE -> STRING', formats('DATE')),
  ),
  date(
    'FORMAT_DATETIME',
    'As text, by a constant format.',
    "FORMAT_DATETIME('%F %T', DATETIME '2024-03-02 04:05:06')",
    '2024-03-02 04:05:06',
    signature('STRING, DATETIME -> STRING', formats('DATETIME')),
  ),
  date(
    'FORMAT_TIMESTAMP',
    'As text, by a constant format, in UTC or a zone.',
    "FORMAT_TIMESTAMP('%b %d, %Y %I:%M %p', TIMESTAMP '2024-03-02 20:05:06', 'America/Chicago')",
    'Mar 02, 2024 02:05 PM',
    signature('STRING, TIMESTAMP, STRING? -> STRING', formats('TIMESTAMP')),
  ),
  date(
    'FORMAT_TIME',
    'As text, by a constant format.',
    "FORMAT_TIME('%H:%M', TIME '04:05:06')",
    '04:05',
    signature('STRING, TIME -> STRING', formats('TIME')),
  ),
  date(
    'PARSE_DATE',
    'Parsed from text, by a constant format.',
    "PARSE_DATE('%d.%m.%Y', '02.03.2024')",
    '2024-03-02',
    signature('STRING, STRING -> DATE', parses('DATE')),
  ),
  date(
    'PARSE_DATETIME',
    'Parsed from text, by a constant format.',
    "PARSE_DATETIME('%F %T', '2024-03-02 04:05:06')",
    '2024-03-02T04:05:06',
    signature('STRING, STRING -> DATETIME', parses('DATETIME')),
  ),
  date(
    'PARSE_TIMESTAMP',
    'Parsed from text, by a constant format, in UTC or a zone.',
    "PARSE_TIMESTAMP('%F %T', '2024-03-02 04:05:06', 'America/Chicago')",
    '2024-03-02T10:05:06Z',
    signature('STRING, STRING, STRING? -> TIMESTAMP', parses('TIMESTAMP')),
  ),
  date(
    'PARSE_TIME',
    'Parsed from text, by a constant format.',
    "PARSE_TIME('%H:%M', '04:05')",
    '04:05:00',
    signature('STRING, STRING -> TIME', parses('TIME')),
  ),
  date(
    'UNIX_SECONDS',
    'Whole seconds since 1970.',
    "UNIX_SECONDS(TIMESTAMP '1970-01-02')",
    86400,
    writes('TIMESTAMP -> INT64', 'CAST(floor(epoch_us($1) / 1e6) AS BIGINT)', 'CAST(floor(to_unixtime($1)) AS BIGINT)'),
  ),
  date(
    'UNIX_MILLIS',
    'Milliseconds since 1970.',
    "UNIX_MILLIS(TIMESTAMP '1970-01-02')",
    86400000,
    writes('TIMESTAMP -> INT64', 'CAST(floor(epoch_us($1) / 1e3) AS BIGINT)', millisTrino),
  ),
  date(
    'UNIX_MICROS',
    'Microseconds since 1970.',
    "UNIX_MICROS(TIMESTAMP '1970-01-02')",
    86400000000,
    writes('TIMESTAMP -> INT64', 'epoch_us($1)', `${millisTrino} * 1000 + ${beyondMillis}`),
  ),
  date(
    'UNIX_DATE',
    'Days since 1970.',
    "UNIX_DATE(DATE '1970-01-03')",
    2,
    writes('DATE -> INT64', `date_diff('day', DATE '1970-01-01', $1)`),
  ),
  date(
    'DATE_FROM_UNIX_DATE',
    'The day that many days after 1970-01-01.',
    'DATE_FROM_UNIX_DATE(2)',
    '1970-01-03',
    writes(
      'INT64 -> DATE',
      `CASE WHEN $1 NOT BETWEEN ${firstDay} AND ${lastDay} THEN ${failingDuckDb} ELSE DATE '1970-01-01' + CAST($1 AS INTEGER) END`,
      `CASE WHEN $1 NOT BETWEEN ${firstDay} AND ${lastDay} THEN ${failingTrino('DATE')} ELSE date_add('day', CAST($1 AS INTEGER), DATE '1970-01-01') END`,
    ),
  ),
  ...(
    [
      ['TIMESTAMP_SECONDS', 1000000, 1],
      ['TIMESTAMP_MILLIS', 1000, 0.001],
      ['TIMESTAMP_MICROS', 1, 0],
    ] as const
  ).map(([name, scale, second]) => {
    const ofDay = microsOfDay / scale;
    const outside = `$1 NOT BETWEEN ${firstDay * ofDay} AND ${BigInt(lastDay + 1) * BigInt(ofDay) - 1n}`;
    const made = second
      ? `TIMESTAMP '1970-01-01 00:00:00.000000' + $1 * INTERVAL '${second}' SECOND`
      : `CAST(from_unixtime_nanos(CAST($1 AS DECIMAL(38,0)) * 1000) AS TIMESTAMP(6))`;
    return date(
      name,
      'The instant that long after 1970.',
      `${name}(${86400000000 / scale})`,
      '1970-01-02T00:00:00Z',
      writes(
        'INT64 -> TIMESTAMP',
        `CASE WHEN ${outside} THEN ${failingDuckDb} ELSE make_timestamp($1 * ${scale}) END`,
        `CASE WHEN ${outside} THEN ${failingTrino('TIMESTAMP(6)')} ELSE ${made} END`,
      ),
    );
  }),
  date(
    'GENERATE_DATE_ARRAY',
    'Days from one to another.',
    "GENERATE_DATE_ARRAY('2024-01-30', '2024-03-05', INTERVAL 1 MONTH)",
    ['2024-01-30', '2024-02-29'],
    signature('DATE, DATE, INTERVAL? -> ARRAY<DATE>', generates('DATE')),
  ),
  date(
    'GENERATE_TIMESTAMP_ARRAY',
    'Instants from one to another.',
    "ARRAY_LENGTH(GENERATE_TIMESTAMP_ARRAY('2024-01-01', '2024-01-02', INTERVAL 6 HOUR))",
    5,
    signature('TIMESTAMP, TIMESTAMP, INTERVAL -> ARRAY<TIMESTAMP>', generates('TIMESTAMP')),
  ),
];
