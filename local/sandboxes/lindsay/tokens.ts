import { grantsOf, type TokenRules } from '../server/grants.ts';
import type { SandboxClock } from '../server/sandbox-clock.ts';
import { type SignedTokens, signedTokens } from '../server/signed-tokens.ts';

/** Access for ten minutes; refresh for 365 days, renewed on use. */
export const accessRules: TokenRules = {
  accessMilliseconds: 10 * 60_000,
  refreshMilliseconds: 365 * 86_400_000,
  overlapMilliseconds: 0,
};

export const scopes = ['api', 'offline_access'];

export const fieldNetTokens = (seed: string): SignedTokens => signedTokens(seed, 'Lindsay');

/** The refresh token of a grower who has consented to everything, before the sandbox is called for the first time. */
export function firstRefreshToken(seed: string, clock: SandboxClock, clientId: string): string {
  return grantsOf(fieldNetTokens(seed), clock, accessRules, () => ({})).first({ id: 'grower', clientId, scopes });
}
