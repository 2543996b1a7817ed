import { fail } from '../fault.ts';
import { isOrderable } from '../types/sql-type.ts';
import { call } from './build.ts';
import { type Expand, each, type FunctionRow, groupOf, signature, writes } from './row.ts';

const scalar = groupOf('Arrays', 'scalar');

/** Maximum elements; more are a mistake, and would exhaust the engine's memory. */
const max = 1_000_000;
const sequence = (duckdb: string) =>
  `CASE WHEN $1 IS NULL OR $2 IS NULL OR $3 IS NULL THEN NULL WHEN $3 = 0 THEN error('the step of GENERATE_ARRAY is 0') WHEN abs(CAST($2 AS HUGEINT) - $1) / abs($3) >= ${max} THEN error('GENERATE_ARRAY makes at most ${max} elements') ELSE ${duckdb} END`;
const integers = 'generate_series($1, $2, $3)';
const trinoIntegers = `IF($3 = 0, CAST(ARRAY[CAST('the step of GENERATE_ARRAY is 0' AS BIGINT)] AS ARRAY(BIGINT)), IF(($3 > 0 AND $1 > $2) OR ($3 < 0 AND $1 < $2), CAST(ARRAY[] AS ARRAY(BIGINT)), sequence($1, $2, $3)))`;

/** Joins strings with a separator; NULL if an argument is. DuckDB accepts only a constant separator. */
const joins =
  (list: string): Expand =>
  (args, { at, type }) => {
    const [, between] = args;
    const whole =
      between?.kind === 'literal'
        ? `coalesce(array_to_string(${list}, $2), '')`
        : `CASE WHEN len(${list}) = 0 THEN '' ELSE list_reduce(${list}, (a, b) -> a || $2 || b) END`;
    return call(at, type, { duckdb: `CASE WHEN $? THEN NULL ELSE ${whole} END`, trino: 'array_join($*)' }, args);
  };

const extreme = (name: 'min' | 'max') =>
  signature('ARRAY<T> -> T', (args, { at, type, name: called }) => {
    if (!isOrderable(type)) fail('type_error', at, `${called} takes an array of values that have an order.`);
    const trino = `array_${name}(filter($1, e -> e IS NOT NULL))`;
    return call(at, type, { duckdb: `list_${name}($1)`, trino }, args);
  });

