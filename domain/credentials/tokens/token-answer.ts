import type { Tokens } from '../../oauth/token-endpoint.ts';

/** Tokens of a provider's answer to a refresh (RFC 6749, 5.1). */
export interface GivenTokens {
  access: string;
  /** Absent where the provider keeps the old one. */
  refresh?: string | undefined;
  expiresInSeconds: number;
  scopes?: string[] | undefined;
}

/** For answers without `expires_in`. A token that ends earlier is renewed after the provider's 401. */
const usualSeconds = 60 * 60;
const maxSeconds = 365 * 24 * 60 * 60;

/** Reads an answer; undefined if it has no access token. Lifetimes that are texts are taken, as one provider sends them. */
export function givenTokens(answer: Tokens): GivenTokens | undefined {
  const { access_token: access, refresh_token: refresh, expires_in: lifetime, scope } = answer;
  if (typeof access !== 'string' || access === '') return undefined;
  const seconds = typeof lifetime === 'number' || typeof lifetime === 'string' ? Number(lifetime) : Number.NaN;
  return {
    access,
    refresh: typeof refresh === 'string' && refresh !== '' ? refresh : undefined,
    expiresInSeconds: seconds > 0 ? Math.min(seconds, maxSeconds) : usualSeconds,
    scopes: typeof scope === 'string' && scope !== '' ? scope.split(' ') : undefined,
  };
}

/** A token is renewed when a tenth of its life is left, but not earlier than five minutes before its end. */
const maxEarlyMilliseconds = 5 * 60_000;

/** From when on an access token is renewed before it is used, in milliseconds since 1970. */
export function renewFrom({ obtainedAt, expiresAt }: { obtainedAt: number; expiresAt: number }): number {
  return expiresAt - Math.min((expiresAt - obtainedAt) / 10, maxEarlyMilliseconds);
}

const dayMilliseconds = 24 * 60 * 60_000;
/** For providers that do not say how long a refresh token lives: the shortest of those that renew it with each use and say so is 7 days, most have 30 or more. */
export const usualRefreshDays = 30;

/** Whether no refresh has succeeded for a quarter of the life of the refresh token, so that its owner has to know. */
export function isLongSince(grantedAt: number, now: number, refreshDays = usualRefreshDays): boolean {
  return now - grantedAt >= (refreshDays * dayMilliseconds) / 4;
}

const firstPauseMilliseconds = 30_000;
const maxPauseMilliseconds = 15 * 60_000;

/** How long a token endpoint is left alone after a number of failures in a row. */
export function pauseAfter(times: number, retryAfterSeconds = 0): number {
  return Math.max(
    Math.min(firstPauseMilliseconds * 2 ** Math.min(times - 1, 10), maxPauseMilliseconds),
    retryAfterSeconds * 1_000,
  );
}
