import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose';
import { describe, expect, test } from 'vitest';
import { cloud, cloudClock } from '../cloud.ts';
import { freshOwner, request } from '../owner.ts';
import { itemsOf } from '../users/erasure.ts';
import { askForTokens, freshClient, type OAuthError, password, realm, signIn } from './sign-in.ts';

const { owner, call } = await freshOwner({ password });
const client = await freshClient();
const grant = { grant_type: 'password', client_id: client.id, username: owner.username, password };

test('the password grant returns the tokens of RFC 6749, which work under /v2', async () => {
  const { status, headers, body } = await askForTokens(grant);
  expect(status).toBe(200);
  expect(body).toEqual({
    access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    expires_in: 900,
    refresh_expires_in: 2_592_000,
    refresh_token: expect.stringMatching(/^[\w-]{43}$/),
    token_type: 'Bearer',
  });
  expect([headers.get('cache-control'), headers.get('pragma')]).toEqual(['no-store', 'no-cache']);
  const path = '/services/usermanagement/api/users';
  expect((await call('GET', path, { stage: 'access', token: body.access_token })).status).toBe(200);
});

test('lifetimes are those of the client', async () => {
  const { id } = await freshClient({ accessSeconds: 120, refreshSeconds: 600 });
  const { body } = await askForTokens({ ...grant, client_id: id });
  expect(body).toMatchObject({ expires_in: 120, refresh_expires_in: 600 });
  const { iat = 0, exp = 0 } = decodeJwt(body.access_token);
  expect(exp - iat).toBe(120);
});

describe('errors have the form of RFC 6749', () => {
  const { grant_type, client_id, username, ...rest } = grant;
  test.each<[string, Record<string, string>, number, string]>([
    ['no grant_type', { client_id, username, ...rest }, 400, 'invalid_request'],
    ['no client_id', { grant_type, username, ...rest }, 400, 'invalid_request'],
    ['no username', { grant_type, client_id, ...rest }, 400, 'invalid_request'],
    ['no password', { grant_type, client_id, username }, 400, 'invalid_request'],
    ['an empty password', { ...grant, password: '' }, 400, 'invalid_request'],
    ['a username that is too long', { ...grant, username: 'x'.repeat(5_000) }, 400, 'invalid_request'],
    ['a client_id that is too long', { ...grant, client_id: 'x'.repeat(5_000) }, 400, 'invalid_request'],
    ['a wrong password', { ...grant, password: 'wrong' }, 400, 'invalid_grant'],
    ['an unknown username', { ...grant, username: 'nobody@test.example' }, 400, 'invalid_grant'],
    ['an unknown client', { ...grant, client_id: 'nobody' }, 401, 'invalid_client'],
    ['another grant', { ...grant, grant_type: 'client_credentials' }, 400, 'unsupported_grant_type'],
    ['a grant named like a member of objects', { ...grant, grant_type: 'constructor' }, 400, 'unsupported_grant_type'],
    ['no refresh_token', { grant_type: 'refresh_token', client_id }, 400, 'invalid_request'],
    ['an unknown refresh_token', { grant_type: 'refresh_token', client_id, refresh_token: 'x' }, 400, 'invalid_grant'],
  ])('%s', async (_, form, status, error) => {
    const answer = await askForTokens<OAuthError>(form);
    expect(answer).toMatchObject({ status, body: { error, error_description: expect.stringMatching(/\w.*\.$/) } });
    expect(Object.keys(answer.body)).toHaveLength(2);
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect([answer.headers.get('cache-control'), answer.headers.get('pragma')]).toEqual(['no-store', 'no-cache']);
  });

  test('a parameter that is given twice', async () => {
    const body = new URLSearchParams([...Object.entries(grant), ['username', 'other']]);
    const answer = await request<OAuthError>('POST', `${realm}/protocol/openid-connect/token`, { body });
    expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
  });

  test('a JSON body', async () => {
    const answer = await request<OAuthError>('POST', `${realm}/protocol/openid-connect/token`, { json: grant });
    expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
  });
});

test('another realm does not exist', async () => {
  const path = '/auth/realms/other/protocol/openid-connect/token';
  expect((await request('POST', path, { body: new URLSearchParams(grant) })).status).toBe(404);
  expect((await request('GET', '/auth/realms/other/.well-known/openid-configuration')).status).toBe(404);
});

test.each(['id', 'access'] as const)('discovery links to keys that verify both kinds of token (%s)', async (stage) => {
  const { body } = await request<Record<string, string>>('GET', `${realm}/.well-known/openid-configuration`, { stage });
  expect(body).toMatchObject({ issuer: cloud.baseUrl + realm, grant_types_supported: ['password', 'refresh_token'] });
  expect(body.token_endpoint).toBe(`${cloud.baseUrl}${realm}/protocol/openid-connect/token`);
  const keys = createRemoteJWKSet(new URL(body.jwks_uri ?? ''));
  const tokens = [
    (await askForTokens(grant)).body.access_token,
    (await signIn(owner.username, password)).body.id_token,
  ];
  for (const token of tokens) {
    const expected = { issuer: body.issuer ?? '', audience: 'furrow', currentDate: new Date(cloudClock.now()) };
    const { payload } = await jwtVerify(token, keys, expected);
    expect(payload).toMatchObject({ sub: owner.id, preferred_username: owner.username });
  }
});

test('the table for token checks holds neither passwords nor private keys', async () => {
  await askForTokens(grant);
  const found = [];
  for await (const item of itemsOf('owners')) found.push(item);
  expect(found.map(({ pk }) => pk)).toEqual(expect.arrayContaining([`owner#${owner.id}`, 'signingKeys']));
  for (const item of found) {
    expect(Object.keys(item).sort()).toEqual(item.pk === 'signingKeys' ? ['key', 'pk', 'sk'] : ['owner', 'pk', 'sk']);
    expect(JSON.stringify(item)).not.toMatch(/scrypt\$|sealed|passwordHash/);
  }
});

test('private keys are neither published nor stored in clear', async () => {
  const { body } = await request<{ keys: object[] }>('GET', `${realm}/protocol/openid-connect/certs`);
  for (const key of body.keys) expect(Object.keys(key).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use']);
});
