import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { beforeEach, describe, expect, test } from 'vitest';
import { algorithm, audience, tokenVerifier } from '../../../adapters/jose/token-verifier.ts';
import type { PublicKey } from '../../../domain/access/signing-key.ts';

const start = Date.parse('2026-03-12T06:00:00Z');
const pair = await generateKeyPair(algorithm, { modulusLength: 2048 });
const { n = '', e = '', kty = '' } = await exportJWK(pair.publicKey);
const published: PublicKey = { kid: 'k1', kty, alg: algorithm, use: 'sig', n, e };

let now: number;
let keys: PublicKey[];
let verify: (token: string) => Promise<unknown>;

beforeEach(() => {
  now = start;
  keys = [published];
  const directory = { find: async (kid: string) => keys.find((key) => key.kid === kid) };
  ({ verify } = tokenVerifier(directory, { now: () => now }));
});

const claims = { ownerId: 'owner', kind: 'access', issuedAt: start / 1000, expiresAt: start / 1000 + 900 };

function signed(about: { audience?: string; kind?: string } = {}): Promise<string> {
  return new SignJWT({ kind: about.kind ?? 'access' })
    .setProtectedHeader({ alg: algorithm, kid: 'k1' })
    .setSubject('owner')
    .setAudience(about.audience ?? audience)
    .setIssuedAt(start / 1000)
    .setExpirationTime(start / 1000 + 900)
    .sign(pair.privateKey);
}

/** A token whose payload has another last character. */
function forged(token: string): string {
  const [header, payload = '', signature] = token.split('.');
  return [header, `${payload.slice(0, -1)}${payload.endsWith('A') ? 'B' : 'A'}`, signature].join('.');
}

describe.each([
  ['a token that is new', 0],
  ['a token that was let in before', 1],
])('%s', (_, before) => {
  async function usedBefore(token: string): Promise<void> {
    for (let times = 0; times < before; times++) expect(await verify(token)).toEqual(claims);
  }

  test('names its owner', async () => {
    const token = await signed();
    await usedBefore(token);
    expect(await verify(token)).toEqual(claims);
  });

  test('is valid until the second in which it expires', async () => {
    const token = await signed();
    await usedBefore(token);
    now = start + 899_999;
    expect(await verify(token)).toEqual(claims);
    now = start + 900_000;
    expect(await verify(token)).toBeUndefined();
  });

  test('is refused once its key is no longer published', async () => {
    const token = await signed();
    await usedBefore(token);
    keys = [];
    expect(await verify(token)).toBeUndefined();
    keys = [published];
    expect(await verify(token)).toEqual(claims);
  });

  test('does not make a forgery of it valid', async () => {
    const token = await signed();
    await usedBefore(token);
    expect(await verify(forged(token))).toBeUndefined();
  });
});

test.each([
  ['for another audience', { audience: 'other' }],
  ['of an unknown kind', { kind: 'refresh' }],
])('a token %s is refused, repeatedly', async (_, about) => {
  const token = await signed(about);
  expect(await verify(token)).toBeUndefined();
  expect(await verify(token)).toBeUndefined();
});
