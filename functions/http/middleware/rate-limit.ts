import type { Clock } from '../../../domain/clock.ts';
import { counted as numbered } from '../../../domain/counted.ts';
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
  const countOf = minuteCounts(clock);
  return {
    before: (request) => {
      const exchange = exchangeOf(request);
      const { endpoint, owner, operationId } = exchange;
      // Secrets are counted once they have been parsed.
      if (endpoint?.secret || (!owner && endpoint?.perMinute === undefined)) return;
      const limit = endpoint?.perMinute ?? perMinute;
      const caller = callerOf(exchange) ?? networkOf(exchange.request.sourceIp);
      const counted = countOf(`${endpoint?.perMinute === undefined ? '' : operationId} ${caller}`);
      Object.assign(exchange.answerHeaders, limitHeaders(limit, counted));
      if (counted.count > limit) {
        const { resetSeconds } = counted;
        throw new Problem(
          'rateLimited',
          `More than ${numbered(limit, 'request')} in a minute. Try again in ${resetSeconds} s.`,
          { retryAfterSeconds: resetSeconds },
        );
      }
    },
  };
}

/** All sessions of a link are one caller, so that opening it again does not start the count anew. */
function callerOf({ apiKey, owner }: Exchange): string | undefined {
  return apiKey?.link?.id ?? apiKey?.id ?? owner?.id;
}

/**
 * Limits endpoints that anybody may call who knows a secret, such as the id of a link. Each secret is counted by itself for each network, and so is what
 * knows none: who guesses is held off without locking out the neighbours who have a good link. Comes after the request is parsed.
 */
export function secretLimit({ clock, networkOf = (address) => address }: Pick<RateLimit, 'clock' | 'networkOf'>): Step {
  const countOf = minuteCounts(clock);
  const callerOf = ({ operationId, request }: Exchange) => `${operationId} ${networkOf(request.sourceIp)}`;
  return {
    before: (request) => {
      const exchange = exchangeOf(request);
      const { endpoint, input } = exchange;
      if (!endpoint?.secret || endpoint.perMinute === undefined) return;
      const { name } = endpoint.secret;
      const given = Object.assign({}, input?.params, input?.query, input?.body) as Record<string, unknown>;
      const counted = countOf(`${callerOf(exchange)} ${String(given[name])}`);
      Object.assign(exchange.answerHeaders, limitHeaders(endpoint.perMinute, counted));
      if (counted.count > endpoint.perMinute) throw tooMany(`More than ${endpoint.perMinute} requests`, counted);
    },
    onError: (request) => {
      const exchange = exchangeOf(request);
      const { endpoint, input } = exchange;
      if (!endpoint?.secret || endpoint.perMinute === undefined) return;
      const { errorKey } = request.error as { errorKey?: string };
      // A request that could not be parsed knows nothing either.
      if (input !== undefined && errorKey !== endpoint.secret.unknown) return;
      const counted = countOf(callerOf(exchange));
      Object.assign(exchange.answerHeaders, limitHeaders(endpoint.perMinute, counted));
      if (counted.count > endpoint.perMinute) {
        request.error = tooMany(`More than ${endpoint.perMinute} requests that name nothing`, counted);
      }
    },
  };
}

function tooMany(what: string, { resetSeconds }: MinuteCount): Problem {
  return new Problem('rateLimited', `${what} in a minute. Try again in ${resetSeconds} s.`, {
    retryAfterSeconds: resetSeconds,
  });
}

/** The count of a caller in this minute, and the seconds until it begins anew. */
interface MinuteCount {
  count: number;
  resetSeconds: number;
}

/** Counts requests by caller, all of them anew each minute. */
function minuteCounts(clock: Clock): (caller: string) => MinuteCount {
  const counts = new Map<string, number>();
  let windowEnds = 0;
  return (caller) => {
    const now = clock.now();
    if (now >= windowEnds) {
      counts.clear();
      windowEnds = now + windowMilliseconds;
    }
    const count = (counts.get(caller) ?? 0) + 1;
    counts.set(caller, count);
    return { count, resetSeconds: Math.ceil((windowEnds - now) / 1000) };
  };
}

/** The headers that show a limit and what is left of it. */
function limitHeaders(limit: number, { count, resetSeconds }: MinuteCount): Record<string, string> {
  return {
    'ratelimit-limit': String(limit),
    'ratelimit-remaining': String(Math.max(0, limit - count)),
    'ratelimit-reset': String(resetSeconds),
  };
}
