import { grantsOf, type TokenRules } from '../server/grants.ts';
import type { SandboxClock } from '../server/sandbox-clock.ts';
import { type SignedTokens, signedTokens } from '../server/signed-tokens.ts';
import { scopes } from './sign-in.ts';

/** Access for 12 hours; a refresh token lapses after 365 days without use, and is replaced by each use. */
export const accessRules: TokenRules = {
  accessMilliseconds: 12 * 3_600_000,
  refreshMilliseconds: 365 * 86_400_000,
  overlapMilliseconds: 0,
};

export const deereTokens = (seed: string): SignedTokens => signedTokens(seed, 'JohnDeere');

/** The refresh token of a grower who has consented to everything, before the sandbox is called for the first time. */
export function firstRefreshToken(seed: string, clock: SandboxClock, clientId: string): string {
  const grants = grantsOf(deereTokens(seed), clock, accessRules, () => ({}));
  return grants.first({ id: 'grower', clientId, scopes: [...scopes] });
}
