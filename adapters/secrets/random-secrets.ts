import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { RefreshSecrets } from '../../domain/access/refresh.ts';
import type { ApiKeySecrets } from '../../domain/keys/api-key-store.ts';
import type { LinkSecrets } from '../../domain/links/link-store.ts';

/** The prefix by which secret scanners of repositories and logs recognise keys. */
const prefix = 'furrow_key_';
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const keyByteCount = 20;
/** 160 bits in base 62, and then 32 bits. */
const [randomLength, checksumLength] = [27, 6];
const keyForm = /^furrow_key_[0-9A-Za-z]{33}$/;
const shownLength = 4;

/**
 * Keys are `furrow_key_`, 27 random digits of base 62 and a checksum of 6 (CRC-32): scanners recognise them, and typing
 * errors are found without a read. 160 random bits cannot be guessed, so a fast hash is enough.
 */
export const apiKeySecrets: ApiKeySecrets = {
  make() {
    const random = `${prefix}${base62(BigInt(`0x${randomBytes(keyByteCount).toString('hex')}`), randomLength)}`;
    const key = random + checksumOf(random);
    return { key, hash: sha256(key), mask: `${prefix}****${key.slice(-shownLength)}` };
  },

  hashOf(text) {
    const isKey = keyForm.test(text) && checksumOf(text.slice(0, -checksumLength)) === text.slice(-checksumLength);
    return isKey ? sha256(text) : undefined;
  },
};

function checksumOf(text: string): string {
  return base62(BigInt(crc32(text)), checksumLength);
}

/** A number in `length` digits of base 62. */
function base62(value: bigint, length: number): string {
  const text: string[] = [];
  for (let rest = value; text.length < length; rest /= 62n) text.unshift(digits[Number(rest % 62n)] ?? '');
  return text.join('');
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** 264 random bits, which 45 digits of base 62 can represent. */
const linkByteCount = 33;
const linkLength = 45;
const linkForm = /^[0-9A-Za-z]{45}$/;

/**
 * Secrets of links. Only letters and digits, since programs that detect links in text drop punctuation at the end. 264
 * bits cannot be guessed, so a fast hash is enough.
 */
export const linkSecrets: LinkSecrets = {
  make() {
    const secret = base62(BigInt(`0x${randomBytes(linkByteCount).toString('hex')}`), linkLength);
    return { secret, hash: sha256(secret) };
  },

  hashOf: (text) => (linkForm.test(text) ? sha256(text) : undefined),
};

/** 256 random bits cannot be guessed, so a fast hash is enough. */
export const refreshSecrets: RefreshSecrets = {
  make() {
    const secret = randomBytes(32).toString('base64url');
    return { secret, hash: sha256(secret) };
  },
  hashOf: sha256,
};
