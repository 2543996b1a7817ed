import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { SandboxClock } from './sandbox-clock.ts';
import type { SignedTokens } from './signed-tokens.ts';

/** What a grower allowed an application. */
export const grantSchema = z.object({ id: z.string(), clientId: z.string(), scopes: z.array(z.string()) });
export type Grant = z.infer<typeof grantSchema>;

/** How long a wire's tokens last, in milliseconds. */
export interface TokenRules {
  accessMilliseconds: number;
  /** Since the last use. */
  refreshMilliseconds: number;
  /** How long a refresh token is good after the one that replaced it was issued; 0: not at all. */
  overlapMilliseconds: number;
}

const codeMilliseconds = 300_000;
const refreshSchema = z.object({
  typ: z.literal('refresh'),
  grant: grantSchema,
  generation: z.int(),
  number: z.int(),
  exp: z.number(),
});
const accessSchema = z.object({ typ: z.literal('access'), grant: grantSchema, number: z.int(), exp: z.number() });
const codeSchema = z.object({
  typ: z.literal('code'),
  grant: grantSchema,
  redirectUri: z.string(),
  challenge: z.string().optional(),
  /** The consent ends with the exchange, as if the grower had taken it back at once. */
  isEnding: z.literal(true).optional(),
  exp: z.number(),
});

/** Tokens that were issued; those of an application itself have none to refresh them with. */
export type Issued = { grant: Grant; accessToken: string; refreshToken?: string; accessSeconds: number };

/**
 * The state of a wire's consents. What is in memory is only which tokens are no longer good.
 *
 * @param claims what access tokens of the wire say besides.
 */
export function grantsOf(
  tokens: SignedTokens,
  clock: SandboxClock,
  rules: TokenRules,
  claims: (grant: Grant, seconds: { iat: number; exp: number }) => object,
) {
  const replaced = new Map<string, Map<number, number>>();
  const newest = new Map<string, number>();
  const revoked = new Set<string>();
  const usedCodes = new Set<string>();
  /** Numbers of the last tokens that are expired or revoked by the control. */
  const ended = { access: -1, refresh: -1, revoked: -1 };
  let number = 0;
  let grants = 0;

  function refreshToken(grant: Grant, generation: number, numbered: number): string {
    const exp = clock.now() + rules.refreshMilliseconds;
    return tokens.sign({ typ: 'refresh', grant, generation, number: numbered, exp } satisfies z.infer<
      typeof refreshSchema
    >);
  }

  function issue(grant: Grant, generation: number): Issued {
    newest.set(grant.id, generation);
    number += 1;
    const exp = clock.now() + rules.accessMilliseconds;
    const seconds = { iat: Math.floor(clock.now() / 1000), exp: Math.floor(exp / 1000) };
    const own = { typ: 'access', grant, number } as const;
    const accessToken = tokens.sign({ ...claims(grant, seconds), ...own, exp: seconds.exp });
    const accessSeconds = seconds.exp - seconds.iat;
    return { grant, accessToken, refreshToken: refreshToken(grant, generation, number), accessSeconds };
  }

  /** Whether a refresh token of this generation may still be used. Those of an earlier run are good. */
  function isReplaced(grant: Grant, generation: number): boolean {
    const since = replaced.get(grant.id)?.get(generation);
    return since !== undefined && clock.now() >= since + rules.overlapMilliseconds;
  }

  function replace(grant: Grant, generation: number): void {
    const times = replaced.get(grant.id) ?? new Map<number, number>();
    if (!times.has(generation)) times.set(generation, clock.now());
    replaced.set(grant.id, times);
  }

  return {
    /** The refresh token of a grower who has consented before the sandbox was started. */
    first: (grant: Grant) => refreshToken(grant, 0, 0),
    code(
      given: Omit<z.infer<typeof codeSchema>, 'typ' | 'exp' | 'grant'> & { clientId: string; scopes: string[] },
    ): string {
      const { clientId, scopes, ...rest } = given;
      grants += 1;
      const grant = { id: `consent-${grants}-${clock.now()}`, clientId, scopes };
      return tokens.sign({ typ: 'code', grant, ...rest, exp: clock.now() + codeMilliseconds });
    },
    exchange(
      code: string,
      given: { clientId: string; redirectUri: string | null; verifier: string | null },
    ): Issued | undefined {
      const { data } = codeSchema.safeParse(tokens.read(code));
      if (!data || usedCodes.has(code) || data.exp <= clock.now()) return undefined;
      usedCodes.add(code);
      const { grant, redirectUri, challenge, isEnding } = data;
      const isGood =
        grant.clientId === given.clientId &&
        redirectUri === given.redirectUri &&
        challenge === challengeOf(given.verifier);
      const issued = isGood ? issue(grant, 0) : undefined;
      if (issued && isEnding) revoked.add(grant.id);
      return issued;
    },
    /** A token for an application itself, which is not refreshed. */
    forApplication: (grant: Grant): Issued => issue(grant, 0),
    refresh(token: string, clientId: string): Issued | undefined {
      const { data } = refreshSchema.safeParse(tokens.read(token));
      if (!data || data.exp <= clock.now() || data.number <= Math.max(ended.refresh, ended.revoked)) return undefined;
      const { grant, generation } = data;
      if (revoked.has(grant.id) || grant.clientId !== clientId || isReplaced(grant, generation)) return undefined;
      replace(grant, generation);
      return issue(grant, Math.max(generation, newest.get(grant.id) ?? 0) + 1);
    },
    /** The grant of an access token; `expired` if it was good once. */
    allowed(accessToken: string): Grant | 'expired' | undefined {
      const { data } = accessSchema.safeParse(tokens.read(accessToken));
      if (!data || revoked.has(data.grant.id) || data.number <= ended.revoked) return undefined;
      return data.exp * 1000 <= clock.now() || data.number <= ended.access ? 'expired' : data.grant;
    },
    /** Ends the grant of a token of either kind; unknown ones count as revoked (RFC 7009 § 2.2). */
    revoke(token: string): void {
      const { data } = grantSchema.safeParse(tokens.read(token)?.grant);
      if (data) revoked.add(data.id);
    },
    /** Ends all tokens that were issued so far: `access` and `refresh` expire, `revoked` ends both. */
    end(kind: keyof typeof ended): void {
      ended[kind] = number;
    },
  };
}

export type Grants = ReturnType<typeof grantsOf>;

function challengeOf(verifier: string | null): string | undefined {
  return verifier === null ? undefined : createHash('sha256').update(verifier).digest('base64url');
}
