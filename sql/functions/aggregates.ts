import { maxNumeric, quotient } from './numeric.ts';
import { each, type FunctionRow, groupOf, writes } from './row.ts';

const aggregate = groupOf('Aggregates', 'aggregate');
const ordered = ['INT64', 'NUMERIC', 'FLOAT64', 'STRING', 'DATE', 'TIMESTAMP', 'DATETIME', 'TIME', 'BYTES', 'BOOL'];
const of = (text: string) => `(SELECT ${text} FROM UNNEST([1, 2, 3, 4]) AS x)`;
const flags = (text: string) => `(SELECT ${text} FROM UNNEST([TRUE, FALSE]) AS x)`;
const statistic = (name: string, summary: string, value: number, engine: string) =>
  aggregate(name, summary, of(`ROUND(${name}(x), 6)`), value, writes('FLOAT64 -> FLOAT64', `${engine}($D$1)$W`));
const pair = (name: string, summary: string, value: number, duckdb: string, trino = duckdb) =>
  aggregate(name, summary, of(`ROUND(${name}(x, x), 6)`), value, writes('FLOAT64, FLOAT64 -> FLOAT64', duckdb, trino));

const tooLarge = 'a sum is too large';

/** Raises an error for an infinite result, which DuckDB and Trino would return. */
const finite = (name: 'sum' | 'avg') => {
  const text = (test: string, raised: string) =>
    `CASE WHEN $I${test}(${name}($D$1)$W) THEN ${raised} ELSE ${name}($D$1)$W END`;
  return writes(
    'FLOAT64 -> FLOAT64',
    text('isinf', `error('${tooLarge}')`),
    text('is_infinite', `CAST(CAST('${tooLarge}' AS VARCHAR) AS DOUBLE)`),
  );
};

/**
 * In these templates `$D` is replaced by DISTINCT, `$O` by ORDER BY, `$F` by a filter of NULLs and `$W` by OVER, each
 * with a space before or after it unless it is empty; `$I` by a condition that disables the test after it, in queries
 * that create infinite numbers themselves. The filter precedes OVER, and without `$F` precedes `$W`.
 */
