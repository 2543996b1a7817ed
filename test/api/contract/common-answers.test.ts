import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { cloud } from '../cloud.ts';
import { freshOwner } from '../owner.ts';

const { call, get, post, token } = await freshOwner();
const users = '/services/usermanagement/api/users';
const person = { name: 'Ada Grower', email: 'ada@example.com' };
const { body: ada } = await post<{ id: string }>(users, person);
const problem = (status: number, errorKey: string) => ({ status, body: { errorKey } });

test("answers that hold an owner's data are kept by no cache", async () => {
  expect((await get(users)).headers.get('cache-control')).toBe('private, no-store');
  expect((await get(`${users}/none`)).headers.get('cache-control')).toBe('private, no-store');
});

test('HEAD returns what GET returns, without the body', async () => {
  const headers = { authorization: `Bearer ${await token('id')}` };
  const answer = await fetch(`${cloud.baseUrl}${users}`, { method: 'HEAD', headers });
  expect([answer.status, answer.headers.get('x-total-count'), await answer.text()]).toEqual([200, '1', '']);
  expect((await fetch(`${cloud.baseUrl}${users}`, { method: 'HEAD' })).status).toBe(401);
});

test.each([
  [`/services/fields/api/users/${ada.id}/fields/intersect`, 'POST'],
  ['/services/fields/api/growers/enableSync', 'POST'],
  ['/services/operations/api/files/merge', 'POST'],
])('a path called with another method is 405, even where an id could be: %s', async (path, allowed) => {
  const answer = await get(path);
  expect(answer).toMatchObject(problem(405, 'methodNotAllowed'));
  expect(answer.headers.get('allow')).toBe(allowed);
});

test("a client's mistake is not logged as an error", async () => {
  const { status, body } = await post<{ requestId: string }>('/services/uploadservice/api/upload/batch', {});
  expect([status, body.requestId]).toEqual([405, expect.any(String)]);
  // Log lines of a function may arrive after its response.
  await sleep(500);
  expect(readFileSync(cloud.logFile, 'utf8')).not.toContain(body.requestId);
});

test('null for an optional member means that it is absent, when creating and when replacing', async () => {
  const made = await post<{ id: string }>(users, { ...person, phone: null, address: null, externalId: null });
  expect(made).toMatchObject({ status: 201, body: person });
  expect(made.body).not.toHaveProperty('phone');
  const replaced = await call('PUT', users, { json: { id: ada.id, ...person, phone: null } });
  expect(replaced.status).toBe(200);
  expect((await post(users, { ...person, name: null })).status).toBe(400);
});

test.each(['application/x-www-form-urlencoded', ''])('JSON under the type "%s" is read as JSON', async (type) => {
  const body = new Blob([JSON.stringify(person)], { type });
  expect((await call('POST', users, { body, headers: type ? { 'content-type': type } : {} })).status).toBe(201);
});

test('JSON in another encoding than UTF-8 is refused', async () => {
  const body = Buffer.from(JSON.stringify({ ...person, name: 'Zoë' }), 'latin1');
  const answer = await call('POST', users, { body, headers: { 'content-type': 'application/json' } });
  expect(answer).toMatchObject(problem(400, 'malformedJson'));
});

test.each(['ada', 'ada@', '@example.com', 'a da@example.com'])(
  'an invalid e-mail address is refused: %s',
  async (email) => {
    expect((await post(users, { ...person, email })).status).toBe(400);
  },
);

test('the token endpoint answers a type other than a form with an error of RFC 6749', async () => {
  const answer = await call('POST', '/auth/realms/furrow/protocol/openid-connect/token', { json: {} });
  expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
});

test.each([1e-200, 1e200, Number.MIN_VALUE])('a number that cannot be stored is refused: %d', async (value) => {
  const configuration = `/services/config/api/configs/${ada.id}`;
  const cleanupRules = { speed: [{ operator: 'GT', value }] };
  expect((await call('PATCH', configuration, { json: { cleanupRules } })).status).toBe(400);
});

test('a key that is too long is refused even where it is not used', async () => {
  const headers = { 'idempotency-key': 'k'.repeat(256), 'content-type': 'text/plain' };
  const answer = await call('POST', '/services/pointlake/api/v2/query', { body: 'SELECT 1 AS x', headers });
  expect(answer.status).toBe(400);
});
