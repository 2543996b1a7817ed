import type { Clock } from '../../../domain/clock.ts';
import { counted as numbered } from '../../../domain/counted.ts';
import { Problem } from '../../../domain/errors.ts';
import { type Exchange, isRouted, type Routed } from '../exchange.ts';

const windowMilliseconds = 60_000;

export interface RateLimit {
  /** Requests that one owner, or one API key, may make in a minute, in each instance of a function. */
  perMinute: number;
  clock: Clock;
  /** The network of an address, whose callers of public endpoints are counted together; the address itself unless given. */
  networkOf?: ((address: string) => string) | undefined;
}

/**
 * Makes the step that holds one owner's flood off the others, and that of an API key off its owner. Counted per instance: an exact count would cost a
 * write per request, and the purpose is protection, not billing. An endpoint with a limit of its own is counted apart, and by network where it is public.
 *
 * @returns throws Problem 429 beyond the limit.
 * @example const limitRate = rateLimit({ perMinute: 1_000, clock }); limitRate(exchange);
 */
export function rateLimit({
  perMinute,
  clock,
  networkOf = (address) => address,
}: RateLimit): (exchange: Routed) => void {
  const countOf = minuteCounts(clock);
  return (exchange) => {
    const { endpoint, operationId } = exchange.route;
    // Secrets are counted once they have been parsed.
    if (endpoint.secret || (!exchange.owner && endpoint.perMinute === undefined)) return;
    const limit = endpoint.perMinute ?? perMinute;
    const caller = callerOf(exchange) ?? networkOf(exchange.request.sourceIp);
    const counted = countOf(`${endpoint.perMinute === undefined ? '' : operationId} ${caller}`);
    Object.assign(exchange.answerHeaders, limitHeaders(limit, counted));
    if (counted.count > limit) throw tooMany(`More than ${numbered(limit, 'request')}`, counted);
  };
}

/** All sessions of a link are one caller, so that opening it again does not start the count anew. */
function callerOf({ apiKey, owner }: Exchange): string | undefined {
  return apiKey?.link?.id ?? apiKey?.id ?? owner?.id;
}

/** The limit of endpoints that anybody may call who knows a secret, such as the id of a link. */
interface SecretLimit {
  /** Counts a use of the secret that a parsed request names. @throws Problem 429 */
  use(exchange: Routed): void;
  /** Counts a request that ended with an error as a guess, where it knew no secret. The error that is answered: 429 instead, beyond the limit. */
  guess(exchange: Exchange, error: unknown): unknown;
}

/**
 * Makes the steps that limit uses of secrets, and guesses. Each secret is counted by itself for each network, and so is what
 * knows none: who guesses is held off without locking out the neighbours who have a good link.
 */
export function secretLimit({
  clock,
  networkOf = (address) => address,
}: Pick<RateLimit, 'clock' | 'networkOf'>): SecretLimit {
  const countOf = minuteCounts(clock);
  /** The count and the limit, which the answer shows. */
  const counted = ({ route, request, answerHeaders }: Routed, perMinute: number, secret = '') => {
    const count = countOf(`${route.operationId} ${networkOf(request.sourceIp)}${secret}`);
    Object.assign(answerHeaders, limitHeaders(perMinute, count));
    return count;
  };
  return {
    use(exchange) {
      const { route, input } = exchange;
      const { secret, perMinute } = route.endpoint;
      if (!secret || perMinute === undefined) return;
      const given = Object.assign({}, input?.params, input?.query, input?.body) as Record<string, unknown>;
      const uses = counted(exchange, perMinute, ` ${String(given[secret.name])}`);
      if (uses.count > perMinute) throw tooMany(`More than ${perMinute} requests`, uses);
    },
    guess(exchange, error) {
      if (!isRouted(exchange)) return error;
      const { secret, perMinute } = exchange.route.endpoint;
      if (!secret || perMinute === undefined) return error;
      // A request that could not be parsed knows nothing either.
      if (exchange.input !== undefined && (error as { errorKey?: string }).errorKey !== secret.unknown) return error;
      const guesses = counted(exchange, perMinute);
      return guesses.count > perMinute ? tooMany(`More than ${perMinute} requests that name nothing`, guesses) : error;
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
