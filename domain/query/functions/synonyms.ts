import { aggregateRows } from './aggregates.ts';
import { arrayRows } from './arrays.ts';
import { dateRows } from './dates/rows.ts';
import { type FunctionRow, synonym } from './row.ts';

/** Functions under the names that clients of other systems send. */
function renamed(rows: readonly FunctionRow[], name: string, as: string, sql: string): FunctionRow {
  const row = rows.find((known) => known.name === name);
  if (!row) throw new Error(`there is no function ${name}`);
  return synonym(row, as, sql);
}

export const synonymRows: FunctionRow[] = [
  renamed(dateRows, 'TIMESTAMP', 'TO_TIMESTAMP', "TO_TIMESTAMP('2024-01-01 06:00:00+02:00')"),
  renamed(arrayRows, 'ARRAY_INCLUDES', 'ARRAY_CONTAINS', 'ARRAY_CONTAINS([1, 2], 2)'),
  renamed(
    aggregateRows,
    'APPROX_COUNT_DISTINCT',
    'APPROX_DISTINCT',
    '(SELECT APPROX_DISTINCT(x) > 2 FROM UNNEST([1, 2, 3, 4]) AS x)',
  ),
];
