import { createHash, randomBytes } from 'node:crypto';
import type { OAuthSecrets } from '../../domain/oauth/consent.ts';

/** 256 random bits each; RFC 7636 asks for at least 43 characters in a verifier. */
const random = () => randomBytes(32).toString('base64url');

/** How tickets, states and proofs of browsers are stored: 256 random bits need no salt, and no slow hash. */
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
