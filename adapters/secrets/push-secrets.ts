import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { PushSecrets } from '../../domain/push/push-record.ts';
import { sha256 } from './random-secrets.ts';

/** Two UUIDs of 16 bytes, then 32 random bytes. */
const form = /^[A-Za-z0-9_-]{86}$/;
const locatorLength = 43;
const uuidLength = 36;

/** 256 random bits cannot be guessed, so a fast hash is enough. The URL says whose it is, so that one read finds the hash. */
export const pushSecrets: PushSecrets = {
  make: (user) => ({
    url: pushSecrets.locatorOf(user) + randomBytes(32).toString('base64url'),
    event: randomBytes(33).toString('base64'),
    authorization: `Bearer ${randomBytes(32).toString('base64url')}`,
  }),

  locatorOf({ ownerId, svcUserId }) {
    return Buffer.from((ownerId + svcUserId).replaceAll('-', ''), 'hex').toString('base64url');
  },

  userOf(url) {
    if (!form.test(url)) return undefined;
    const digits = Buffer.from(url.slice(0, locatorLength), 'base64url').toString('hex');
    const [ownerId, svcUserId] = [uuid(digits.slice(0, 32)), uuid(digits.slice(32))];
    return svcUserId.length === uuidLength ? { ownerId, svcUserId } : undefined;
  },

  hashOf: sha256,

  isOneOf(secret, hashes) {
    const own = Buffer.from(sha256(secret));
    return hashes.filter((hash) => isEqual(own, Buffer.from(hash))).length > 0;
  },
};

function isEqual(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}

function uuid(digits: string): string {
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
