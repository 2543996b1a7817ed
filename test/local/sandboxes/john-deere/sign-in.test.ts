import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ask, askToken } from '../sandbox-client.ts';
import { type Deere, deere, tokenPath } from './deere.ts';

let sandbox: Deere;
beforeEach(async () => {
  sandbox = await deere();
});
afterEach(() => sandbox.close());

const redirectUri = 'http://127.0.0.1:1/back';
const token = (form: Record<string, string>) => askToken(sandbox.access, `${sandbox.endpoint}${tokenPath}`, form);
const refresh = (refreshToken: string) => token({ grant_type: 'refresh_token', refresh_token: refreshToken });
const organizations = (accessToken: string) =>
  ask(`${sandbox.endpoint}/platform/organizations`, { headers: { authorization: `Bearer ${accessToken}` } });

/** The address that a grower is sent back to. */
async function consent(answer: string, more: Record<string, string> = {}): Promise<URL> {
  const asked = {
    response_type: 'code',
    client_id: sandbox.access.clientId,
    redirect_uri: redirectUri,
    state: 's&1',
    ...more,
  };
  const { body } = await ask(
    `${sandbox.endpoint}/oauth2/aus78tnlaysMraFhC1t7/v1/authorize?${new URLSearchParams(asked)}`,
  );
  const path = new RegExp(`id="${answer}" href="([^"]*)"`).exec(body)?.[1]?.replaceAll('&#38;', '&') ?? '';
  const { status, headers } = await ask(`${sandbox.endpoint}${path}`);
  expect(status).toBe(302);
  return new URL(headers.get('location') ?? '');
}

