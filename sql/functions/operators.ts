import type { EngineText } from '../plan/expressions.ts';
import { both, call, isNull, nullOf } from './build.ts';
import { quotient } from './numeric.ts';
import { type Expand, each, type Signature, signature, writes } from './row.ts';

const numbers = ['INT64', 'NUMERIC', 'FLOAT64'];
const negativeShift = `CAST(CAST('a shift by a negative number' AS VARCHAR) AS BIGINT)`;
const divided = (type: string, duckdb: string, trino: string) =>
  writes(`${type}, ${type} -> ${type}`, `CASE WHEN $2 = 0 THEN error('division by zero') ELSE ${duckdb} END`, trino);

/** Operators by their sign; `-1` is the unary minus. */
export const operators: Readonly<Record<string, Signature[]>> = {
  '+': each(numbers, (type) => writes(`${type}, ${type} -> ${type}`, castBack(type, '$1 + $2'))),
  '-': each(numbers, (type) => writes(`${type}, ${type} -> ${type}`, castBack(type, '$1 - $2'))),
  '*': each(numbers, (type) => writes(`${type}, ${type} -> ${type}`, castBack(type, '$1 * $2'))),
  '/': [
    divided(
      'FLOAT64',
      '$1 / $2',
      `IF($2 = 0, CAST(CAST(CAST('division by zero' AS VARCHAR) AS BIGINT) AS DOUBLE), $1 / $2)`,
    ),
    divided('NUMERIC', quotient('$1', '$2'), 'CAST($1 / $2 AS DECIMAL(38, 9))'),
  ],
  '-1': each(numbers, (type) => writes(`${type} -> ${type}`, '-($1)')),
  '+1': each(numbers, (type) => writes(`${type} -> ${type}`, '$1')),
  '~': [writes('INT64 -> INT64', '~($1)', 'bitwise_not($1)')],
  '&': [writes('INT64, INT64 -> INT64', '$1 & $2', 'bitwise_and($1, $2)')],
  '|': [writes('INT64, INT64 -> INT64', '$1 | $2', 'bitwise_or($1, $2)')],
  '^': [writes('INT64, INT64 -> INT64', 'xor($1, $2)', 'bitwise_xor($1, $2)')],
  '<<': [
    writes(
      'INT64, INT64 -> INT64',
      'CASE WHEN $2 >= 64 AND $1 IS NOT NULL THEN 0 ELSE CAST(CAST($1 AS BIT) << CAST($2 AS INTEGER) AS BIGINT) END',
      `IF($2 < 0, ${negativeShift}, bitwise_left_shift($1, CAST(least($2, 64) AS INTEGER)))`,
    ),
  ],
  '>>': [
    writes(
      'INT64, INT64 -> INT64',
      'CASE WHEN $2 >= 64 AND $1 IS NOT NULL THEN 0 ELSE CAST(CAST($1 AS BIT) >> CAST($2 AS INTEGER) AS BIGINT) END',
      `IF($2 < 0, ${negativeShift}, bitwise_right_shift($1, CAST(least($2, 64) AS INTEGER)))`,
    ),
  ],
  '||': [
    signature('STRING, STRING -> STRING', joined(both('$1 || $2'))),
    signature('BYTES, BYTES -> BYTES', joined(both('$1 || $2'))),
    signature(
      'ARRAY<T>, ARRAY<T> -> ARRAY<T>',
      joined({
        duckdb: 'CASE WHEN $1 IS NULL OR $2 IS NULL THEN NULL ELSE list_concat($1, $2) END',
        trino: '$1 || $2',
      }),
    ),
  ],
  NOT: [writes('BOOL -> BOOL', 'NOT ($1)')],
};

/** NULL if an operand is constantly NULL, for which DuckDB would have no type. */
function joined(text: EngineText): Expand {
  return (args, { at, type }) => (args.some(isNull) ? nullOf(at, type) : call(at, type, text, args));
}

/** NUMERIC keeps nine decimals. */
function castBack(type: string, text: string): string {
  return type === 'NUMERIC' ? `CAST(${text} AS DECIMAL(38, 9))` : text;
}
