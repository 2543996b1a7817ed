import type { Clock } from '../clock.ts';
import type { Client } from './client.ts';
import type { IdentityStore, RefreshToken } from './identity-store.ts';
import type { SignedIn } from './sign-in.ts';

/** A rotated token stays valid for this time, so that two tabs of one application do not sign each other out. */
export const graceMilliseconds = 30_000;

/** Creates and hashes the secrets of refresh tokens. */
export interface RefreshSecrets {
  make(): { secret: string; hash: string };
  hashOf(secret: string): string;
}

export interface RefreshServices {
  identity: IdentityStore;
  secrets: RefreshSecrets;
  clock: Clock;
  newId: () => string;
}

/** Starts a family of refresh tokens, or adds the next token to it. Returns the secret. */
export async function newRefreshToken(
  { identity, secrets, newId }: Omit<RefreshServices, 'clock'>,
  { owner, at, client, familyId }: SignedIn & { client: Client; familyId?: string },
): Promise<string> {
  const { secret, hash } = secrets.make();
  // The owner's not-before is a whole second, which may lie ahead.
  const issuedAt = Math.max(at, owner.notBefore * 1000);
  const expiresAt = issuedAt + client.refreshSeconds * 1000;
  const family = familyId ?? newId();
  await identity.putRefreshToken({
    hash,
    familyId: family,
    ownerId: owner.id,
    clientId: client.id,
    issuedAt,
    expiresAt,
  });
  return secret;
}

/**
 * Exchanges a refresh token for the next one of its family. Undefined when it is unknown, expired, revoked or another
 * client's. Reuse after the grace period means that the token leaked: the whole family is revoked.
 */
export async function refresh(
  services: RefreshServices,
  { secret, client }: { secret: string; client: Client },
): Promise<(SignedIn & { refreshToken: string }) | undefined> {
  const { identity, secrets, clock } = services;
  const token = await identity.refreshToken(secrets.hashOf(secret));
  const now = clock.now();
  if (!token || token.expiresAt <= now || token.clientId !== client.id) return undefined;
  const [account, revoked] = await Promise.all([
    identity.account(token.ownerId),
    identity.familyRevoked(token.familyId),
  ]);
  if (!account || revoked || token.issuedAt < account.owner.notBefore * 1000) return undefined;

  if (!(await mayRotate(services, token, now))) {
    await identity.revokeFamily(token.familyId, now + client.refreshSeconds * 1000);
    return undefined;
  }
  const signedIn = { owner: account.owner, at: now };
  const next = { ...signedIn, client, familyId: token.familyId };
  return { ...signedIn, refreshToken: await newRefreshToken(services, next) };
}

async function mayRotate({ identity }: RefreshServices, token: RefreshToken, now: number): Promise<boolean> {
  if (token.rotatedAt !== undefined) return now - token.rotatedAt <= graceMilliseconds;
  // A concurrent rotation happened a moment ago, which is within the grace period.
  await identity.rotate(token.hash, now);
  return true;
}
