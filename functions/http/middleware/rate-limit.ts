import type { Clock } from '../../../domain/clock.ts';
import { Problem } from '../../../domain/errors.ts';
import { exchangeOf, type Step } from './exchange.ts';

const windowMilliseconds = 60_000;

export interface RateLimit {
  /** Requests that one owner, or one API key, may make in a minute, in each instance of a function. */
  perMinute: number;
  clock: Clock;
}

/**
 * Holds one owner's flood off the others, and that of an API key off its owner. Counted per instance: an exact count would cost a write per request,
 * and the purpose is protection, not billing.
 */
export function rateLimit({ perMinute, clock }: RateLimit): Step {
  const counts = new Map<string, number>();
  let windowEnds = 0;
  return {
    before: (request) => {
      const exchange = exchangeOf(request);
      if (!exchange.owner) return;
      const now = clock.now();
      if (now >= windowEnds) {
        counts.clear();
        windowEnds = now + windowMilliseconds;
      }
      const caller = exchange.apiKey?.id ?? exchange.owner.id;
      const count = (counts.get(caller) ?? 0) + 1;
      counts.set(caller, count);
      const reset = Math.ceil((windowEnds - now) / 1000);
      Object.assign(exchange.answerHeaders, {
        'ratelimit-limit': String(perMinute),
        'ratelimit-remaining': String(Math.max(0, perMinute - count)),
        'ratelimit-reset': String(reset),
      });
      if (count > perMinute) {
        throw new Problem('rateLimited', `More than ${perMinute} requests in a minute. Try again in ${reset} s.`, {
          retryAfterSeconds: reset,
        });
      }
    },
  };
}
