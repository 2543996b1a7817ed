import type { DuckDBConnection } from '@duckdb/node-api';
import { longHash } from '../../../sql/functions/text/encodings.ts';
import { geographyMacros } from './geography-macros.ts';
import { addGeometryParts, geometryPartNames } from './geometry-parts.ts';

/** List types whose elements have a form of their own. */
const lists = ['VARCHAR', 'BIGINT', 'DOUBLE', 'BOOLEAN', 'DATE', 'TIMESTAMP', 'BLOB', 'DECIMAL(38, 9)'].map(
  (type) => `${type}[]`,
);
const overLists = (sql: string) => lists.map((type) => `(a ${type}) AS ${sql}`);
const raised = (message: string) => `error('${message}')`;
const unlessZero = (type: string, sql: string) =>
  `(a ${type}, b ${type}) AS CASE WHEN b = 0 THEN ${raised('Division by zero')} ELSE ${sql} END`;
const noNumber = `typeof(x) = 'VARCHAR' AND NOT regexp_matches(CAST(x AS VARCHAR), '^[+-]?\\d+$')`;
const step = (add: string, back = add) => [
  `(n, x DATE) AS CAST(x + ${back} AS DATE)`,
  `(n, x TIMESTAMP) AS x + ${add}`,
];

/**
 * Trino's functions as macros of DuckDB, named `trino_` and their name. Macros are expanded when a statement is bound, so they may have
 * several forms by the types of their arguments.
 */
