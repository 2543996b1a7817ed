import { expect, test } from 'vitest';
import { freeFailures, maxFailuresFromNetwork, maxFailuresOfNetwork } from '../../../domain/access/count-attempt.ts';
import { advance } from '../cloud.ts';
import { expectProblem } from '../contract/problem.ts';
import { freshOwner } from '../owner.ts';
import { askForTokens, freshClient, type OAuthError, password, signIn, signInFrom } from './sign-in.ts';

const client = await freshClient();
const grantOf = (username: string) => ({ grant_type: 'password', client_id: client.id, username, password });
const freshUsername = async () => (await freshOwner({ password })).owner.username;

async function failFiveTimes(username: string): Promise<void> {
  for (let failure = 1; failure <= 5; failure += 1) expect((await signIn(username, 'wrong')).status).toBe(401);
}

/** Fails from so many networks that all networks without an earlier sign-in have to wait. */
async function besiege(username: string, networks: string): Promise<void> {
  for (let at = 1; at <= freeFailures / maxFailuresFromNetwork; at += 1) {
    const failures = Array.from({ length: maxFailuresFromNetwork }, () =>
      signInFrom(`${networks}.${at}`, username, 'wrong'),
    );
    for (const { status } of await Promise.all(failures)) expect(status).toBe(401);
  }
}

test('five failures lock the username for this network, and for no other', async () => {
  const username = await freshUsername();
  const { body: tokens } = await askForTokens(grantOf(username));
  await failFiveTimes(username);

  const locked = await signIn(username, password);
  expectProblem(locked, 429, 'signInLocked');
  const wait = Number(locked.headers.get('retry-after'));
  expect(wait).toBeGreaterThan(800);
  expect(wait).toBeLessThanOrEqual(900);
  const grant = await askForTokens<OAuthError>(grantOf(username));
  expect(grant).toMatchObject({ status: 429, body: { error: 'temporarily_unavailable' } });
  expect(grant.headers.has('retry-after')).toBe(true);

  expect(await signInFrom('127.0.0.2', username, password)).toMatchObject({ status: 200 });
  expect((await signIn('somebody-else@test.example', 'wrong')).status).toBe(401);
  const refreshed = { grant_type: 'refresh_token', client_id: client.id, refresh_token: tokens.refresh_token };
  expect((await askForTokens(refreshed)).status).toBe(200);

  await advance({ seconds: wait + 1 });
  expect((await signIn(username, password)).status).toBe(200);
});

test('a success resets the count', async () => {
  const username = await freshUsername();
  for (let round = 1; round <= 2; round += 1) {
    for (let failure = 1; failure <= 4; failure += 1) await signIn(username, 'wrong');
    expect((await signIn(username, password)).status).toBe(200);
  }
});

test('concurrent guesses are counted like sequential ones', async () => {
  const username = await freshUsername();
  const guesses = await Promise.all(Array.from({ length: 12 }, () => signIn(username, 'wrong')));
  expect(guesses.filter(({ status }) => status === 401)).toHaveLength(5);
  expect(guesses.filter(({ status }) => status === 429)).toHaveLength(7);
});

test.each([
  (username: string) => `${username}#127.0.0.1`,
  (username: string) => `${username}","127.0.0.1`,
  (username: string) => `["pair","${username}","127.0.0.1"]`,
])('a username that looks like a counter of another one is counted by itself (%#)', async (disguise) => {
  const username = await freshUsername();
  // The disguised username exists, since a lookup of an unknown one takes as long as a real password.
  const { owner: disguised } = await freshOwner({ username: disguise(username), password });
  await failFiveTimes(disguised.username);
  expect((await signIn(disguised.username, 'wrong')).status).toBe(429);
  expect((await signIn(username, 'wrong')).status).toBe(401);
  expect((await signIn(username, password)).status).toBe(200);
});

test('failures elsewhere never lock a network where the username signed in before', async () => {
  const username = await freshUsername();
  expect((await signInFrom('127.0.0.7', username, password)).status).toBe(200);
  await besiege(username, '127.0.1');
  expect((await signInFrom('127.0.0.7', username, 'mistyped')).status).toBe(401);
  expect((await signInFrom('127.0.0.7', username, password)).status).toBe(200);
  const grant = await signInFrom('127.0.0.8', username, password);
  expect(grant).toMatchObject({ status: 429, body: { errorKey: 'signInLocked' } });
});

test('elsewhere they cost one wait, as long as Retry-After says, however long they go on', async () => {
  const username = await freshUsername();
  await besiege(username, '127.0.2');
  const asked = await signInFrom('127.0.0.9', username, password);
  expect(asked).toMatchObject({ status: 429, retryAfter: expect.any(Number) });
  expect(asked.retryAfter).toBeLessThanOrEqual(30);
  for (let early = 1; early <= 2 * maxFailuresFromNetwork; early += 1) {
    expect((await signInFrom('127.0.0.9', username, password)).status).toBe(429);
  }
  await besiegeOn(username);
  await advance({ seconds: asked.retryAfter });
  await besiegeOn(username);
  expect((await signInFrom('127.0.0.9', username, 'mistyped')).status).toBe(401);
  expect((await signInFrom('127.0.0.9', username, password)).status).toBe(200);

  /** Known networks go on until they are locked. */
  async function besiegeOn(name: string) {
    for (let at = 1; at <= 8; at += 1) await signInFrom(`127.0.2.${at}`, name, 'wrong');
  }
});

test('a network that fails with many usernames has to wait, except where they signed in before', async () => {
  const username = await freshUsername();
  const network = '127.0.3.1';
  expect((await signInFrom(network, username, password)).status).toBe(200);
  const quick = await Promise.all(Array.from({ length: 20 }, freshUsername));
  let failures = 0;
  for (const name of quick) {
    for (let at = 0; at < maxFailuresOfNetwork / quick.length; at += 1) {
      expect((await signInFrom(network, name, 'wrong')).status).toBe(401);
      failures += 1;
    }
  }
  expect(failures).toBe(maxFailuresOfNetwork);
  const other = await freshUsername();
  const locked = await signInFrom(network, other, password);
  expect(locked.status).toBe(429);
  expect(locked.retryAfter).toBeLessThanOrEqual(900);
  expect((await signInFrom(network, username, password)).status).toBe(200);
  expect((await signInFrom('127.0.3.2', other, password)).status).toBe(200);
  await advance({ seconds: locked.retryAfter + 1 });
  expect((await signInFrom(network, other, password)).status).toBe(200);
});

test('an unknown username is counted as well, so that counting reveals nothing', async () => {
  const username = `nobody-${crypto.randomUUID()}@test.example`;
  await besiege(username, '127.0.4');
  expect((await signInFrom('127.0.4.1', username, 'wrong')).status).toBe(429);
  const known = await freshUsername();
  await besiege(known, '127.0.4');
  const [unknown, owner] = [
    await signInFrom('127.0.0.10', username, 'wrong'),
    await signInFrom('127.0.0.10', known, 'wrong'),
  ];
  expect(withoutId(unknown.body)).toEqual(withoutId(owner.body));
  expect([unknown.status, unknown.retryAfter]).toEqual([owner.status, owner.retryAfter]);
});

function withoutId(body: unknown): object {
  const { requestId: _, ...rest } = body as Record<string, unknown>;
  return rest;
}
