import { TrinoProblem } from './trino/parts.ts';

/** A failed statement, with the reason as Athena words it. */
export class StatementFailed extends Error {}

const known: [pattern: RegExp, reason: (message: string) => string][] = [
  [/division by zero/i, () => 'DIVISION_BY_ZERO: Division by zero'],
  [
    /more than one row returned by a subquery/i,
    () => 'SUBQUERY_MULTIPLE_ROWS: Scalar sub-query has returned multiple rows',
  ],
  [/^Out of Range/i, (message) => `NUMERIC_VALUE_OUT_OF_RANGE: ${message}`],
  [/^Conversion|Cannot cast/i, (message) => `INVALID_CAST_ARGUMENT: ${message}`],
  [/^Invalid Input/i, (message) => `INVALID_FUNCTION_ARGUMENT: ${message}`],
  [/^Out of Memory/i, () => 'Query exhausted resources at this scale factor'],
  [/^(?:Parser|Binder|Catalog)/i, (message) => `SYNTAX_ERROR: line 1:1: ${message}`],
];

/**
 * Why a query failed, as Athena words it.
 *
 * @example failureReason(new Error('Out of Memory Error: …')) // 'Query exhausted resources at this scale factor'
 */
export function failureReason(error: unknown): string {
  if (error instanceof StatementFailed) return error.message;
  if (error instanceof TrinoProblem) return `${error.code}: ${error.message}`;
  const message = (error instanceof Error ? error.message : String(error)).replace(/^Error: /, '');
  const [, reason] = known.find(([pattern]) => pattern.test(message)) ?? [];
  return reason ? reason(message) : `GENERIC_INTERNAL_ERROR: ${message}`;
}
