import { type FunctionRow, groupOf, writes } from './row.ts';

const window = groupOf('Windows', 'window');
const over = (text: string) =>
  `(SELECT ARRAY_AGG(v ORDER BY x) FROM (SELECT x, ${text} OVER (ORDER BY x) AS v FROM UNNEST([10, 20, 20, 30]) AS x))`;
const rank = (name: string, summary: string, value: unknown) =>
  window(name, summary, over(`${name}()`), value, writes(' -> INT64', `${name.toLowerCase()}()$W`));
const share = (name: string, summary: string, value: unknown) =>
  window(name, summary, over(`${name}()`), value, writes(' -> FLOAT64', `${name.toLowerCase()}()$W`));

/** The value of another row: the next, the n-th, or a default if there is none. `$N` is replaced by IGNORE NULLS. */
function shifted(name: 'LAG' | 'LEAD', summary: string, example: string, value: unknown): FunctionRow {
  const signatures = ['T -> T', 'T, #INT64 -> T', 'T, #INT64, T -> T'].map((types, index) => {
    const args = ['$1', '$1, $2', '$1, $2, $3'][index];
    return writes(types, `${name.toLowerCase()}(${args}$N)$W`, `${name.toLowerCase()}(${args})$N$W`);
  });
  return window(name, summary, over(example), value, ...signatures);
}

/** `$N` is replaced by IGNORE NULLS. */
export const windowRows: FunctionRow[] = [
  window('ROW_NUMBER', 'The row number.', over('ROW_NUMBER()'), [1, 2, 3, 4], writes(' -> INT64', 'row_number()$W')),
  rank('RANK', 'The rank; equal values share a rank and leave a gap after it.', [1, 2, 2, 4]),
  rank('DENSE_RANK', 'The rank, without gaps after equal values.', [1, 2, 2, 3]),
  share('PERCENT_RANK', 'The rank from 0 to 1.', [0, 1 / 3, 1 / 3, 1]),
  share('CUME_DIST', 'The share of rows up to and including this one.', [0.25, 0.75, 0.75, 1]),
  window(
    'NTILE',
    'The number of the part, of the given number of parts of equal size.',
    over('NTILE(2)'),
    [1, 1, 2, 2],
    writes('#INT64 -> INT64', 'ntile($1)$W'),
  ),
  shifted('LAG', 'The value of an earlier row.', 'LAG(x, 1, 0)', [0, 10, 20, 20]),
  shifted('LEAD', 'The value of a later row.', 'LEAD(x)', [20, 20, 30, null]),
  window(
    'FIRST_VALUE',
    'The value of the first row.',
    over('FIRST_VALUE(x)'),
    [10, 10, 10, 10],
    writes('T -> T', 'first_value($1$N)$W', 'first_value($1)$N$W'),
  ),
  window(
    'LAST_VALUE',
    'The value of the last row.',
    over('LAST_VALUE(x)'),
    [10, 20, 20, 30],
    writes('T -> T', 'last_value($1$N)$W', 'last_value($1)$N$W'),
  ),
  window(
    'NTH_VALUE',
    'The value of a row by its number.',
    over('NTH_VALUE(x, 2)'),
    [null, 20, 20, 20],
    writes('T, #INT64 -> T', 'nth_value($1, $2$N)$W', 'nth_value($1, $2)$N$W'),
  ),
  window(
    'PERCENTILE_CONT',
    'The value at a share of the rows, between two rows where it falls there.',
    '(SELECT DISTINCT PERCENTILE_CONT(x, 0.5) OVER () FROM UNNEST([1, 2, 4, 5]) AS x)',
    3,
    writes('FLOAT64, #FLOAT64 -> FLOAT64', 'quantile_cont($1, $2)$W', percentileTrino('cont')),
  ),
  window(
    'PERCENTILE_DISC',
    'The value of the row at a share of the rows.',
    '(SELECT DISTINCT PERCENTILE_DISC(x, 0.5) OVER () FROM UNNEST([1, 2, 4, 5]) AS x)',
    2,
    writes('FLOAT64, #FLOAT64 -> FLOAT64', 'quantile_disc($1, $2)$W', percentileTrino('disc')),
  ),
];

/** Trino has no such window function: computed from the sorted values of the partition. */
function percentileTrino(kind: 'cont' | 'disc'): string {
  const sorted = 'array_sort(filter(array_agg($1)$W, v -> v IS NOT NULL))';
  const position = 'CAST(cardinality(a) - 1 AS DOUBLE) * $2';
  const at = (rounded: string) => `a[CAST(${rounded} AS INTEGER) + 1]`;
  const between = `${at(`floor(${position})`)} + (${at(`ceil(${position})`)} - ${at(`floor(${position})`)}) * (${position} - floor(${position}))`;
  const exact = 'a[greatest(CAST(ceil(cardinality(a) * $2) AS INTEGER), 1)]';
  return `element_at(transform(ARRAY[${sorted}], a -> IF(cardinality(a) = 0, NULL, ${kind === 'cont' ? between : exact})), 1)`;
}
