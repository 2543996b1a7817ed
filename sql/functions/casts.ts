import type { EngineText } from '../plan/expressions.ts';
import type { SqlType } from '../types/sql-type.ts';

const same = (text: string): EngineText => ({ duckdb: text, trino: text });
const text = (duckdb: string, trino: string): EngineText => ({ duckdb, trino });
const whole = `regexp_replace($1, '^\\s+|\\s+$', '', 'g')`;

/** A fraction of 0, 3 or 6 digits, as in BigQuery. */
const clock = (format: string, cut: string): EngineText =>
  text(
    `strftime($1, '${format}') || CASE WHEN microsecond($1) % 1000000 = 0 THEN '' WHEN microsecond($1) % 1000 = 0 THEN '.' || lpad(CAST(microsecond($1) // 1000 % 1000 AS VARCHAR), 3, '0') ELSE '.' || lpad(CAST(microsecond($1) % 1000000 AS VARCHAR), 6, '0') END`,
    `regexp_replace(regexp_replace(${cut}, '\\.0+$', ''), '(\\.[0-9]{3})000$', '$$1')`,
  );
const datetime = clock('%Y-%m-%d %H:%M:%S', 'CAST($1 AS VARCHAR)');
const time: EngineText = {
  duckdb: datetime.duckdb.replace(`strftime($1, '%Y-%m-%d %H:%M:%S')`, `left(CAST($1 AS VARCHAR), 8)`),
  trino: datetime.trino,
};
const parsedTimestamp = `regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(trim($1), '^(\\d{4}-\\d{1,2}-\\d{1,2})[Tt]', '$$1 '), '[Zz]$', ' UTC'), '(:[0-9.]+)\\s*([+-]\\d{1,2})$', '$$1$$2:00'), '(:[0-9.]+)\\s*([+-]\\d\\d)(\\d\\d)$', '$$1$$2:$$3'), '(:.*[+-])(\\d:\\d\\d)$', m -> m[1] || '0' || m[2])`;

/** For times with a fraction before 1970 Trino truncates to the wrong second. */
export const clockTime = text(
  'CAST($1 AS TIME)',
  `IF($1 < TIMESTAMP '1970-01-01 00:00:00', CAST(substr(CAST($1 AS VARCHAR), 12) AS TIME(6)), CAST($1 AS TIME(6)))`,
);

/** Formats of dates and times in GoogleSQL, without surrounding spaces. */
const day = '\\d{4}-\\d{1,2}-\\d{1,2}';
const ofDay = '\\d{1,2}:\\d{1,2}:\\d{1,2}(\\.\\d+)?';
const zone = '[zZ]| ?[+-](\\d{1,2}(:\\d{2})?|\\d{4})| [A-Za-z][A-Za-z_]*(/[A-Za-z_/+-]+[0-9]*)*';

/** Casts a text of the given format; fails, or returns NULL, for other texts. */
const formed = (form: string, type: string, duckdb: string, trino: string): EngineText => {
  const isDay = type === 'TIME' ? '' : ` AND NOT starts_with($1, '0000')`;
  const other = `ELSE $C('not a ${type.toLowerCase()}: ' || $1 AS ${type}) END`;
  return text(
    `CASE WHEN regexp_matches($1, '^(${form})$')${isDay} THEN ${duckdb} ${other}`,
    `CASE WHEN regexp_like($1, '^(${form})$')${isDay} THEN ${trino} ${other}`,
  );
};

/** Fails, or returns NULL, for an instant that its zone moves to a year that GoogleSQL does not have. */
const orBeyond = (type: string) =>
  `CASE WHEN t < TIMESTAMP '0001-01-01 00:00:00' OR t > TIMESTAMP '9999-12-31 23:59:59.999999' THEN $C('outside of the years 1 to 9999' AS ${type}) ELSE t END`;