describe('the sign-in of John Deere', () => {
  test('is found by discovery, at the address that the client calls', async () => {
    const path = '/oauth2/aus78tnlaysMraFhC1t7/.well-known/oauth-authorization-server';
    const headers = { 'x-forwarded-host': 'farm.example', 'x-forwarded-proto': 'https' };
    const { body } = await ask(`${sandbox.endpoint}${path}`, { headers });
    expect(body.token_endpoint).toBe('https://farm.example/oauth2/aus78tnlaysMraFhC1t7/v1/token');
  });

  test('exchanges a code once, for the address and the proof key that it was given for', async () => {
    const verifier = 'v'.repeat(43);
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    const back = await consent('allow', { code_challenge: challenge, code_challenge_method: 'S256' });
    expect(back.searchParams.get('state')).toBe('s&1');
    const form = {
      grant_type: 'authorization_code',
      code: back.searchParams.get('code') ?? '',
      redirect_uri: redirectUri,
      code_verifier: verifier,
    };
    const { status, body } = await token(form);
    expect([status, body.expires_in, body.token_type]).toEqual([200, 43_200, 'Bearer']);
    expect(body.access_token.split('.')).toHaveLength(3);
    expect((await organizations(body.access_token)).status).toBe(200);
    expect((await token(form)).status).toBe(400);
    const other = await consent('allow', { code_challenge: challenge });
    const wrong = { ...form, code: other.searchParams.get('code') ?? '', code_verifier: 'w'.repeat(43) };
    expect((await token(wrong)).body).toMatchObject({ error: 'invalid_grant' });
  });

  test('gives a refresh token for offline_access only', async () => {
    const back = await consent('allow', { scope: 'org1 ag1' });
    const { body } = await token({
      grant_type: 'authorization_code',
      code: back.searchParams.get('code') ?? '',
      redirect_uri: redirectUri,
    });
    expect([body.scope, body.refresh_token]).toEqual(['org1 ag1', undefined]);
  });

  test('replaces a refresh token with each use', async () => {
    expect((await refresh(sandbox.firstRefreshToken)).status).toBe(400);
    const second = await refresh(sandbox.refreshToken);
    expect(second.status).toBe(200);
    expect((await refresh(sandbox.refreshToken)).body.error).toBe('invalid_grant');
    expect((await refresh(second.body.refresh_token)).status).toBe(200);
  });

  test.each(['query', 'Basic', 'encoded Basic'])('takes parameters and client by %s', async (how) => {
    const { clientId, clientSecret } = sandbox.access;
    const given = { grant_type: 'refresh_token', refresh_token: sandbox.refreshToken };
    const user = how === 'encoded Basic' ? encodeURIComponent(clientId) : clientId;
    const basic = { authorization: `Basic ${Buffer.from(`${user}:${clientSecret}`).toString('base64')}` };
    const answer =
      how === 'query'
        ? await ask(
            `${sandbox.endpoint}${tokenPath}/?${new URLSearchParams({ ...given, client_id: clientId, client_secret: clientSecret })}`,
            { method: 'POST' },
          )
        : await ask(`${sandbox.endpoint}${tokenPath}`, {
            method: 'POST',
            headers: basic,
            body: new URLSearchParams(given),
          });
    expect(answer.status).toBe(200);
  });

  test('refuses another client', async () => {
    const { status, body } = await token({
      grant_type: 'refresh_token',
      refresh_token: sandbox.refreshToken,
      client_secret: 'x',
    });
    expect([status, body.error]).toEqual([401, 'invalid_client']);
  });

  test('ends access after twelve hours, and a refresh token after a year without use', async () => {
    sandbox.clock.now += 12 * 3_600_000 - 1_000;
    expect((await organizations(sandbox.accessToken)).status).toBe(200);
    sandbox.clock.now += 1_000;
    expect((await organizations(sandbox.accessToken)).body[0].message).toContain('expired');
    sandbox.clock.now += 365 * 86_400_000;
    expect((await refresh(sandbox.refreshToken)).status).toBe(400);
  });

  test('ends what is revoked, by the client or by the control', async () => {
    const { body } = await refresh(sandbox.refreshToken);
    const { clientId, clientSecret } = sandbox.access;
    const form = new URLSearchParams({ client_id: clientId, client_secret: clientSecret, token: body.refresh_token });
    await ask(`${sandbox.endpoint}/oauth2/aus78tnlaysMraFhC1t7/v1/revoke`, { method: 'POST', body: form });
    expect((await refresh(body.refresh_token)).status).toBe(400);
    expect((await organizations(body.access_token)).status).toBe(401);
  });

  test.each([
    ['access', 401, 200],
    ['refresh', 200, 400],
    ['revoked', 401, 400],
  ])('ends tokens as the control asks: %s', async (end, access, renewed) => {
    await sandbox.control('POST', '/tokens', { end });
    expect((await organizations(sandbox.accessToken)).status).toBe(access);
    expect((await refresh(sandbox.refreshToken)).status).toBe(renewed);
  });

  test('keeps refresh tokens over a restart', async () => {
    await sandbox.close();
    const old = sandbox.refreshToken;
    sandbox = await deere();
    expect((await refresh(old)).status).toBe(200);
  });

  test('shows no organization after a consent that selected none, and one that is selected later', async () => {
    await consent('nothing');
    expect((await sandbox.call('/platform/organizations')).body).toMatchObject({ total: 0, values: [] });
    expect((await sandbox.call('/platform/organizations/1234/fields')).status).toBe(403);
    const page = `/connections/${sandbox.access.clientId}/select-organizations?answer=1234&redirect_uri=${redirectUri}`;
    expect((await ask(`${sandbox.endpoint}${page}`)).headers.get('location')).toBe(redirectUri);
    expect((await sandbox.call('/platform/organizations/1234/fields')).status).toBe(200);
  });

  test('leaves out a scope that the grower withholds, which the refusal names', async () => {
    const back = await consent('withhold');
    const { body } = await token({
      grant_type: 'authorization_code',
      code: back.searchParams.get('code') ?? '',
      redirect_uri: redirectUri,
    });
    const headers = { authorization: `Bearer ${body.access_token}` };
    const answer = await ask(`${sandbox.endpoint}/platform/fieldOps/MTIzNF81ZGJiMTBkZmM3ODg4ZDMxZDA1MzUxOWM`, {
      headers,
    });
    expect([answer.status, answer.body[0].message]).toEqual([403, expect.stringMatching(/lacks ag2\.$/)]);
  });

  test('refuses all tokens of a consent that expires at once', async () => {
    const back = await consent('expire');
    const { status, body } = await token({
      grant_type: 'authorization_code',
      code: back.searchParams.get('code') ?? '',
      redirect_uri: redirectUri,
    });
    expect(status).toBe(200);
    expect((await organizations(body.access_token)).status).toBe(401);
    expect((await refresh(body.refresh_token)).status).toBe(400);
  });

  test('ends all tokens when the last organization is disconnected', async () => {
    const page = `/connections/${sandbox.access.clientId}/connections-dialog?orgId=1234&answer=1234`;
    await ask(`${sandbox.endpoint}${page}`);
    expect((await refresh(sandbox.refreshToken)).status).toBe(400);
  });
});
