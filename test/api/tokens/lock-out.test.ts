import { expect, test } from 'vitest';
import { failuresPerAddress, failuresPerUsername } from '../../../domain/access/sign-in.ts';
import { advance } from '../cloud.ts';
import { expectProblem } from '../contract/problem.ts';
import { freshOwner } from '../owner.ts';
import { askForTokens, freshClient, type OAuthError, password, signIn, signInFrom } from './sign-in.ts';

const client = await freshClient();
const grantOf = (username: string) => ({ grant_type: 'password', client_id: client.id, username, password });

async function failFiveTimes(username: string): Promise<void> {
  for (let failure = 1; failure <= 5; failure += 1) expect((await signIn(username, 'wrong')).status).toBe(401);
}

test('five failures lock the username for this address, and for no other', async () => {
  const { username } = (await freshOwner({ password })).owner;
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

test('a success begins the count anew', async () => {
  const { username } = (await freshOwner({ password })).owner;
  for (let round = 1; round <= 2; round += 1) {
    for (let failure = 1; failure <= 4; failure += 1) await signIn(username, 'wrong');
    expect((await signIn(username, password)).status).toBe(200);
  }
});

test('guesses that come at once are counted like those that come one by one', async () => {
  const { username } = (await freshOwner({ password })).owner;
  const guesses = await Promise.all(Array.from({ length: 12 }, () => signIn(username, 'wrong')));
  expect(guesses.filter(({ status }) => status === 401)).toHaveLength(5);
  expect(guesses.filter(({ status }) => status === 429)).toHaveLength(7);
});

test('a hundred failures lock the username for every address', async () => {
  const { username } = (await freshOwner({ password })).owner;
  const addresses = Array.from({ length: failuresPerUsername / failuresPerAddress }, (_, at) => `127.0.1.${at + 1}`);
  for (const address of addresses) {
    for (let failure = 1; failure <= failuresPerAddress; failure += 1) {
      expect((await signInFrom(address, username, 'wrong')).status).toBe(401);
    }
  }
  const locked = await signInFrom('127.0.0.3', username, password);
  expect(locked).toMatchObject({ status: 429, body: { errorKey: 'signInLocked' } });
  expect(locked.retryAfter).toBeGreaterThan(0);
  expect(locked.retryAfter).toBeLessThanOrEqual(900);
  const grant = await askForTokens<OAuthError>(grantOf(username));
  expect(grant).toMatchObject({ status: 429, body: { error: 'temporarily_unavailable' } });

  await advance({ seconds: locked.retryAfter + 1 });
  expect((await signInFrom('127.0.0.3', username, password)).status).toBe(200);
});

test('a username that does not exist is locked as well, so that locking tells nothing', async () => {
  const username = `nobody-${crypto.randomUUID()}@test.example`;
  await failFiveTimes(username);
  expect((await signIn(username, 'wrong')).status).toBe(429);
});
