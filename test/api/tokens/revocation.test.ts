import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { advance, cloud, cloudClock } from '../cloud.ts';
import { expectProblem } from '../contract/problem.ts';
import { freshOwner, identity } from '../owner.ts';
import { password, signIn } from './sign-in.ts';

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

test('neither passwords nor tokens are written into the log', async () => {
  const { owner, call } = await freshOwner({ password: 'a password to look for' });
  const { body } = await signIn(owner.username, 'a password to look for');
  await signIn(owner.username, 'a wrong password to look for');
  await call('POST', path, { token: body.id_token, body: '{"name": broken' });
  const log = readFileSync(cloud.logFile, 'utf8');
  for (const secret of ['password to look for', body.id_token]) expect(log).not.toContain(secret);
});
