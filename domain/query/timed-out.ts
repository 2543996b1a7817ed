import { Problem } from '../errors.ts';
import { queryProblemDetails } from './problem.ts';

/**
 * 504 for a query that did not end in time, with advice on how to shorten it.
 *
 * @param advice additional advice.
 */
export function queryTimedOut(milliseconds: number, advice = ''): Problem {
  const narrower = "Narrow it: name a field ('…' IN UNNEST(fieldIds)), a user or a time, or select fewer columns.";
  return new Problem(
    'timeout',
    `The query did not end within ${milliseconds / 1000} seconds. ${narrower}${advice}`,
    queryProblemDetails('timeout'),
  );
}
