import { type QueryFailure, queryFailure } from '../../query/query-failure.ts';

const known: [pattern: RegExp, code: QueryFailure, detail?: string][] = [
  // Errors of our own are casts that fail, with their text.
  [/division by zero|\/ by zero/i, 'division_by_zero'],
  [/only supports POINT|must have type POINT|requires a Point/i, 'points_only'],
  [
    /Bytes scanned limit|bytes scanned cutoff/i,
    'limit_exceeded',
    'The query reads more than one query may. Select fewer columns, or name a field, a file or a time.',
  ],
  [
    /INSUFFICIENT_RESOURCES|EXCEEDED_[A-Z_]*MEMORY|exhausted resources|EXCEEDED_LOCAL|Resource.*exhausted/i,
    'limit_exceeded',
  ],
  [
    /stack overflow|EXCEEDED_MAX_PLAN|QUERY_TEXT_TOO_LARGE|COMPILER_ERROR|too many (?:stages|terms)/i,
    'query_too_complex',
  ],
  [/\bNOT_SUPPORTED\b/, 'unsupported_feature'],
  [
    /INVALID_CAST_ARGUMENT|NUMERIC_VALUE_OUT_OF_RANGE|INVALID_FUNCTION_ARGUMENT|SUBQUERY_MULTIPLE_ROWS|INVALID_LITERAL|GENERIC_USER_ERROR/,
    'invalid_cast',
  ],
];

/**
 * What Athena says of a query that failed. What is no fault of the query (a name or a type that we printed wrongly, a permission that lacks)
 * is an error of ours, whose message stays in the log.
 */
export function athenaProblem(reason: string): Error {
  const cause = new Error(`Athena: ${reason}`);
  const [, code, detail] = known.find(([pattern]) => pattern.test(reason)) ?? [];
  return code === undefined ? cause : queryFailure(code, cause, detail);
}