/** The text as DuckDB requires it: with a time, after a space; UTC without a zone. */
const spaced = `regexp_replace(regexp_replace($1, '([0-9])[Tt]([0-9])', '\\1 \\2'), '^(${day})$', '\\1 00:00:00')`;
const padded = `regexp_replace(${spaced}, '([+-])(\\d(:\\d{2})?)$', '\\10\\2')`;
const zoned = `CASE WHEN regexp_matches($1, ':.*[+-]\\d(:\\d{2})?$') THEN ${padded} ELSE ${spaced} END || CASE WHEN regexp_matches($1, '^${day}([ Tt]${ofDay})?$') THEN ' UTC' ELSE '' END`;

/**
 * Conversions between types. `$C` is CAST, or TRY_CAST if invalid values become NULL; templates with neither `$C` nor
 * `$T` cannot fail.
 */
const casts: Readonly<Record<string, EngineText>> = {
  'BOOL>STRING': same('CAST($1 AS VARCHAR)'),
  'BOOL>INT64': same('CAST($1 AS BIGINT)'),
  'INT64>BOOL': same('$1 <> 0'),
  'INT64>FLOAT64': same('CAST($1 AS DOUBLE)'),
  'INT64>NUMERIC': same('CAST($1 AS DECIMAL(38, 9))'),
  'INT64>STRING': same('CAST($1 AS VARCHAR)'),
  'FLOAT64>INT64': same('$C(round($1) AS BIGINT)'),
  'FLOAT64>NUMERIC': text(
    // Values so close to half of the ninth digit that a product cannot decide are rounded by their decimal digits.
    `CASE WHEN abs($1) < 1e4 AND abs($1 * 1e9 - trunc($1 * 1e9)) NOT BETWEEN 0.49 AND 0.51 THEN $C($1 AS DECIMAL(38, 9)) ELSE $C(printf('%.20f', $1) AS DECIMAL(38, 9)) END`,
    '$C($1 AS DECIMAL(38, 9))',
  ),
  'FLOAT64>STRING': text(
    // As few digits as give the same number when parsed: 15 or 17.
    `CASE WHEN $1 = 0 THEN '0' WHEN CAST(printf('%.15g', $1) AS DOUBLE) = $1 THEN printf('%.15g', $1) ELSE printf('%.17g', $1) END`,
    `CASE WHEN is_nan($1) THEN 'nan' WHEN is_infinite($1) THEN IF($1 > 0, 'inf', '-inf') WHEN $1 = 0 THEN '0' WHEN abs($1) >= 1e-4 AND abs($1) < 1e15 THEN regexp_replace(CAST(CAST($1 AS DECIMAL(38, 20)) AS VARCHAR), '\\.?0+$', '') ELSE regexp_replace(regexp_replace(regexp_replace(regexp_replace(json_format(CAST($1 AS JSON)), '\\.0E', 'E'), 'E(-?)([0-9])$', m -> 'E' || m[1] || '0' || m[2]), 'E([0-9])', 'e+$$1'), 'E-', 'e-') END`,
  ),
  'NUMERIC>INT64': same('$C(round($1) AS BIGINT)'),
  'NUMERIC>FLOAT64': same('CAST($1 AS DOUBLE)'),
  'NUMERIC>STRING': same(`regexp_replace(CAST($1 AS VARCHAR), '\\.?0+$', '')`),
  'STRING>BOOL': same(
    `CASE WHEN lower(trim($1)) IN ('true', 'false') THEN lower(trim($1)) = 'true' WHEN $1 IS NULL THEN NULL ELSE $C('not a boolean: ' || $1 AS BOOLEAN) END`,
  ),
  'STRING>INT64': text(
    `CASE WHEN regexp_matches(${whole}, '^[+-]?\\d+$') THEN $C(${whole} AS BIGINT) WHEN regexp_matches(${whole}, '^[+-]?0[xX][0-9a-fA-F]{1,15}$') THEN CASE WHEN starts_with(${whole}, '-') THEN -1 ELSE 1 END * $C(regexp_replace(${whole}, '^[+-]', '') AS BIGINT) WHEN $1 IS NULL THEN NULL ELSE $C('not an integer: ' || $1 AS BIGINT) END`,
    `IF(regexp_like(trim($1), '^[+-]?0[xX][0-9a-fA-F]+$'), from_base(regexp_replace(lower(trim($1)), '0x', ''), 16), $C(trim($1) AS BIGINT))`,
  ),
  'STRING>FLOAT64': text(
    '$C(trim($1) AS DOUBLE)',
    `CASE lower(trim($1)) WHEN 'nan' THEN nan() WHEN 'inf' THEN infinity() WHEN '+inf' THEN infinity() WHEN 'infinity' THEN infinity() WHEN '-inf' THEN -infinity() WHEN '-infinity' THEN -infinity() ELSE $C(trim($1) AS DOUBLE) END`,
  ),
  'STRING>NUMERIC': same('$C(trim($1) AS DECIMAL(38, 9))'),
  'STRING>BYTES': text('encode($1)', 'to_utf8($1)'),
  'STRING>DATE': formed(
    day,
    'DATE',
    '$C($1 AS DATE)',
    `$C(regexp_replace(regexp_replace($1, '-(\\d)(?=-|$)', '-0$$1'), '-(\\d)$', '-0$$1') AS DATE)`,
  ),
  'STRING>TIMESTAMP': formed(
    `${day}([ Tt]${ofDay}(${zone})?)?`,
    'TIMESTAMP',
    `list_transform([CAST(timezone('UTC', $C(${zoned} AS TIMESTAMPTZ)) AS TIMESTAMP)], t -> ${orBeyond('TIMESTAMP')})[1]`,
    `element_at(transform(ARRAY[CAST(at_timezone($C(${parsedTimestamp} AS TIMESTAMP(6) WITH TIME ZONE), 'UTC') AS TIMESTAMP(6))], t -> ${orBeyond('TIMESTAMP(6)')}), 1)`,
  ),
  'STRING>DATETIME': formed(
    `${day}([ Tt]${ofDay})?`,
    'TIMESTAMP',
    `$C(regexp_replace($1, '[Tt]', ' ') AS TIMESTAMP)`,
    `$C(regexp_replace($1, '[Tt]', ' ') AS TIMESTAMP(6))`,
  ),
  'STRING>TIME': formed(ofDay, 'TIME', '$C($1 AS TIME)', '$C($1 AS TIME(6))'),
  'BYTES>STRING': text(
    '$T(decode($1))',
    `IF(to_utf8(from_utf8($1)) = $1, from_utf8($1), CAST($C('bytes that are not UTF-8' AS BIGINT) AS VARCHAR))`,
  ),
  'DATE>STRING': same('CAST($1 AS VARCHAR)'),
  'DATE>DATETIME': text('CAST($1 AS TIMESTAMP)', 'CAST($1 AS TIMESTAMP(6))'),
  'DATE>TIMESTAMP': text('CAST($1 AS TIMESTAMP)', 'CAST($1 AS TIMESTAMP(6))'),
  'DATETIME>STRING': datetime,
  'DATETIME>DATE': same('CAST($1 AS DATE)'),
  'DATETIME>TIME': clockTime,
  'DATETIME>TIMESTAMP': same('$1'),
  'TIMESTAMP>STRING': text(`${datetime.duckdb} || '+00'`, `${datetime.trino} || '+00'`),
  'TIMESTAMP>DATE': same('CAST($1 AS DATE)'),
  'TIMESTAMP>TIME': clockTime,
  'TIMESTAMP>DATETIME': same('$1'),
  'TIME>STRING': time,
};

/**
 * The template of a cast; `undefined` if the types cannot be converted.
 *
 * @example castText(typeOf('INT64'), typeOf('STRING'))?.duckdb // 'CAST($1 AS VARCHAR)'
 */
export function castText(from: SqlType, to: SqlType): EngineText | undefined {
  if (from.kind === to.kind) return same('$1');
  const key = `${from.kind}>${to.kind}`;
  return Object.hasOwn(casts, key) ? casts[key] : undefined;
}
