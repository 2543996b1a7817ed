import { Problem } from '../errors.ts';
import { queryProblemDetails } from './problem.ts';

/**
 * Problem of an engine that refuses more work, whatever owner it is from. An asynchronous query waits and is retried.
 */
export function engineBusy(cause: unknown): Problem {
  return new Problem('unavailable', 'Too many queries are running at the moment. Send it again in a few seconds.', {
    ...queryProblemDetails(busyCode),
    retryAfterSeconds: 5,
    cause,
  });
}

export const isEngineBusy = ({ members }: Problem): boolean => members?.code === busyCode;

const busyCode = 'engine_busy';

/**
 * Problem of a failure of the engine that the query did not cause.
 *
 * @example throw problem instanceof Problem ? problem : engineFails(error);
 */
export function engineFails(cause: unknown): Problem {
  return new Problem('unavailable', 'The engine stopped before the query had ended. Send it again in a few seconds.', {
    ...queryProblemDetails('engine_failed'),
    retryAfterSeconds: 5,
    cause,
  });
}

/** Problem of a result that was removed before it was read; an erasure of a user removes all results of the owner. */
export function resultLost(cause: unknown): Problem {
  return new Problem(
    'unavailable',
    'The result was removed before it was read, as happens when a user is erased. Send the query again in a few seconds.',
    { ...queryProblemDetails('result_lost'), retryAfterSeconds: 5, cause },
  );
}
