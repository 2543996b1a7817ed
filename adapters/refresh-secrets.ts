import { createHash, randomBytes } from 'node:crypto';
import type { RefreshSecrets } from '../domain/access/refresh.ts';

/** 256 random bits cannot be guessed, so a fast hash is enough. */
export const refreshSecrets: RefreshSecrets = {
  make() {
    const secret = randomBytes(32).toString('base64url');
    return { secret, hash: hashOf(secret) };
  },
  hashOf,
};

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
