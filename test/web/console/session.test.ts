import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newSession } from '../../../web/console/session/session.ts';

let server: Server;
let root: string;
/** Grants of requests for tokens, in their order. */
let grants: string[];
/** Bearer tokens that the API accepts. */
let valid: Set<string>;
let isRefusing = false;

beforeEach(async () => {
  grants = [];
  valid = new Set();
  isRefusing = false;
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    response.setHeader('content-type', 'application/json');
    if (request.url?.includes('/openid-connect/token')) {
      const form = new URLSearchParams(Buffer.concat(chunks).toString());
      grants.push(`${form.get('grant_type')} ${form.get('refresh_token') ?? form.get('password')}`);
      if (isRefusing) {
        response.statusCode = 400;
        response.end('{"error":"invalid_grant"}');
        return;
      }
      const token = `access-${grants.length}`;
      valid = new Set([token]);
      response.end(JSON.stringify({ access_token: token, refresh_token: `refresh-${grants.length}`, expires_in: 900 }));
      return;
    }
    const token = request.headers.authorization?.replace('Bearer ', '') ?? '';
    response.statusCode = valid.has(token) ? 200 : 401;
    response.end(JSON.stringify({ url: request.url, token }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  root = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(() => new Promise((resolve) => server.close(resolve)));

const credentials = { username: 'owner', password: 'secret', clientId: 'client' };

test('requests carry the access token, under the stage of access tokens', async () => {
  const session = newSession(root, false, () => 0);
  await session.signIn(credentials);
  expect(session.state.value).toEqual({ step: 'open', username: 'owner' });
  expect(await session.api.get('/services/x')).toEqual({ url: '/v2/services/x', token: 'access-1' });
});

test('a token that is about to end is renewed once for all requests', async () => {
  let now = 0;
  const session = newSession(root, false, () => now);
  await session.signIn(credentials);
  now = 871_000;
  const answers = await Promise.all([1, 2, 3].map(() => session.api.get<{ token: string }>('/services/x')));
  expect(answers.map(({ token }) => token)).toEqual(['access-2', 'access-2', 'access-2']);
  expect(grants).toEqual(['password secret', 'refresh_token refresh-1']);
});

test('a token that was revoked is renewed and the request repeated; a refused renewal ends the session with its reason', async () => {
  const session = newSession(root, false, () => 0);
  await session.signIn(credentials);
  valid.clear();
  expect(await session.api.get<{ token: string }>('/services/x')).toMatchObject({ token: 'access-2' });
  valid.clear();
  isRefusing = true;
  await expect(session.api.get('/services/x')).rejects.toThrow();
  expect(session.state.value).toEqual({
    step: 'signedOut',
    reason: 'The session has ended. Please sign in again.',
  });
});

test('a refused sign-in says why, and nothing is sent after signing out', async () => {
  const session = newSession(root, false, () => 0);
  isRefusing = true;
  await session.signIn(credentials);
  expect(session.state.value).toEqual({
    step: 'signedOut',
    reason: 'Username, password and client ID do not belong together.',
  });
  session.signOut();
  await expect(session.api.get('/services/x')).rejects.toThrow('Nobody is signed in.');
});
