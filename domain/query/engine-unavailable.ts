import { Problem } from '../errors.ts';
import { queryProblemDetails } from './problem.ts';

/** An engine that more is asked of than it takes on, from whomever. An asynchronous query waits. */
export function engineBusy(cause: unknown): Problem {
  return new Problem('unavailable', 'Too many queries run at the moment. Ask again in a few seconds.', {
    ...queryProblemDetails(busyCode),
    retryAfterSeconds: 5,
    cause,
  });
}

export const isEngineBusy = ({ members }: Problem): boolean => members?.code === busyCode;

const busyCode = 'engine_busy';

/** A failure of the engine that is no fault of the query's. */
export function engineFails(cause: unknown): Problem {
  return new Problem('unavailable', 'The query was stopped before it had ended. Ask again in a few seconds.', {
    ...queryProblemDetails('engine_failed'),
    retryAfterSeconds: 5,
    cause,
  });
}

/** A result that was removed before it was read, as all of an owner's are when a user is erased. */
export function resultLost(cause: unknown): Problem {
  return new Problem(
    'unavailable',
    'The result was removed before it was read, as happens when a user is erased. Ask again in a few seconds.',
    { ...queryProblemDetails('result_lost'), retryAfterSeconds: 5, cause },
  );
}
