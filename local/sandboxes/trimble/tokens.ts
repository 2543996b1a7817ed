import { grantsOf, type TokenRules } from '../server/grants.ts';
import type { SandboxClock } from '../server/sandbox-clock.ts';
import { type SignedTokens, signedTokens } from '../server/signed-tokens.ts';

/** Access for an hour; refresh for seven days and for one use. */
export const accessRules: TokenRules = {
  accessMilliseconds: 3_600_000,
  refreshMilliseconds: 7 * 86_400_000,
  overlapMilliseconds: 0,
};

export const trimbleTokens = (seed: string): SignedTokens => signedTokens(seed, 'Trimble');

/**
 * The refresh token of a grower who has consented to everything, before the sandbox is called for the first time.
 *
 * @param applicationName the scope of all tokens.
 */
export function firstRefreshToken(
  seed: string,
  clock: SandboxClock,
  { clientId, applicationName }: { clientId: string; applicationName: string },
): string {
  const grants = grantsOf(trimbleTokens(seed), clock, accessRules, () => ({}));
  return grants.first({ id: 'grower', clientId, scopes: [applicationName] });
}
