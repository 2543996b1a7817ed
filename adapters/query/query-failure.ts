import { Problem } from '../../domain/errors.ts';
import { queryProblemDetails } from '../../domain/query/problem.ts';
import { endedByQuery } from '../../sql/functions/build.ts';

const failures = {
  division_by_zero: {
    code: 'division_by_zero',
    detail: 'The query divides by zero. Write SAFE_DIVIDE(a, b), which is NULL then.',
  },
  invalid_cast: {
    code: 'invalid_cast',
    detail: 'A value cannot be converted, or is out of range. Write SAFE_CAST, which is NULL then.',
  },
  out_of_range: {
    code: 'invalid_cast',
    detail:
      'A day is outside of the years 1 to 9999, or a time outside of its day. Write SAFE. before the function that makes it, which is NULL then.',
  },
  sum_too_large: {
    code: 'invalid_cast',
    detail: 'A sum is too large for its type. Sum parts of it, or smaller numbers.',
  },
  invalid_geography: {
    code: 'invalid_geography',
    detail:
      'A value is not a valid geography, or a latitude is not between -90 and 90. Write SAFE. before the function that makes it, which is NULL then.',
  },
  several_rows: {
    code: 'invalid_query',
    detail: 'A subquery in the place of a value gave more than one row. Take an aggregate, add LIMIT 1, or write IN.',
  },
  out_of_bounds: {
    code: 'invalid_query',
    detail: 'An array has no element at a position. Write SAFE_OFFSET or SAFE_ORDINAL, which are NULL then.',
  },
  out_of_memory: {
    code: 'limit_exceeded',
    detail: 'The query needs more memory than one query may have. Select fewer columns, group by less, or add a LIMIT.',
  },
  too_much_made: {
    code: 'limit_exceeded',
    detail:
      'A value of the query is larger than values may be: a text is padded or repeated to 1 MB, an array is generated with a million elements, and a recursion takes ten steps.',
  },
  too_much_read: {
    code: 'limit_exceeded',
    detail: 'The query reads more than one query may. Select fewer columns, or name a field, a file or a time.',
  },
  query_too_complex: {
    code: 'query_too_complex',
    detail: 'The query is too complex for the engine. Split it into several queries.',
  },
  unsupported_feature: {
    code: 'unsupported_feature',
    detail:
      'The engine does not know how to run this query. Write a join in the place of a subquery that names columns of the query around it.',
  },
  subquery_in_outer_join: {
    code: 'unsupported_feature',
    detail:
      'A LEFT, RIGHT or FULL JOIN does not take this subquery in its condition. Join with what the subquery reads first, or filter by it in a subquery of its own.',
  },
  window_over_outer_column: {
    code: 'unsupported_feature',
    detail:
      'A window function in a subquery does not take columns of the query around it. Select it in a subquery of FROM, and join with that.',
  },
  ended_by_query: {
    code: 'invalid_query',
    detail: 'The query ended itself: it called ERROR. Select the rows for which it does so to see why.',
  },
  points_only: {
    code: 'unsupported_feature',
    detail: 'A function that takes points was given another geography. Take the ST_CENTROID of those.',
  },
} as const;

export type QueryFailure = keyof typeof failures;

/** Messages that compiled queries raise, the same in all engines. */
export const ownFailures: readonly [pattern: RegExp, failure: QueryFailure][] = [
  [new RegExp(endedByQuery), 'ended_by_query'],
  [/division by zero/i, 'division_by_zero'],
  [/not a day of the years/, 'out_of_range'],
  [/a sum is too large/, 'sum_too_large'],
  [/a latitude is between/, 'invalid_geography'],
  [/ takes a point\b/, 'points_only'],
  [/array index is out of bounds/, 'out_of_bounds'],
  [/\bat most \d+ (?:MB|elements|steps)\b/, 'too_much_made'],
];

/**
 * The problem of a query that fails because of the data, in any engine. Without the engine's message, which contains
 * internal names.
 *
 * @example if (Buffer.byteLength(sql) > maxText) throw queryFailure('query_too_complex', undefined);
 */
export function queryFailure(failure: QueryFailure, cause: unknown): Problem {
  const { code, detail } = failures[failure];
  return new Problem('invalid', detail, { ...queryProblemDetails(code), cause });
}