export const arrayRows: FunctionRow[] = [
  scalar(
    'ARRAY_LENGTH',
    'How many elements.',
    'ARRAY_LENGTH([1, 2])',
    2,
    writes('ARRAY<T> -> INT64', 'CAST(len($1) AS BIGINT)', 'cardinality($1)'),
  ),
  scalar(
    'ARRAY_CONCAT',
    'The elements of several arrays.',
    'ARRAY_CONCAT([1, 2], [3])',
    [1, 2, 3],
    writes('ARRAY<T>... -> ARRAY<T>', 'CASE WHEN $? THEN NULL ELSE list_concat($*) END', '($|)'),
  ),
  scalar(
    'ARRAY_REVERSE',
    'Backwards.',
    'ARRAY_REVERSE([1, 2, 3])',
    [3, 2, 1],
    writes('ARRAY<T> -> ARRAY<T>', 'list_reverse($1)', 'reverse($1)'),
  ),
  scalar(
    'ARRAY_TO_STRING',
    'The elements joined, NULLs left out or replaced by the third.',
    "ARRAY_TO_STRING(['a', 'b', NULL], '-')",
    'a-b',
    signature('ARRAY<STRING>, STRING -> STRING', joins('list_filter($1, e -> e IS NOT NULL)')),
    signature('ARRAY<STRING>, STRING, STRING -> STRING', joins('list_transform($1, e -> coalesce(e, $3))')),
  ),
  scalar(
    'ARRAY_FIRST',
    'The first element.',
    'ARRAY_FIRST([7, 8])',
    7,
    writes(
      'ARRAY<T> -> T',
      `CASE WHEN len($1) = 0 THEN error('ARRAY_FIRST of an empty array') ELSE list_first($1) END`,
      '$1[1]',
    ),
  ),
  scalar(
    'ARRAY_LAST',
    'The last element.',
    'ARRAY_LAST([7, 8])',
    8,
    writes(
      'ARRAY<T> -> T',
      `CASE WHEN len($1) = 0 THEN error('ARRAY_LAST of an empty array') ELSE list_last($1) END`,
      '$1[cardinality($1)]',
    ),
  ),
  scalar(
    'ARRAY_SLICE',
    'The elements from one offset to another, both included; negative ones count from the end.',
    'ARRAY_SLICE([1, 2, 3, 4], 1, 2)',
    [2, 3],
    writes(
      'ARRAY<T>, INT64, INT64 -> ARRAY<T>',
      'list_slice($1, CASE WHEN $2 < 0 THEN greatest(len($1) + $2, 0) ELSE $2 END + 1, CASE WHEN $3 < 0 THEN len($1) + $3 ELSE $3 END + 1)',
      'slice($1, IF($2 < 0, greatest(cardinality($1) + $2, 0), $2) + 1, greatest(IF($3 < 0, cardinality($1) + $3, $3) - IF($2 < 0, greatest(cardinality($1) + $2, 0), $2) + 1, 0))',
    ),
  ),
  scalar(
    'ARRAY_INCLUDES',
    'Whether an element is equal to the second.',
    'ARRAY_INCLUDES([1, 2], 2)',
    true,
    writes(
      'ARRAY<T>, T -> BOOL',
      'list_contains($1, $2)',
      'IF($1 IS NULL OR $2 IS NULL, NULL, coalesce(contains($1, $2), FALSE))',
    ),
  ),
  scalar('ARRAY_MIN', 'The least element.', 'ARRAY_MIN([3, 1])', 1, extreme('min')),
  scalar('ARRAY_MAX', 'The greatest element.', 'ARRAY_MAX([3, 1])', 3, extreme('max')),
  scalar(
    'ARRAY_SUM',
    'The sum of the elements.',
    'ARRAY_SUM([3, 1])',
    4,
    writes(
      'ARRAY<INT64> -> INT64',
      'CAST(list_sum($1) AS BIGINT)',
      `reduce(filter($1, e -> e IS NOT NULL), CAST(NULL AS BIGINT), (s, e) -> coalesce(s, 0) + e, s -> s)`,
    ),
    writes(
      'ARRAY<FLOAT64> -> FLOAT64',
      'list_sum($1)',
      `reduce(filter($1, e -> e IS NOT NULL), CAST(NULL AS DOUBLE), (s, e) -> coalesce(s, 0e0) + e, s -> s)`,
    ),
  ),
  scalar(
    'ARRAY_AVG',
    'The average of the elements.',
    'ARRAY_AVG([3, 1])',
    2,
    writes(
      'ARRAY<FLOAT64> -> FLOAT64',
      'list_avg($1)',
      `reduce(filter($1, e -> e IS NOT NULL), CAST(ROW(0e0, 0e0) AS ROW(s DOUBLE, n DOUBLE)), (a, e) -> CAST(ROW(a.s + e, a.n + 1) AS ROW(s DOUBLE, n DOUBLE)), a -> IF(a.n = 0, NULL, a.s / a.n))`,
    ),
  ),
  scalar(
    'ARRAY_IS_DISTINCT',
    'Whether no element repeats.',
    'ARRAY_IS_DISTINCT([1, 2, 1])',
    false,
    writes(
      'ARRAY<T> -> BOOL',
      'len(list_distinct(list_filter($1, e -> e IS NOT NULL))) + least(len(list_filter($1, e -> e IS NULL)), 1) = len($1)',
      'cardinality(array_distinct($1)) = cardinality($1)',
    ),
  ),
  scalar(
    'GENERATE_ARRAY',
    'Numbers from one to another in steps.',
    'GENERATE_ARRAY(1, 7, 3)',
    [1, 4, 7],
    writes(
      'INT64, INT64 -> ARRAY<INT64>',
      sequence(integers).replaceAll('$3', '1'),
      trinoIntegers.replaceAll('$3', `BIGINT '1'`),
    ),
    writes('INT64, INT64, INT64 -> ARRAY<INT64>', sequence(integers), trinoIntegers),
    ...each(['FLOAT64, FLOAT64, FLOAT64'], (types) =>
      writes(
        `${types} -> ARRAY<FLOAT64>`,
        `CASE WHEN $1 IS NULL OR $2 IS NULL OR $3 IS NULL THEN NULL WHEN $3 = 0 THEN error('the step of GENERATE_ARRAY is 0') WHEN abs(($2 - $1) / $3) >= ${max} THEN error('GENERATE_ARRAY makes at most ${max} elements') ELSE list_transform(range(CAST(floor(($2 - $1) / $3 + 1e-12) AS BIGINT) + 1), i -> $1 + i * $3) END`,
        `IF(($2 - $1) / $3 < 0, CAST(ARRAY[] AS ARRAY(DOUBLE)), transform(sequence(0, CAST(floor(($2 - $1) / $3 + 1e-12) AS BIGINT)), i -> $1 + i * $3))`,
      ),
    ),
  ),
];
