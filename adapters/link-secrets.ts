import { randomBytes } from 'node:crypto';
import type { LinkSecrets } from '../domain/links/link-store.ts';
import { base62, sha256 } from './api-key-secrets.ts';

/** 264 random bits, which 45 digits of base 62 can represent. */
const randomByteCount = 33;
const length = 45;
const form = /^[0-9A-Za-z]{45}$/;

/**
 * Secrets of links. Only letters and digits, since programs that detect links in text drop punctuation at the end. 264
 * bits cannot be guessed, so a fast hash is enough.
 */
export const linkSecrets: LinkSecrets = {
  make() {
    const secret = base62(BigInt(`0x${randomBytes(randomByteCount).toString('hex')}`), length);
    return { secret, hash: sha256(secret) };
  },

  hashOf: (text) => (form.test(text) ? sha256(text) : undefined),
};
