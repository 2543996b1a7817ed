import { type FunctionRow, groupOf, signature } from '../row.ts';
import { bucketRows } from './bucket.ts';
import { bordersBetween, wholeBetween } from './diff.ts';
import { extracts } from './extract.ts';
import { lastDay, truncates, truncatesTime } from './truncate.ts';

const date = groupOf('Dates and times', 'scalar');

/** Functions of a part of a date. */
export const datePartRows: FunctionRow[] = [
  date(
    'DATE_DIFF',
    'How many boundaries of a part lie between the two.',
    "DATE_DIFF(DATE '2024-03-01', DATE '2023-12-31', MONTH)",
    3,
    signature('DATE, DATE, PART -> INT64', bordersBetween('DATE')),
  ),
  date(
    'DATETIME_DIFF',
    'How many boundaries of a part lie between the two.',
    "DATETIME_DIFF(DATETIME '2024-01-01 00:10:00', DATETIME '2023-12-31 23:50:00', HOUR)",
    1,
    signature('DATETIME, DATETIME, PART -> INT64', bordersBetween('DATETIME')),
  ),
  date(
    'TIMESTAMP_DIFF',
    'How many whole parts lie between the two.',
    "TIMESTAMP_DIFF(TIMESTAMP '2024-01-01 00:10:00', TIMESTAMP '2023-12-31 23:50:00', HOUR)",
    0,
    signature('TIMESTAMP, TIMESTAMP, PART -> INT64', wholeBetween),
  ),
  date(
    'TIME_DIFF',
    'How many boundaries of a part lie between the two.',
    "TIME_DIFF(TIME '10:30:00', TIME '09:50:00', HOUR)",
    1,
    signature('TIME, TIME, PART -> INT64', bordersBetween('TIME')),
  ),
  date(
    'DATE_TRUNC',
    'The start of the part in which it lies.',
    "DATE_TRUNC(DATE '2024-02-29', WEEK(MONDAY))",
    '2024-02-26',
    signature('DATE, PART -> DATE', truncates('DATE')),
    signature('TIMESTAMP, PART, STRING? -> TIMESTAMP', truncates('TIMESTAMP')),
    signature('DATETIME, PART -> DATETIME', truncates('DATETIME')),
  ),
  date(
    'DATETIME_TRUNC',
    'The start of the part in which it lies.',
    "DATETIME_TRUNC(DATETIME '2024-02-29 10:30:00', HOUR)",
    '2024-02-29T10:00:00',
    signature('DATETIME, PART -> DATETIME', truncates('DATETIME')),
  ),
  date(
    'TIMESTAMP_TRUNC',
    'The start of the part in which it lies, in UTC or a zone.',
    "TIMESTAMP_TRUNC(TIMESTAMP '2024-02-29 10:30:00', DAY, 'America/Chicago')",
    '2024-02-29T06:00:00Z',
    signature('TIMESTAMP, PART, STRING? -> TIMESTAMP', truncates('TIMESTAMP')),
    signature('DATETIME, PART -> DATETIME', truncates('DATETIME')),
  ),
  date(
    'TIME_TRUNC',
    'The start of the part in which it lies.',
    "TIME_TRUNC(TIME '10:30:45', MINUTE)",
    '10:30:00',
    signature('TIME, PART -> TIME', truncatesTime),
  ),
  ...bucketRows,
  date(
    'LAST_DAY',
    'The last day of the part in which it lies, by default of the month.',
    "LAST_DAY(DATE '2024-02-10')",
    '2024-02-29',
    signature('DATE, PART? -> DATE', lastDay),
  ),
  ...['YEAR', 'MONTH', 'DAY', 'HOUR', 'MINUTE', 'SECOND', 'QUARTER', 'DAYOFYEAR', 'DAYOFWEEK'].map((part) => ({
    ...date(
      part,
      `As EXTRACT(${part} FROM …).`,
      `${part}(TIMESTAMP '2024-03-02 04:05:06')`,
      { YEAR: 2024, MONTH: 3, DAY: 2, HOUR: 4, MINUTE: 5, SECOND: 6, QUARTER: 1, DAYOFYEAR: 62, DAYOFWEEK: 7 }[part],
      ...['TIMESTAMP', 'DATE', 'DATETIME'].map((type) => signature(`${type} -> INT64`, extracts(part))),
    ),
    synonymOf: 'EXTRACT',
  })),
];
