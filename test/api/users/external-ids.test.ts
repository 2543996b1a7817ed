import { beforeEach, expect, test } from 'vitest';
import type { ServiceUser } from '../../../domain/users/service-user.ts';
import { expectProblem } from '../contract/problem.ts';
import { freshOwner } from '../owner.ts';
import { freshUser, usersPath } from './user.ts';

const owner = await freshOwner();
let taken: ServiceUser;
let externalId: string;
beforeEach(async () => {
  externalId = `grower ${crypto.randomUUID()}`;
  taken = await freshUser(owner, { externalId });
});

const create = (id: string, by = owner) => by.post(usersPath, { name: 'X', email: 'x@x.example', externalId: id });
const change = (method: 'PUT' | 'PATCH', user: ServiceUser, members: object) =>
  owner.call(method, method === 'PUT' ? usersPath : `${usersPath}/${user.id}`, {
    json: method === 'PUT' ? { ...user, ...members } : members,
  });

test('a second user with the same external id is refused, by every way to set it', async () => {
  const other = await freshUser(owner);
  const problem = expectProblem(await create(externalId), 409, 'externalIdTaken');
  expect(problem.fieldErrors?.[0]?.field).toBe('externalId');
  for (const method of ['PUT', 'PATCH'] as const) {
    expectProblem(await change(method, other, { externalId }), 409, 'externalIdTaken');
  }
});

test("repeating the user's own external id is no conflict", async () => {
  for (const method of ['PUT', 'PATCH'] as const) {
    expect((await change(method, taken, { externalId, name: method })).status).toBe(200);
  }
});

test('another owner may use the same external id', async () => {
  expect((await create(externalId, await freshOwner())).status).toBe(201);
});

test('an external id is free again once it is cleared, replaced or its user deleted', async () => {
  expect((await change('PATCH', taken, { externalId: null })).status).toBe(200);
  const second = await freshUser(owner, { externalId });
  expect((await change('PUT', second, { externalId: undefined })).status).toBe(200);
  const third = await freshUser(owner, { externalId });
  expect((await owner.call('DELETE', `${usersPath}/${third.id}`)).status).toBe(204);
  expect((await create(externalId)).status).toBe(201);
});

test('of concurrent creates exactly one wins', async () => {
  const id = crypto.randomUUID();
  const statuses = (await Promise.all(Array.from({ length: 8 }, () => create(id)))).map(({ status }) => status);
  expect(statuses.sort()).toEqual([201, ...Array(7).fill(409)]);
  const { body } = await owner.get<ServiceUser[]>(`${usersPath}?externalId=${id}`);
  expect(body).toHaveLength(1);
});

test('two users that swap concurrently end with one each, or one is refused', async () => {
  const others = await Promise.all([freshUser(owner), freshUser(owner)]);
  const wanted = crypto.randomUUID();
  const statuses = await Promise.all(others.map((user) => change('PATCH', user, { externalId: wanted })));
  expect(statuses.map(({ status }) => status).sort()).toEqual([200, 409]);
});
