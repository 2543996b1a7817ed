import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { scryptPasswords } from '../../../adapters/secrets/scrypt-passwords.ts';
import { runFurrow } from '../../../bin/commands/run-furrow.ts';
import { withPassword } from '../../../domain/access/new-owner.ts';
import { advance, cloud, cloudClock } from '../cloud.ts';
import { expectProblem } from '../contract/problem.ts';
import { freshOwner, identity, request } from '../owner.ts';
import { askForTokens, freshClient, password, signIn } from './sign-in.ts';

const path = '/services/usermanagement/api/users';

test("an owner's tokens are refused within 30 seconds of its not-before, and new ones work", async () => {
  const { owner, call, token } = await freshOwner({ password });
  const [legacy, access] = [await token('id'), await token('access')];
  expect((await call('GET', path, { token: legacy })).status).toBe(200);

  const account = await identity.account(owner.id);
  if (!account) throw new Error('the owner is gone');
  const notBefore = Math.floor(cloudClock.now() / 1000) + 1;
  await identity.changeAccount(account, { ...account, owner: { ...account.owner, notBefore } });
  const renewed = (await signIn(owner.username, password)).body.id_token;
  await advance({ seconds: 31 });

  expect(expectProblem(await call('GET', path, { token: legacy }), 401).detail).toMatch(/revoked/);
  expectProblem(await call('GET', path, { stage: 'access', token: access }), 401);
  expect((await call('GET', path, { token: renewed })).status).toBe(200);
});

describe('a new password', () => {
  const services = { passwords: scryptPasswords(), clock: cloudClock };
  const signedIn = async () => {
    const { owner, call } = await freshOwner({ password });
    const client = await freshClient();
    const grant = { grant_type: 'password', client_id: client.id, username: owner.username, password };
    const tokens = (await askForTokens(grant)).body;
    const refresh = { grant_type: 'refresh_token', client_id: client.id, refresh_token: tokens.refresh_token };
    const legacy = (await signIn(owner.username, password)).body.id_token;
    const status = async () => [
      (await call('GET', path, { token: legacy })).status,
      (await call('GET', path, { stage: 'access', token: tokens.access_token })).status,
      (await askForTokens(refresh)).status,
    ];
    const account = await identity.account(owner.id);
    if (!account) throw new Error('the owner is gone');
    return { account, grant, status };
  };

  test('ends access, refresh and legacy tokens, and tokens from the new password work at once', async () => {
    const { account, grant, status } = await signedIn();
    await identity.changeAccount(account, await withPassword(account, { password: 'another password' }, services));
    const renewed = (await askForTokens({ ...grant, password: 'another password' })).body;
    const { client_id } = grant;
    const refresh = { grant_type: 'refresh_token', client_id, refresh_token: renewed.refresh_token };
    expect((await askForTokens(refresh)).status).toBe(200);
    await advance({ seconds: 31 });
    expect(await status()).toEqual([401, 401, 400]);
    expect((await askForTokens(grant)).status).toBe(400);
    const users = await request('GET', path, {
      stage: 'access',
      headers: { authorization: `Bearer ${renewed.access_token}` },
    });
    expect(users.status).toBe(200);
  });

  test('leaves sessions alone when they are kept', async () => {
    const { account, grant, status } = await signedIn();
    const wanted = { password: 'another password', keepSessions: true };
    await identity.changeAccount(account, await withPassword(account, wanted, services));
    await advance({ seconds: 31 });
    expect(await status()).toEqual([200, 200, 200]);
    expect((await askForTokens(grant)).status).toBe(400);
  });

  test('can be set on the command line, which ends sessions unless --keep-sessions is given', async () => {
    const { account } = await signedIn();
    const { username, id } = account.owner;
    const change = (...options: string[]) =>
      runFurrow(['owner', 'change', username, ...options, '--data-dir', cloud.dataDir], {});
    expect(await change('--new-password', '--keep-sessions')).toBe(0);
    expect(await identity.account(id)).toMatchObject({ owner: { notBefore: 0 } });
    expect(await change('--keep-sessions')).toBe(1);
    expect(await change('--new-password')).toBe(0);
    expect((await identity.account(id))?.owner.notBefore).toBeGreaterThan(Date.now() / 1000 - 60);
  });
});

test('neither passwords nor tokens are logged', async () => {
  const { owner, call } = await freshOwner({ password: 'a password to look for' });
  const { body } = await signIn(owner.username, 'a password to look for');
  await signIn(owner.username, 'a wrong password to look for');
  await call('POST', path, { token: body.id_token, body: '{"name": broken' });
  const log = readFileSync(cloud.logFile, 'utf8');
  for (const secret of ['password to look for', body.id_token]) expect(log).not.toContain(secret);
});
