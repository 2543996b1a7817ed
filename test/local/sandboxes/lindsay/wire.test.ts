import { createHash } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { fieldNetSandbox } from '../../../../local/sandboxes/lindsay/sandbox.ts';
import { startSandbox } from '../../../../local/sandboxes/sandboxes.ts';
import { ask, askToken, signedIn } from '../sandbox-client.ts';

const clock = { now: Date.UTC(2026, 5, 15, 18) };
const sandbox = await startSandbox(fieldNetSandbox, { now: () => clock.now });
const { access } = sandbox;
const { call } = await signedIn(access, '/connect/token');
afterAll(() => sandbox.close());

const control = (method: string, path: string, body?: object) =>
  ask(`${access.url}/control${path}`, { method, ...(body && { body }) });
beforeEach(async () => {
  await control('PUT', '/state', {
    envelope: 'items',
    rights: ['organization-view', 'equipment-monitor', 'equipment-report'],
  });
});

const pivot = async () => (await call('/irrigation-controllers')).body.items[0] as Record<string, number | string>;

describe('sign-in', () => {
  const asked = (more: Record<string, string>) =>
    new URLSearchParams({
      ...{ client_id: access.clientId, redirect_uri: 'http://127.0.0.1/back', response_type: 'code', answer: 'allow' },
      ...more,
    });
  const verifier = 'a-verifier-of-at-least-forty-three-characters-x';
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const proven = { code_challenge: challenge, code_challenge_method: 'S256' };

  test('needs a proof key and the scope api', async () => {
    const statuses = [
      asked({ scope: 'api offline_access' }),
      asked({ ...proven, scope: 'offline_access' }),
      asked({ ...proven, scope: 'api offline_access' }),
    ].map(async (query) => (await ask(`${access.url}/connect/authorize?${query}`)).status);
    expect(await Promise.all(statuses)).toEqual([400, 400, 302]);
  });

  test('gives tokens of ten minutes for the verifier, with the client in the form', async () => {
    const back = await ask(`${access.url}/connect/authorize?${asked({ ...proven, scope: 'api offline_access' })}`);
    const code = new URL(back.headers.get('location') ?? '').searchParams.get('code') ?? '';
    const form = { grant_type: 'authorization_code', code, redirect_uri: 'http://127.0.0.1/back' };
    const wrong = await askToken(access, `${access.url}/connect/token`, { ...form, code_verifier: 'another' });
    expect(wrong.status).toBe(400);
    const again = await ask(`${access.url}/connect/authorize?${asked({ ...proven, scope: 'api offline_access' })}`);
    const second = new URL(again.headers.get('location') ?? '').searchParams.get('code') ?? '';
    const right = await askToken(access, `${access.url}/connect/token`, {
      ...form,
      code: second,
      code_verifier: verifier,
    });
    expect(right.body).toMatchObject({ token_type: 'Bearer', expires_in: 600, refresh_token: expect.any(String) });
  });

  test('an access token ends after ten minutes', async () => {
    const { call: own } = await signedIn(
      { ...access, refreshToken: (await signedInAgain()).body.refresh_token },
      '/connect/token',
    );
    expect((await own('/organizations')).status).toBe(200);
    clock.now += 10 * 60_000;
    expect((await own('/organizations')).status).toBe(401);
    clock.now -= 10 * 60_000;
  });

  async function signedInAgain() {
    const back = await ask(`${access.url}/connect/authorize?${asked({ ...proven, scope: 'api offline_access' })}`);
    const code = new URL(back.headers.get('location') ?? '').searchParams.get('code') ?? '';
    const form = { grant_type: 'authorization_code', code, redirect_uri: 'http://127.0.0.1/back' };
    return askToken(access, `${access.url}/connect/token`, { ...form, code_verifier: verifier });
  }
});

test('pages are counted from 1, and a short one is the last', async () => {
  expect((await call('/irrigation-controllers?page=0')).status).toBe(400);
  expect((await call('/irrigation-controllers?page=1&page-size=1')).body.items).toHaveLength(1);
  expect((await call('/irrigation-controllers?page=3&page-size=1')).body.items).toHaveLength(0);
});

test('a right that is missing is 403', async () => {
  await control('PUT', '/state', { rights: ['equipment-monitor'] });
  const { id } = await pivot();
  expect((await call(`/irrigation-controllers/${id}/history`)).status).toBe(403);
  expect((await call('/irrigation-systems')).status).toBe(200);
});

test.each(['features', 'items', 'data', 'value', 'results'])('lists can be in %s', async (envelope) => {
  await control('PUT', '/state', { envelope });
  expect((await call('/irrigation-controllers')).body[envelope]).toHaveLength(2);
});

describe('applied irrigation', () => {
  const applied = async (from: string, to: string) => {
    const { id } = await pivot();
    const { body } = await call(`/irrigation-systems/${id}/applied-irrigation?from=${from}&to=${to}`);
    return body.features.map(({ properties }: { properties: object }) => properties);
  };
  const rows = async (all: object[]) => {
    const { id } = await pivot();
    await control('PUT', `/history/${id}`, { rows: all });
  };
  const wet = { is_irrigating: true, is_moving: true, depth: 0.01, rate: 0.5 };
  const dry = { is_irrigating: false, is_moving: false, depth: null, rate: 0 };

  test('is the watered arc of the span alone, and days are those of UTC', async () => {
    await rows([
      { ...wet, timestamp: '2026-06-10T18:00:00Z', position: 350 },
      { ...dry, timestamp: '2026-06-11T06:00:00Z', position: 170 },
    ]);
    expect(await applied('2026-06-10', '2026-06-11')).toEqual([
      { depth: 10, 'degree-count': 80 },
      { depth: 10, 'degree-count': 10 },
    ]);
    expect(await applied('2026-06-10T20:00:00Z', '2026-06-10T21:00:00Z')).toEqual([{ depth: 10, 'degree-count': 15 }]);
    expect(await applied('2026-06-12', '2026-06-13')).toEqual([]);
  });

  test('adds up the passes over one arc', async () => {
    await rows([
      { ...wet, timestamp: '2026-06-10T00:00:00Z', position: 0, direction: 'forward' },
      { ...wet, timestamp: '2026-06-10T04:00:00Z', position: 60, direction: 'reverse' },
      { ...dry, timestamp: '2026-06-10T06:00:00Z', position: 30 },
    ]);
    expect(await applied('2026-06-10', '2026-06-11')).toEqual([
      { depth: 10, 'degree-count': 30 },
      { depth: 20, 'degree-count': 30 },
    ]);
  });
});
