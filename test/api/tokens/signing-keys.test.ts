import { decodeProtectedHeader } from 'jose';
import { expect, test } from 'vitest';
import { makeSigningKey } from '../../../adapters/jose/token-issuer.ts';
import { newId } from '../../../adapters/system.ts';
import { advance, cloudClock } from '../cloud.ts';
import { freshOwner, request, sealer, signingKeys } from '../owner.ts';
import { password, realm, signIn } from './sign-in.ts';

const { owner, call } = await freshOwner({ password });
const enter = async (token: string) => (await call('GET', '/services/usermanagement/api/users', { token })).status;

async function published(): Promise<string[]> {
  const { body } = await request<{ keys: { kid: string }[] }>('GET', `${realm}/protocol/openid-connect/certs`);
  return body.keys.map(({ kid }) => kid);
}

test('a new key signs within five minutes, and tokens of older keys stay valid', async () => {
  const before = (await signIn(owner.username, password)).body.id_token;
  const { kid } = await makeSigningKey({ keys: signingKeys, sealer, clock: cloudClock, newId });
  expect(await published()).toEqual(expect.arrayContaining([kid, decodeProtectedHeader(before).kid]));
  await advance({ minutes: 5, seconds: 1 });
  const after = (await signIn(owner.username, password)).body.id_token;
  expect(decodeProtectedHeader(after).kid).toBe(kid);
  expect([await enter(after), await enter(before)]).toEqual([200, 200]);
});

test('a retired key is no longer published, and its tokens are refused', async () => {
  const token = (await signIn(owner.username, password)).body.id_token;
  const { kid } = decodeProtectedHeader(token);
  const key = (await signingKeys.all()).find((known) => known.kid === kid);
  if (!key) throw new Error('the key is not in the table');
  await signingKeys.put({ ...key, retiresAt: cloudClock.now() });
  expect(await published()).not.toContain(kid);
  await advance({ minutes: 5, seconds: 1 });
  expect(await enter(token)).toBe(401);
  expect(await enter((await signIn(owner.username, password)).body.id_token)).toBe(200);
});
