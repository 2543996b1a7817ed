import { grantsOf, type TokenRules } from '../server/grants.ts';
import type { SandboxClock } from '../server/sandbox-clock.ts';
import { type SignedTokens, signedTokens } from '../server/signed-tokens.ts';

/** Access for 14,399 seconds; refresh for 30 days, and for one more hour after it has been used. */
export const accessRules: TokenRules = {
  accessMilliseconds: 14_399_000,
  refreshMilliseconds: 30 * 86_400_000,
  overlapMilliseconds: 3_600_000,
};

export const scopes = [
  ...['fields:read', 'fields:write', 'farmOrganizations:read', 'resourceOwners:read', 'boundaries:write'],
  ...['asPlanted:read', 'asHarvested:read', 'asApplied:read', 'imagery:write', 'rx:write', 'soil:write'],
];

export const climateTokens = (seed: string): SignedTokens => signedTokens(seed, 'ClimateFieldView');

/** The refresh token of a grower who has consented to everything, before the sandbox is called for the first time. */
export function firstRefreshToken(seed: string, clock: SandboxClock, clientId: string): string {
  return grantsOf(climateTokens(seed), clock, accessRules, () => ({})).first({ id: 'grower', clientId, scopes });
}
