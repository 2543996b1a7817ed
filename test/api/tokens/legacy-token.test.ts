import { decodeJwt } from 'jose';
import { describe, expect, test } from 'vitest';
import { cloud, cloudClock } from '../cloud.ts';
import { expectProblem } from '../contract/problem.ts';
import { freshOwner, request } from '../owner.ts';
import { password, signIn } from './sign-in.ts';

const day = 24 * 60 * 60;
const { owner, call } = await freshOwner({ password, slowly: true });

test('a username and its password get a token that works on the base', async () => {
  const { status, headers, body } = await signIn(owner.username, password);
  expect(status).toBe(200);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(Object.keys(body)).toEqual(['id_token']);
  const users = await call('GET', '/services/usermanagement/api/users', { token: body.id_token });
  expect(users.status).toBe(200);
});

test.each([
  [undefined, day],
  [false, day],
  ['false', day],
  [true, 30 * day],
  ['true', 30 * day],
])('with rememberMe %s it is valid for %i seconds', async (rememberMe, seconds) => {
  const { body } = await signIn(owner.username, password, rememberMe);
  const { sub, iss, iat = 0, exp = 0 } = decodeJwt(body.id_token);
  expect([sub, iss, exp - iat]).toEqual([owner.id, `${cloud.baseUrl}/auth/realms/furrow`, seconds]);
  expect(Math.abs(iat - cloudClock.now() / 1000)).toBeLessThan(5);
});

test('letter case and surrounding blanks of the username do not matter', async () => {
  expect((await signIn(` ${owner.username.toUpperCase()} `, password)).status).toBe(200);
});

describe('refused sign-ins', () => {
  test('look alike for a wrong password and an unknown username', async () => {
    const [wrong, unknown] = [await signIn(owner.username, 'wrong'), await signIn('nobody@test.example', 'wrong')];
    const [first, second] = [wrong, unknown].map((answer) => expectProblem(answer, 401, 'badCredentials'));
    expect({ ...first, requestId: '' }).toEqual({ ...second, requestId: '' });
    expect(wrong.headers.get('cache-control')).toBe('no-store');
  });

  test('take about the same time for both', async () => {
    const time = async (username: string) => {
      const started = performance.now();
      await signIn(username, 'wrong');
      return performance.now() - started;
    };
    const known = Math.min(await time(owner.username), await time(owner.username));
    const unknown = Math.min(await time('nobody-1@test.example'), await time('nobody-2@test.example'));
    expect(unknown / known).toBeGreaterThan(1 / 3);
    expect(unknown / known).toBeLessThan(3);
  });

  test.each([
    [{ password }, 'username'],
    [{ username: owner.username }, 'password'],
    [{ username: '', password }, 'username'],
    [{ username: owner.username, password, rememberMe: 'yes' }, 'rememberMe'],
    [{ username: owner.username, password, rememberMe: 1 }, 'rememberMe'],
    [{ username: 'x'.repeat(255), password }, 'username'],
  ])('%j', async (json, field) => {
    const problem = expectProblem(await request('POST', '/api/authenticate', { json }), 400);
    expect(problem.fieldErrors?.[0]?.field).toBe(field);
  });
});
