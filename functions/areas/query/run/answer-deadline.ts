import type { Clock } from '../../../../domain/clock.ts';
import { Problem } from '../../../../domain/errors.ts';
import { queryProblemDetails } from '../../../../domain/query/problem.ts';
import type { RequestContext } from '../../../http/exchange.ts';
import { waitedFor } from '../execution/limits.ts';

/**
 * When a request has to be answered, in milliseconds since 1970. Its time began when the gateway took it: where all instances are busy it may
 * have waited for one of them, and the client's time includes that.
 *
 * @throws Problem 503 when that moment has passed: whoever had the instances, it need not have been this owner.
 */
export function answerDeadline({ receivedTime }: RequestContext, clock: Clock): number {
  const now = clock.now();
  const deadline = Math.min(receivedTime, now) + waitedFor.milliseconds;
  if (deadline <= now) throw neverBegun();
  return deadline;
}

function neverBegun(): Problem {
  return new Problem(
    'unavailable',
    `So many requests are running that this one could not start within ${waitedFor.milliseconds / 1000} seconds. Send it again, or with the header "Prefer: respond-async".`,
    { ...queryProblemDetails('engine_busy'), retryAfterSeconds: 2 },
  );
}
