import { decodeProtectedHeader } from 'jose';
import { expect, test } from 'vitest';
import { tokenIssuer } from '../../../adapters/jose/token-issuer.ts';
import type { Owner } from '../../../domain/access/owner.ts';
import type { SigningKey } from '../../../domain/access/signing-key.ts';

const at = Date.parse('2026-03-12T06:00:00Z');
const sealer = {
  seal: async (_: unknown, secret: string) => secret,
  open: async (_: unknown, sealed: string) => sealed,
};
const owner = { id: 'owner', username: 'owner', notBefore: 0 } as Owner;
const issue = { owner, at, kind: 'access', lifetimeSeconds: 900, issuer: 'http://localhost' } as const;

function issuerOver(kept: SigningKey[], failing = 0) {
  let failures = failing;
  const keys = {
    all: async () => {
      if (failures-- > 0) throw new Error('the table does not answer');
      return [...kept];
    },
    put: async (key: SigningKey) => void kept.push(key),
  };
  let ids = 0;
  return tokenIssuer({ keys, sealer, clock: { now: () => at }, newId: () => `key-${++ids}` });
}

test('concurrent first tokens of a new installation are signed with one key', async () => {
  const kept: SigningKey[] = [];
  const { issue: sign } = issuerOver(kept);
  const tokens = await Promise.all([sign(issue), sign(issue), sign(issue)]);
  expect(kept).toHaveLength(1);
  expect(tokens.map(({ token }) => decodeProtectedHeader(token).kid)).toEqual(['key-1', 'key-1', 'key-1']);
});

test('a failed read of the keys is not cached', async () => {
  const { issue: sign } = issuerOver([], 1);
  await expect(sign(issue)).rejects.toThrow('does not answer');
  await expect(sign(issue)).resolves.toMatchObject({ expiresInSeconds: 900 });
});
