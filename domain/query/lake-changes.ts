import { Problem } from '../errors.ts';
import { queryProblemDetails } from './problem.ts';

/** How often a query that found its files replaced looks for those in their place; they are not replaced that often. */
export const maxLooks = 10;

/** 503 for a query whose files were replaced each time that they were looked up, or went while they were read. */
export function lakeChanges(cause?: unknown): Problem {
  return new Problem('unavailable', 'The data of the query are being replaced. Ask again in a moment.', {
    ...queryProblemDetails('lake_changes'),
    retryAfterSeconds: 5,
    cause,
  });
}
