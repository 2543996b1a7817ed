import { createHash, randomBytes } from 'node:crypto';
import type { OAuthSecrets } from '../../domain/oauth/consent.ts';

/** 256 random bits; RFC 7636 requires at least 43 characters in a verifier. */
const random = () => randomBytes(32).toString('base64url');

/** Hashes tickets, states and browser proofs for storage: 256 random bits need neither salt nor a slow hash. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

export const oauthSecrets: OAuthSecrets = {
  state: random,
  proofKey() {
    const verifier = random();
    return { verifier, challenge: hashOf(verifier) };
  },
};
