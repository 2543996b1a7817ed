import { beforeEach, expect, test } from 'vitest';
import type { ServiceUser } from '../../../domain/users/service-user.ts';
import { expectProblem } from '../contract/problem.ts';
import { freshOwner } from '../owner.ts';
import { freshUser, usersPath } from './user.ts';

const owner = await freshOwner();
let user: ServiceUser;
beforeEach(async () => {
  user = await freshUser(owner, { phone: '+1 555', address: 'Farm Road 1', externalId: crypto.randomUUID() });
});

const patch = (changes: unknown, id = user.id) =>
  owner.call<ServiceUser>('PATCH', `${usersPath}/${id}`, { json: changes });
const put = (members: unknown) => owner.call<ServiceUser>('PUT', usersPath, { json: members });
const stored = async () => (await owner.get<ServiceUser>(`${usersPath}/${user.id}`)).body;

test('PATCH changes the given members and leaves the rest', async () => {
  const changed = await patch({ name: 'Ada Lovelace' });
  expect(changed).toMatchObject({ status: 200, body: { ...user, name: 'Ada Lovelace' } });
  expect(await stored()).toEqual(changed.body);
});

test('PATCH without members changes nothing', async () => {
  expect(await patch({})).toMatchObject({ status: 200, body: user });
});

test('null clears an optional member, and is refused for a required one', async () => {
  const { status, body } = await patch({ phone: null, address: null, externalId: null });
  const { phone: _phone, address: _address, externalId: _externalId, ...rest } = user;
  expect([status, body]).toEqual([200, rest]);
  for (const member of ['name', 'email']) {
    expect(expectProblem(await patch({ [member]: null }), 400).fieldErrors?.[0]?.field).toBe(member);
  }
});

test('a name with U+0000 and an e-mail address without a domain are refused', async () => {
  const { fieldErrors } = expectProblem(await patch({ name: 'Ada\u0000', email: 'a@b' }), 400);
  expect(fieldErrors).toEqual([
    { field: 'name', message: 'name must not contain control characters such as U+0000' },
    { field: 'email', message: 'email must have the form name@example.com' },
  ]);
});

test('a blank name or email is refused', async () => {
  const { fieldErrors } = expectProblem(await patch({ name: ' ', email: '' }), 400);
  expect(new Set(fieldErrors?.map(({ field }) => field))).toEqual(new Set(['name', 'email']));
  expect(await stored()).toEqual(user);
});

test('a whole user can be sent back: read-only members are ignored', async () => {
  const { status, body } = await patch({ ...user, id: crypto.randomUUID(), johnDeereCredentials: { id: 'odd' } });
  expect([status, body]).toEqual([200, user]);
});

test('PUT replaces: omitted members are removed', async () => {
  const { status, body } = await put({ id: user.id, name: 'New', email: 'new@example.com' });
  const { phone: _phone, address: _address, externalId: _externalId, ...rest } = user;
  expect([status, body]).toEqual([200, { ...rest, name: 'New', email: 'new@example.com' }]);
  expect(await stored()).toEqual(body);
});

test('PUT accepts the response of GET, and an id in capitals', async () => {
  expect(await put(user)).toMatchObject({ status: 200, body: user });
  expect(await put({ ...user, id: user.id.toUpperCase() })).toMatchObject({ status: 200, body: user });
});

test.each([
  ['no id', { id: undefined }, 400],
  ['an invalid id', { id: 'x' }, 400],
  ['no name', { name: undefined }, 400],
  ['a blank email', { email: ' ' }, 400],
  ['an unknown user', { id: crypto.randomUUID() }, 404],
  ['an unknown credential', { ravenCredentials: { id: crypto.randomUUID() } }, 404],
])('PUT with %s is refused', async (_, members, status) => {
  expectProblem(await put({ ...user, ...members }), status);
  expect(await stored()).toEqual(user);
});

test('concurrent changes are all applied', async () => {
  const changes = [{ name: 'N' }, { email: 'e@x.example' }, { phone: 'P' }, { address: 'A' }];
  const answers = await Promise.all(changes.map((change) => patch(change)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(await stored()).toMatchObject({ name: 'N', email: 'e@x.example', phone: 'P', address: 'A' });
});
