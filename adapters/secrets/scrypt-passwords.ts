import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import type { Passwords } from '../../domain/access/password.ts';

/** OWASP's recommendation for scrypt with 32 MB: N = 2^15, r = 8, p = 3. */
const cost = { N: 2 ** 15, r: 8, p: 3 };
const keyLength = 32;

/**
 * Passwords as `scrypt$N$r$p$salt$hash`, so that the cost can be raised without breaking what is stored.
 *
 * @example const isRight = await scryptPasswords().matches(password, owner?.passwordHash);
 */
export function scryptPasswords(): Passwords {
  const absent = `scrypt$${cost.N}$${cost.r}$${cost.p}$${randomBytes(16).toString('base64url')}$${randomBytes(keyLength).toString('base64url')}`;
  return {
    async hash(password) {
      const salt = randomBytes(16);
      const key = await derive(password, salt, cost);
      return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$');
    },
    async matches(password, hash) {
      const [, N, r, p, salt = '', expected = ''] = (hash ?? absent).split('$');
      const key = await derive(password, Buffer.from(salt, 'base64url'), { N: Number(N), r: Number(r), p: Number(p) });
      return timingSafeEqual(key, Buffer.from(expected, 'base64url')) && hash !== undefined;
    },
  };
}

function derive(password: string, salt: Buffer, { N, r, p }: { N: number; r: number; p: number }): Promise<Buffer> {
  const options: ScryptOptions = { N, r, p, maxmem: 256 * N * r };
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFC'), salt, keyLength, options, (error, key) => (error ? reject(error) : resolve(key)));
  });
}
