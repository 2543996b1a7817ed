import { createHash, randomBytes } from 'node:crypto';
import type { OAuthSecrets } from '../../domain/oauth/consent.ts';

/** 256 random bits each; RFC 7636 asks for at least 43 characters in a verifier. */
const random = () => randomBytes(32).toString('base64url');

export const oauthSecrets: OAuthSecrets = {
  state: random,
  proofKey() {
    const verifier = random();
    return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
  },
};
