import { Problem } from '../errors.ts';
import { queryProblemDetails } from './problem.ts';

/** Maximum attempts to list the files of a query whose files are replaced meanwhile. */
export const maxLooks = 10;

/**
 * 503 for a query whose files were replaced after each listing, or while they were read.
 *
 * @example if (look === maxLooks) throw lakeChanges();
 */
export function lakeChanges(cause?: unknown): Problem {
  return new Problem('unavailable', 'The data that the query reads are being replaced. Send it again in a moment.', {
    ...queryProblemDetails('lake_changes'),
    retryAfterSeconds: 5,
    cause,
  });
}
