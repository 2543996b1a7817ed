import { expect, test } from 'vitest';
import { providers } from '../../../domain/providers/providers.ts';
import type { ServiceUser } from '../../../domain/users/service-user.ts';
import { cloud } from '../cloud.ts';
import { expectProblem } from '../contract/problem.ts';
import { freshOwner } from '../owner.ts';
import { usersPath } from './user.ts';

const owner = await freshOwner();
const none = Object.fromEntries(providers.map(({ userProperty }) => [userProperty, {}]));

test('a user is created with an id, a URL and {} for each provider', async () => {
  const members = { name: 'Ada', email: 'ada@example.com', phone: '+1 555', address: 'Farm Road 1', externalId: 'a-1' };
  const { status, headers, body } = await owner.post<ServiceUser>(usersPath, members);
  expect(status).toBe(201);
  expect(body).toEqual({ id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/), ...members, ...none });
  expect(headers.get('location')).toBe(`${cloud.baseUrl}${usersPath}/${body.id}`);
  expect(await owner.get(headers.get('location') ?? '')).toMatchObject({ status: 200, body });
});

test('omitted members are absent, and the URL is under the base of the request', async () => {
  const { headers, body } = await owner.post<ServiceUser>(
    usersPath,
    { name: 'Bob', email: 'b@x.example' },
    { stage: 'access' },
  );
  expect(body).toEqual({ id: body.id, name: 'Bob', email: 'b@x.example', ...none });
  expect(headers.get('location')).toBe(`${cloud.baseUrl}/v2${usersPath}/${body.id}`);
});

test('blanks around texts are trimmed', async () => {
  const { body } = await owner.post<ServiceUser>(usersPath, { name: '  Cy ', email: ' c@x.example ', phone: ' 1 ' });
  expect(body).toMatchObject({ name: 'Cy', email: 'c@x.example', phone: '1' });
});

test.each([
  ['no name', { email: 'x@x.example' }, ['name']],
  ['no email', { name: 'X' }, ['email']],
  ['neither', {}, ['name', 'email']],
  ['a blank name', { name: ' \t', email: 'x@x.example' }, ['name']],
  ['a blank email', { name: 'X', email: '   ' }, ['email']],
  ['a blank externalId', { name: 'X', email: 'x@x.example', externalId: ' ' }, ['externalId']],
  ['a text that is too long', { name: 'x'.repeat(256), email: 'x@x.example' }, ['name']],
])('%s is refused, and each member is named', async (_, members, fields) => {
  const problem = expectProblem(await owner.post(usersPath, members), 400);
  expect([...new Set(problem.fieldErrors?.map(({ field }) => field))]).toEqual(fields);
});

test('{} attaches no credential, and an unknown credential is not found', async () => {
  const members = { name: 'X', email: 'x@x.example' };
  expect((await owner.post(usersPath, { ...members, johnDeereCredentials: {} })).status).toBe(201);
  const unknown = { ...members, johnDeereCredentials: { id: crypto.randomUUID() } };
  expectProblem(await owner.post(usersPath, unknown), 404, 'credentialNotFound');
  const odd = { ...members, johnDeereCredentials: { clientSecret: 'x' } };
  const problem = expectProblem(await owner.post(usersPath, odd), 400);
  expect(problem.fieldErrors?.[0]?.field).toBe('johnDeereCredentials.clientSecret');
});

test('an id in the body is ignored', async () => {
  const id = crypto.randomUUID();
  const { status, body } = await owner.post<ServiceUser>(usersPath, { id, name: 'X', email: 'x@x.example' });
  expect([status, body.id === id]).toEqual([201, false]);
});