export const aggregateRows: FunctionRow[] = [
  aggregate(
    'COUNT',
    'How many rows, or how many values that are not NULL.',
    of('COUNT(*)'),
    4,
    writes(' -> INT64', 'count(*)$W'),
    writes('T -> INT64', 'count($D$1)$W'),
  ),
  aggregate(
    'GROUPING',
    'Of GROUPING SETS, ROLLUP and CUBE: 1 in rows of groups without this key, 0 in the others.',
    '(SELECT SUM(g) FROM (SELECT GROUPING(x) AS g FROM UNNEST([1, 2]) AS x GROUP BY ROLLUP(x)))',
    1,
    writes('T -> INT64', 'CAST(grouping($1) AS BIGINT)'),
  ),
  aggregate(
    'COUNTIF',
    'How many rows are true.',
    of('COUNTIF(x > 1)'),
    3,
    writes('BOOL -> INT64', 'count(CASE WHEN $1 THEN 1 END)$W'),
  ),
  aggregate(
    'SUM',
    'The sum.',
    of('SUM(x)'),
    10,
    writes('INT64 -> INT64', 'CAST(sum($D$1)$W AS BIGINT)', 'CAST(sum($D$L)$W AS BIGINT)'),
    writes(
      'NUMERIC -> NUMERIC',
      `CASE WHEN abs(sum($D$1)$W) > ${maxNumeric} THEN error('${tooLarge}') ELSE sum($D$1)$W END`,
      'CAST(sum($D$1)$W AS DECIMAL(38, 9))',
    ),
    finite('sum'),
  ),
  aggregate(
    'AVG',
    'The average.',
    of('AVG(x)'),
    2.5,
    writes('INT64 -> FLOAT64', 'avg($D$1)$W', 'avg($DCAST($1 AS DOUBLE))$W'),
    writes(
      'NUMERIC -> NUMERIC',
      quotient('sum($D$1)$W', 'CAST(count($D$1)$W AS DECIMAL(38, 9))'),
      'CAST(avg($D$1)$W AS DECIMAL(38, 9))',
    ),
    finite('avg'),
  ),
  aggregate(
    'MIN',
    'The least.',
    of('MIN(x)'),
    1,
    ...each(ordered, (type) => writes(`${type} -> ${type}`, 'min($1)$W')),
  ),
  aggregate(
    'MAX',
    'The greatest.',
    of('MAX(x)'),
    4,
    ...each(ordered, (type) => writes(`${type} -> ${type}`, 'max($1)$W')),
  ),
  aggregate(
    'MIN_BY',
    'The first where the second is least.',
    of('MIN_BY(x, -x)'),
    4,
    ...each(ordered, (type) => writes(`T, ${type} -> T`, 'arg_min_null($1, $2)$W', 'min_by($1, $2)$W')),
  ),
  aggregate(
    'MAX_BY',
    'The first where the second is greatest.',
    of('MAX_BY(x, -x)'),
    1,
    ...each(ordered, (type) => writes(`T, ${type} -> T`, 'arg_max_null($1, $2)$W', 'max_by($1, $2)$W')),
  ),
  aggregate(
    'ANY_VALUE',
    'Any one of the values.',
    of('ANY_VALUE(x) > 0'),
    true,
    writes('T -> T', 'any_value($1)$W', 'max_by($1, 1)$W'),
  ),
  aggregate(
    'ARRAY_AGG',
    'All values as an array.',
    of('ARRAY_AGG(x ORDER BY x DESC LIMIT 2)'),
    [4, 3],
    writes('T -> ARRAY<T>', 'list($D$1$O)$F$W', 'array_agg($D$1$O)$F$W'),
  ),
  aggregate(
    'ARRAY_CONCAT_AGG',
    'The elements of all arrays.',
    '(SELECT ARRAY_CONCAT_AGG(x.a) FROM UNNEST([STRUCT([1] AS a), STRUCT([2, 3])]) AS x)',
    [1, 2, 3],
    writes(
      'ARRAY<T> -> ARRAY<T>',
      'flatten(list($1$O) FILTER (WHERE $1 IS NOT NULL)$W)',
      'flatten(array_agg($1$O) FILTER (WHERE $1 IS NOT NULL)$W)',
    ),
  ),
  aggregate(
    'STRING_AGG',
    'All values joined, by default with a comma.',
    "(SELECT STRING_AGG(x, '-' ORDER BY x) FROM UNNEST(['b', 'a']) AS x)",
    'a-b',
    writes(
      'STRING -> STRING',
      `string_agg($D$1, ','$O)$W`,
      `array_join(array_agg($D$1$O) FILTER (WHERE $1 IS NOT NULL)$W, ',')`,
    ),
    writes(
      'STRING, STRING -> STRING',
      `string_agg($D$1, $2$O)$W`,
      `array_join(array_agg($D$1$O) FILTER (WHERE $1 IS NOT NULL)$W, $2)`,
    ),
  ),
  aggregate(
    'LOGICAL_AND',
    'Whether all are true.',
    flags('LOGICAL_AND(x)'),
    false,
    writes('BOOL -> BOOL', 'bool_and($1)$W'),
  ),
  aggregate(
    'LOGICAL_OR',
    'Whether one is true.',
    flags('LOGICAL_OR(x)'),
    true,
    writes('BOOL -> BOOL', 'bool_or($1)$W'),
  ),
  aggregate(
    'BIT_AND',
    'The bits that all have.',
    of('BIT_AND(x)'),
    0,
    writes('INT64 -> INT64', 'bit_and($1)$W', 'bitwise_and_agg($1)$W'),
  ),
  aggregate(
    'BIT_OR',
    'The bits that one has.',
    of('BIT_OR(x)'),
    7,
    writes('INT64 -> INT64', 'bit_or($1)$W', 'bitwise_or_agg($1)$W'),
  ),
  aggregate(
    'BIT_XOR',
    'The bits that an odd number have.',
    of('BIT_XOR(x)'),
    4,
    writes('INT64 -> INT64', 'bit_xor($1)$W', 'bitwise_xor_agg($1)$W'),
  ),
  statistic('STDDEV', 'The standard deviation of a sample.', 1.290994, 'stddev_samp'),
  statistic('STDDEV_SAMP', 'The standard deviation of a sample.', 1.290994, 'stddev_samp'),
  statistic('STDDEV_POP', 'The standard deviation of all.', 1.118034, 'stddev_pop'),
  statistic('VARIANCE', 'The variance of a sample.', 1.666667, 'var_samp'),
  statistic('VAR_SAMP', 'The variance of a sample.', 1.666667, 'var_samp'),
  statistic('VAR_POP', 'The variance of all.', 1.25, 'var_pop'),
  // For values that are all equal the result is not a number, and NULL on Trino; for one pair it is NULL, and not a
  // number on DuckDB.
  pair(
    'CORR',
    'The correlation.',
    1,
    'CASE WHEN count($1 + $2)$W > 1 THEN corr($1, $2)$W END',
    'coalesce(corr($1, $2)$W, IF(count($1 + $2)$W > 1, nan()))',
  ),
  pair('COVAR_SAMP', 'The covariance of a sample.', 1.666667, 'covar_samp($1, $2)$W'),
  pair('COVAR_POP', 'The covariance of all.', 1.25, 'covar_pop($1, $2)$W'),
  aggregate(
    'APPROX_COUNT_DISTINCT',
    'How many distinct values, exact up to some thousands.',
    of('APPROX_COUNT_DISTINCT(x)'),
    4,
    // DuckDB's own estimate is off by one or two among ten values. Trino's is exact while its sketch is sparse.
    writes('T -> INT64', 'count(DISTINCT $1)$W', 'approx_distinct($1, 4.0625e-3)$W'),
  ),
  aggregate(
    'APPROX_QUANTILES',
    'The bounds of parts with about equally many values.',
    of('ARRAY_LENGTH(APPROX_QUANTILES(x, 2))'),
    3,
    ...each(['INT64', 'FLOAT64'], (type) =>
      writes(
        `${type}, #INT64 -> ARRAY<${type}>`,
        'quantile_disc($1, list_transform(range($2 + 1), i -> i / $2::DOUBLE))',
        'approx_percentile($1, transform(sequence(0, $2), i -> CAST(i AS DOUBLE) / $2))',
      ),
    ),
  ),
  aggregate(
    'APPROX_TOP_COUNT',
    'The most frequent values with their counts.',
    "(SELECT APPROX_TOP_COUNT(x, 1)[OFFSET(0)].count FROM UNNEST(['a', 'b', 'a']) AS x)",
    2,
    ...each(['STRING', 'INT64'], (type) =>
      writes(
        `${type}, #INT64 -> ARRAY<STRUCT<value ${type}, count INT64>>`,
        `list_transform(map_entries(histogram($1)), e -> {'n': -CAST(e.value AS BIGINT), 'k': e.key}).list_sort()[:$2].list_transform(e -> {'f1': e.k, 'f2': -e.n})`,
        `transform(slice(array_sort(map_entries(approx_most_frequent(greatest(2, $2), $1, 1000)), (a, b) -> IF(a[2] > b[2], -1, IF(a[2] < b[2], 1, 0))), 1, $2), e -> CAST(ROW(e[1], e[2]) AS ROW(f1 ${type === 'STRING' ? 'VARCHAR' : 'BIGINT'}, f2 BIGINT)))`,
      ),
    ),
  ),
];
