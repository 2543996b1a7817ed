import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** Makes and reads tokens in the shape of a JWT (RFC 7519, HS256). */
export interface SignedTokens {
  sign(claims: object): string;
  /** The claims of a token of this wire; undefined for every other text. */
  read(token: string): Record<string, unknown> | undefined;
}

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const head = encoded({ alg: 'HS256', typ: 'JWT' });

/**
 * Tokens of one wire. They say all that the server has to know of them, so that those of an earlier run are good after a restart; another wire's are not.
 *
 * @example const tokens = signedTokens('seed', 'JohnDeere');
 */
export function signedTokens(seed: string, wire: string): SignedTokens {
  const key = createHash('sha256').update(`${wire}\n${seed}`).digest();
  const signature = (content: string) => createHmac('sha256', key).update(content).digest('base64url');
  return {
    sign(claims) {
      const content = `${head}.${encoded(claims)}`;
      return `${content}.${signature(content)}`;
    },
    read(token) {
      const [first = '', second = '', third = '', ...rest] = token.split('.');
      const expected = Buffer.from(signature(`${first}.${second}`));
      const given = Buffer.from(third);
      if (rest.length > 0 || given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
      return JSON.parse(Buffer.from(second, 'base64url').toString());
    },
  };
}
