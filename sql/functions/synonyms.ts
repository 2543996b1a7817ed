import { aggregateRows } from './aggregates.ts';
import { arrayRows } from './arrays.ts';
import { dateRows } from './dates/rows.ts';
import { type FunctionRow, groupOf, synonym, writes } from './row.ts';

/** A function under the name that clients of other services send. */
function renamed(rows: readonly FunctionRow[], name: string, as: string, sql: string): FunctionRow {
  const row = rows.find((known) => known.name === name);
  if (!row) throw new Error(`there is no function ${name}`);
  return synonym(row, as, sql);
}

const array = groupOf('Arrays', 'scalar');

export const synonymRows: FunctionRow[] = [
  renamed(dateRows, 'TIMESTAMP', 'TO_TIMESTAMP', "TO_TIMESTAMP('2024-01-01 06:00:00+02:00')"),
  {
    ...array(
      'ELEMENT_AT',
      'An element by its number from 1, or NULL.',
      "ELEMENT_AT(['a', 'b'], 2)",
      'b',
      writes('ARRAY<T>, INT64 -> T', 'CASE WHEN $2 >= 1 THEN $1[$2] END', 'IF($2 >= 1, element_at($1, $2))'),
    ),
    synonymOf: 'array[SAFE_ORDINAL(n)]',
  },
  renamed(arrayRows, 'ARRAY_INCLUDES', 'ARRAY_CONTAINS', 'ARRAY_CONTAINS([1, 2], 2)'),
  {
    ...renamed(aggregateRows, 'ARRAY_AGG', 'COLLECT_SET', ''),
    summary: 'Each value once, without NULL, as an array.',
    example: { sql: "ARRAY_LENGTH((SELECT COLLECT_SET(x) FROM UNNEST(['a', 'b', 'a', NULL]) AS x))", value: 2 },
    synonymOf: 'ARRAY_AGG(DISTINCT … IGNORE NULLS)',
  },
  {
    ...renamed(aggregateRows, 'ARRAY_AGG', 'COLLECT_LIST', ''),
    summary: 'The values without NULL, as an array.',
    example: { sql: "ARRAY_LENGTH((SELECT COLLECT_LIST(x) FROM UNNEST(['a', 'b', 'a', NULL]) AS x))", value: 3 },
    synonymOf: 'ARRAY_AGG(… IGNORE NULLS)',
  },
  renamed(
    aggregateRows,
    'APPROX_COUNT_DISTINCT',
    'APPROX_DISTINCT',
    '(SELECT APPROX_DISTINCT(x) FROM UNNEST([1, 2, 3, 4]) AS x)',
  ),
];
