import type { Clock } from '../../../domain/clock.ts';
import { Problem } from '../../../domain/errors.ts';
import type { Exchange } from '../exchange.ts';
import { exchangeOf, type Step } from './exchange.ts';

const windowMilliseconds = 60_000;

export interface RateLimit {
  /** Requests that one owner, or one API key, may make in a minute, in each instance of a function. */
  perMinute: number;
  clock: Clock;
  /** The network of an address, whose callers of public endpoints are counted together; the address itself unless given. */
  networkOf?: ((address: string) => string) | undefined;
}

/**
 * Holds one owner's flood off the others, and that of an API key off its owner. Counted per instance: an exact count would cost a write per request,
 * and the purpose is protection, not billing. An endpoint with a limit of its own is counted apart, and by network where it is public.
 */
export function rateLimit({ perMinute, clock, networkOf = (address) => address }: RateLimit): Step {
  const counts = new Map<string, number>();
  let windowEnds = 0;
  return {
    before: (request) => {
      const exchange = exchangeOf(request);
      const { endpoint, owner, operationId } = exchange;
      if (!owner && endpoint?.perMinute === undefined) return;
      const now = clock.now();
      if (now >= windowEnds) {
        counts.clear();
        windowEnds = now + windowMilliseconds;
      }
      const limit = endpoint?.perMinute ?? perMinute;
      const counted = `${endpoint?.perMinute === undefined ? '' : operationId} ${callerOf(exchange) ?? networkOf(exchange.request.sourceIp)}`;
      const count = (counts.get(counted) ?? 0) + 1;
      counts.set(counted, count);
      const reset = Math.ceil((windowEnds - now) / 1000);
      Object.assign(exchange.answerHeaders, {
        'ratelimit-limit': String(limit),
        'ratelimit-remaining': String(Math.max(0, limit - count)),
        'ratelimit-reset': String(reset),
      });
      if (count > limit) {
        throw new Problem(
          'rateLimited',
          `More than ${limit} ${limit === 1 ? 'request' : 'requests'} in a minute. Try again in ${reset} s.`,
          {
            retryAfterSeconds: reset,
          },
        );
      }
    },
  };
}

/** All sessions of a link are one caller, so that opening it again does not start the count anew. */
function callerOf({ apiKey, owner }: Exchange): string | undefined {
  return apiKey?.link?.id ?? apiKey?.id ?? owner?.id;
}