const macros: Readonly<Record<string, readonly string[]>> = {
  ...geographyMacros,
  approx_distinct: ['(x, e) AS count(DISTINCT x)'],
  array_distinct: ['(a) AS list_concat(list_distinct(a), list_filter(a, e -> e IS NULL)[:1])'],
  array_join: [
    `(a, s) AS CASE WHEN a IS NULL OR s IS NULL THEN NULL ELSE coalesce(array_to_string(list_filter(a, e -> e IS NOT NULL), s), '') END`,
    `(a, s, n) AS CASE WHEN a IS NULL OR s IS NULL THEN NULL ELSE coalesce(array_to_string(list_transform(a, e -> coalesce(e, n)), s), '') END`,
  ],
  array_max: ['(a) AS list_max(a)'],
  array_min: ['(a) AS list_min(a)'],
  array_sort: [`(a) AS list_sort(a, 'ASC', 'NULLS LAST')`],
  bit_count: ['(x, n) AS CAST(bit_count(x) AS BIGINT)'],
  bitwise_and: ['(a, b) AS a & b'],
  bitwise_or: ['(a, b) AS a | b'],
  bitwise_xor: ['(a, b) AS xor(a, b)'],
  bitwise_not: ['(a) AS ~a'],
  bitwise_and_agg: ['(a) AS bit_and(a)'],
  bitwise_or_agg: ['(a) AS bit_or(a)'],
  bitwise_xor_agg: ['(a) AS bit_xor(a)'],
  // As in Trino, by an INTEGER alone.
  bitwise_left_shift: [
    '(a, n INTEGER) AS CASE WHEN n >= 64 THEN 0 ELSE CAST(CAST(a AS BIT) << CAST(n AS INTEGER) AS BIGINT) END',
  ],
  bitwise_right_shift: [
    '(a, n INTEGER) AS CASE WHEN n >= 64 THEN 0 ELSE CAST(CAST(a AS BIT) >> CAST(n AS INTEGER) AS BIGINT) END',
  ],
  cardinality: ['(a) AS CAST(len(a) AS BIGINT)'],
  chr: ['(n) AS chr(CAST(n AS INTEGER))'],
  codepoint: ['(s) AS unicode(s)'],
  contains: [
    '(a, x) AS CASE WHEN a IS NULL OR x IS NULL THEN NULL WHEN list_contains(a, x) THEN TRUE WHEN len(list_filter(a, e -> e IS NULL)) > 0 THEN NULL ELSE FALSE END',
  ],
  date_add_day: step('to_days(CAST(n AS INTEGER))', 'CAST(n AS INTEGER)'),
  date_add_week: step('to_weeks(CAST(n AS INTEGER))'),
  date_add_month: step('to_months(CAST(n AS INTEGER))'),
  date_add_quarter: step('to_months(CAST(3 * n AS INTEGER))'),
  date_add_year: step('to_years(CAST(n AS INTEGER))'),
  date_add_hour: ['(n, x) AS x + to_hours(n)'],
  date_add_minute: ['(n, x) AS x + to_minutes(n)'],
  date_add_second: ['(n, x) AS x + to_seconds(n)'],
  date_add_millisecond: ['(n, x) AS x + to_milliseconds(n)'],
  date_diff: ['(u, a, b) AS date_sub(u, a, b)'],
  date_trunc: [
    '(u, x DATE) AS CAST(date_trunc(u, x) AS DATE)',
    '(u, x TIMESTAMP) AS CAST(date_trunc(u, x) AS TIMESTAMP)',
    `(u, x TIME) AS CAST(date_trunc(u, CAST('1970-01-01 ' || CAST(x AS VARCHAR) AS TIMESTAMP)) AS TIME)`,
  ],
  date_format: ['(x, f) AS strftime(x, f)'],
  date_parse: ['(x, f) AS strptime(x, f)'],
  day_of_week: ['(x) AS isodow(x)'],
  day_of_year: ['(x) AS dayofyear(x)'],
  divide: [unlessZero('BIGINT', 'a // b'), unlessZero('DECIMAL(38, 9)', 'a / b'), '(a DOUBLE, b DOUBLE) AS a / b'],
  modulo: [unlessZero('BIGINT', 'a % b'), unlessZero('DECIMAL(38, 9)', 'a % b'), '(a DOUBLE, b DOUBLE) AS a % b'],
  element_at: ['(a, i) AS a[i]'],
  format: ['(f, x) AS printf(f, x)'],
  from_base: [`(s, n) AS CAST('0x' || s AS BIGINT)`],
  from_big_endian_64: ['(b) AS CAST(CAST(b AS BIT) AS BIGINT)'],
  from_hex: ['(s) AS unhex(s)'],
  from_unixtime_nanos: ['(n) AS make_timestamp(CAST(CAST(n AS HUGEINT) // 1000 AS BIGINT))'],
  from_utf8: ['(b) AS decode(b)'],
  infinity: [`() AS CAST('inf' AS DOUBLE)`],
  is_finite: ['(x) AS isfinite(x)'],
  is_infinite: ['(x) AS isinf(x)'],
  is_nan: ['(x) AS isnan(x)'],
  json_extract_scalar: [
    `(j, p) AS CASE WHEN NOT json_valid(j) OR json_type(j, p) IN ('OBJECT', 'ARRAY', 'NULL') THEN NULL ELSE json_extract_string(j, p) END`,
  ],
  json_format: ['(j) AS CAST(j AS VARCHAR)'],
  length: ['(x VARCHAR) AS length(x)', '(x BLOB) AS octet_length(x)'],
  lpad: ['(s, n, p) AS lpad(s, CAST(n AS INTEGER), p)'],
  rpad: ['(s, n, p) AS rpad(s, CAST(n AS INTEGER), p)'],
  max_by: ['(a, b) AS arg_max_null(a, b)'],
  min_by: ['(a, b) AS arg_min_null(a, b)'],
  md5: ['(b) AS unhex(md5(b))'],
  nan: [`() AS CAST('nan' AS DOUBLE)`],
  regexp_extract: ['(s, p, g) AS CASE WHEN regexp_matches(s, p) THEN regexp_extract(s, p, g) END'],
  regexp_extract_all: ['(s, p) AS regexp_extract_all(s, p)', '(s, p, g) AS regexp_extract_all(s, p, g)'],
  regexp_like: ['(s, p) AS regexp_matches(s, p)'],
  regexp_position: [
    '(s, p) AS CASE WHEN s IS NULL OR p IS NULL THEN NULL WHEN regexp_matches(s, p) THEN CAST(length(string_split_regex(s, p)[1]) + 1 AS BIGINT) ELSE -1 END',
  ],
  repeat: ['(x, n) AS list_transform(range(n), i -> x)'],
  reverse: [
    '(a VARCHAR) AS reverse(a)',
    `(a BLOB) AS unhex(array_to_string(list_reverse(regexp_extract_all(hex(a), '..')), ''))`,
    ...overLists('list_reverse(a)'),
  ],
  sequence: [
    '(a, b) AS CASE WHEN a <= b THEN generate_series(a, b) ELSE generate_series(a, b, -1) END',
    '(a BIGINT, b BIGINT, s) AS generate_series(a, b, s)',
    '(a DATE, b DATE, s) AS CAST(generate_series(a, b, s) AS DATE[])',
    '(a TIMESTAMP, b TIMESTAMP, s) AS generate_series(a, b, s)',
  ],
  sha1: ['(b) AS unhex(sha1(b))'],
  sha256: ['(b) AS unhex(sha256(b))'],
  sha512: [`(b) AS ${longHash}(b)`],
  slice: ['(a, f, n) AS list_slice(a, f, f + n - 1)'],
  split: ['(s, d) AS string_split(s, d)'],
  substr: [
    '(s VARCHAR, f) AS substr(s, f)',
    '(s VARCHAR, f, n) AS substr(s, f, n)',
    '(b BLOB, f, n) AS array_slice(b, f, f + n - 1)',
  ],
  to_base: [`(x, n) AS lower(to_base(x, n))`],
  to_hex: ['(b) AS hex(b)'],
  to_unixtime: ['(x) AS epoch(x)'],
  to_utf8: ['(s) AS encode(s)'],
  truncate: ['(x) AS trunc(x)'],
  week_of_year: ['(x) AS weekofyear(x)'],
  with_timezone: ['(x, z) AS timezone(z, x)'],
  at_timezone: ['(x, z) AS timezone(z, x)'],
  year_of_week: ['(x) AS isoyear(x)'],
  // Casts, by the type that they make.
  cast_double: [
    `(x) AS CASE WHEN typeof(x) = 'VARCHAR' AND x IS NOT NULL AND TRY_CAST(x AS DOUBLE) IS NULL THEN error('Cannot cast ''' || CAST(x AS VARCHAR) || ''' to DOUBLE') ELSE CAST(x AS DOUBLE) END`,
  ],
  cast_bigint: [
    `(x) AS CASE WHEN ${noNumber} THEN error('Cannot cast ''' || CAST(x AS VARCHAR) || ''' to BIGINT') ELSE CAST(x AS BIGINT) END`,
  ],
  try_cast_bigint: [`(x) AS CASE WHEN ${noNumber} THEN NULL ELSE TRY_CAST(x AS BIGINT) END`],
  // As Java writes the exponent of a double.
  cast_json: [
    `(x) AS CASE WHEN typeof(x) = 'DOUBLE' AND regexp_matches(CAST(x AS VARCHAR), '^-?(inf|nan)') THEN to_json(replace(replace(CAST(x AS VARCHAR), 'inf', 'Infinity'), 'nan', 'NaN')) WHEN typeof(x) = 'DOUBLE' AND contains(CAST(x AS VARCHAR), 'e') THEN CAST(regexp_replace(split_part(CAST(x AS VARCHAR), 'e', 1), '^(-?\\d+)$', '\\1.0') || 'E' || CAST(CAST(split_part(CAST(x AS VARCHAR), 'e', 2) AS INTEGER) AS VARCHAR) AS JSON) ELSE to_json(x) END`,
  ],
  cast_varchar: [
    `(x) AS CASE WHEN typeof(x) IN ('TIMESTAMP', 'TIME') THEN split_part(CAST(x AS VARCHAR), '.', 1) || '.' || rpad(split_part(CAST(x AS VARCHAR), '.', 2), 6, '0') ELSE CAST(x AS VARCHAR) END`,
  ],
};

/** Defines the functions of Trino that a database lacks, named `trino_` and their name. */
export async function addTrino(connection: DuckDBConnection): Promise<void> {
  addGeometryParts(connection);
  for (const [name, forms] of Object.entries(macros)) {
    await connection.run(`CREATE MACRO trino_${name}${forms.join(', ')}`);
  }
}

/** Whether a function of Trino is supported. */
export const hasTrino = (name: string): boolean => Object.hasOwn(macros, name) || geometryPartNames.includes(name);
