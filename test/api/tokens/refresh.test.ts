import { beforeEach, describe, expect, test } from 'vitest';
import { advance, cloudClock } from '../cloud.ts';
import { freshOwner, identity } from '../owner.ts';
import { askForTokens, freshClient, type OAuthError, password, type Tokens } from './sign-in.ts';

const { owner } = await freshOwner({ password });
const client = await freshClient();
const grant = { grant_type: 'password', client_id: client.id, username: owner.username, password };
const refused = { status: 400, body: { error: 'invalid_grant' } };

function refresh<T = Tokens>(refresh_token: string, client_id = client.id) {
  return askForTokens<T>({ grant_type: 'refresh_token', client_id, refresh_token });
}

let first: Tokens;
beforeEach(async () => {
  first = (await askForTokens(grant)).body;
});

test('a refresh token is exchanged for the next one, without the password', async () => {
  const second = (await refresh(first.refresh_token)).body;
  expect(Object.keys(second).sort()).toEqual(Object.keys(first).sort());
  expect(second.refresh_token).not.toBe(first.refresh_token);
  expect((await refresh(second.refresh_token)).status).toBe(200);
});

test('an exchanged token works for 30 more seconds, for the other tab', async () => {
  expect((await refresh(first.refresh_token)).status).toBe(200);
  await advance({ seconds: 25 });
  const again = await refresh(first.refresh_token);
  expect(again.status).toBe(200);
  await advance({ seconds: 60 });
  expect((await refresh(again.body.refresh_token)).status).toBe(200);
});

test('two exchanges at once both succeed', async () => {
  const both = await Promise.all([refresh(first.refresh_token), refresh(first.refresh_token)]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
});

test('later use of an exchanged token revokes all that came from it', async () => {
  const second = (await refresh(first.refresh_token)).body;
  const third = (await refresh(second.refresh_token)).body;
  await advance({ seconds: 31 });
  expect(await refresh<OAuthError>(first.refresh_token)).toMatchObject(refused);
  expect(await refresh<OAuthError>(third.refresh_token)).toMatchObject(refused);
  expect((await askForTokens(grant)).status).toBe(200);
});

describe('refreshing is refused for', () => {
  test("another client's token", async () => {
    const other = await freshClient();
    expect(await refresh<OAuthError>(first.refresh_token, other.id)).toMatchObject(refused);
    expect((await refresh(first.refresh_token)).status).toBe(200);
  });

  test('an expired token', async () => {
    const brief = await freshClient({ refreshSeconds: 300 });
    const { body } = await askForTokens({ ...grant, client_id: brief.id });
    await advance({ seconds: 301 });
    expect(await refresh<OAuthError>(body.refresh_token, brief.id)).toMatchObject(refused);
  });

  test('an access token', async () => {
    expect(await refresh<OAuthError>(first.access_token)).toMatchObject(refused);
  });

  test('a token from before the not-before of its owner', async () => {
    const account = await identity.account(owner.id);
    if (!account) throw new Error('the owner is gone');
    const notBefore = Math.floor(cloudClock.now() / 1000) + 1;
    await identity.changeAccount(account, { ...account, owner: { ...account.owner, notBefore } });
    expect(await refresh<OAuthError>(first.refresh_token)).toMatchObject(refused);
  });
});

test('the table holds no refresh token in clear', async () => {
  expect(await identity.refreshToken(first.refresh_token)).toBeUndefined();
});
