import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { ApiKeySecrets } from '../domain/keys/api-key-store.ts';

/** The prefix by which secret scanners of repositories and logs recognise keys. */
const prefix = 'furrow_key_';
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const randomByteCount = 20;
/** 160 bits in base 62, and then 32 bits. */
const [randomLength, checksumLength] = [27, 6];
const form = /^furrow_key_[0-9A-Za-z]{33}$/;
const shownLength = 4;

/**
 * Keys are `furrow_key_`, 27 random digits of base 62 and a checksum of 6 (CRC-32): scanners recognise them, and typing
 * errors are found without a read. 160 random bits cannot be guessed, so a fast hash is enough.
 */
export const apiKeySecrets: ApiKeySecrets = {
  make() {
    const random = `${prefix}${base62(BigInt(`0x${randomBytes(randomByteCount).toString('hex')}`), randomLength)}`;
    const key = random + checksumOf(random);
    return { key, hash: sha256(key), mask: `${prefix}****${key.slice(-shownLength)}` };
  },

  hashOf(text) {
    const isKey = form.test(text) && checksumOf(text.slice(0, -checksumLength)) === text.slice(-checksumLength);
    return isKey ? sha256(text) : undefined;
  },
};

function checksumOf(text: string): string {
  return base62(BigInt(crc32(text)), checksumLength);
}

/** A number in `length` digits of base 62. */
export function base62(value: bigint, length: number): string {
  const text: string[] = [];
  for (let rest = value; text.length < length; rest /= 62n) text.unshift(digits[Number(rest % 62n)] ?? '');
  return text.join('');
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
