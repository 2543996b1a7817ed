import { Problem } from '../../domain/errors.ts';
import { queryProblemDetails } from '../../domain/query/problem.ts';

const details = {
  division_by_zero: 'The query divides by zero. Write SAFE_DIVIDE(a, b), which is NULL then.',
  invalid_cast: 'A value cannot be converted, or is out of range. Write SAFE_CAST, which is NULL then.',
  limit_exceeded:
    'The query needs more memory than one query may have. Select fewer columns, group by less, or add a LIMIT.',
  query_too_complex: 'The query is too complex for the engine. Split it into several queries.',
  unsupported_feature:
    'The engine does not know how to run this query. Write a join in the place of a subquery that names columns of the query around it.',
  points_only:
    'A distance is measured from points: between columns of points, or from one to a constant. Take the ST_CENTROID of other geographies, or ask with ST_INTERSECTS.',
} as const;

export type QueryFailure = keyof typeof details;

/** What data make of a query, the same whichever engine ran it, without the engine's own words, which name what no caller knows. */
export function queryFailure(code: QueryFailure, cause: unknown, detail: string = details[code]): Problem {
  const known = code === 'points_only' ? 'unsupported_feature' : code;
  return new Problem('invalid', detail, { ...queryProblemDetails(known), cause });
}
