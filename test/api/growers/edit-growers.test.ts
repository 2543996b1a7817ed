import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import type { Grower } from '../../../domain/growers/grower.ts';
import { cloud, table } from '../cloud.ts';
import { expectProblem } from '../contract/problem.ts';
import { freshFarm } from '../farms/farm.ts';
import { freshOwner, type TestOwner } from '../owner.ts';
import { freshUser } from '../users/user.ts';
import { fieldsService, freshGrower } from './grower.ts';

const owner = await freshOwner();
const { id: svcUserId } = await freshUser(owner);
const growers = `${fieldsService}/users/${svcUserId}/growers`;

test('a grower is numbered, and found at the URL that creating it returned', async () => {
  const { status, headers, body } = await owner.post<Grower>(growers, { name: '  Meadow  ' });
  const { id, createdTime, updatedTime } = body;
  expect(status).toBe(201);
  expect(body).toEqual({ id, name: 'Meadow', svcUserId, farmIds: [], createdTime, updatedTime: createdTime });
  expect(updatedTime).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  const address = headers.get('location') ?? '';
  expect(address).toBe(`${cloud.baseUrl}${growers}/${id}`);
  expect((await owner.get(address)).body).toEqual(body);
});

test('numbers are unique, even among concurrent requests', async () => {
  const made = await Promise.all(Array.from({ length: 60 }, () => freshGrower(owner, svcUserId)));
  const ids = made.map(({ id }) => id);
  expect(new Set(ids).size).toBe(60);
  expect(Math.min(...ids)).toBeGreaterThan(0);
});

test("two owners number their growers independently, and never see each other's", async () => {
  const [first, second] = [await freshOwner(), await freshOwner()];
  const [one, two] = [await freshUser(first), await freshUser(second)];
  expect((await freshGrower(first, one.id, 'Mine')).id).toBe(1);
  expect((await freshGrower(second, two.id, 'Yours')).id).toBe(1);
  const seen = async (of: TestOwner) =>
    (await of.get<Grower[]>(`${fieldsService}/growers`)).body.map(({ name }) => name);
  expect([await seen(first), await seen(second)]).toEqual([['Mine'], ['Yours']]);
});

test('a grower is renamed, and read-only members are ignored', async () => {
  const before = await freshGrower(owner, svcUserId);
  const { status, body } = await owner.call<Grower>('PUT', `${growers}/${before.id}`, {
    json: { ...before, name: 'Renamed', farmIds: [7], svcUserId: 'nobody' },
  });
  expect([status, body]).toEqual([200, { ...before, name: 'Renamed', updatedTime: body.updatedTime }]);
  expect(body.updatedTime > before.updatedTime).toBe(true);
  expect((await owner.get(`${growers}/${before.id}`)).body).toEqual(body);
});

test.each([
  [{}, 'name'],
  [{ name: '   ' }, 'name'],
  [{ name: 'x'.repeat(256) }, 'name'],
  [{ name: null }, 'name'],
  [{ name: 'A', growerName: 'B' }, 'growerName'],
])('refuses %j', async (json, field) => {
  for (const [method, path] of [
    ['POST', growers],
    ['PUT', `${growers}/1`],
  ] as const) {
    expect(expectProblem(await owner.call(method, path, { json }), 400).fieldErrors?.[0]?.field).toBe(field);
  }
});

test('unknown growers are 404, and so are those of an unknown user', async () => {
  const { id } = await freshGrower(owner, svcUserId);
  const { id: other } = await freshUser(owner);
  const stranger = '01890a5d-ac96-774b-bcce-b302099a8057';
  const json = { name: 'A' };
  expectProblem(await owner.get(`${growers}/2147483647`), 404, 'growerNotFound');
  expectProblem(await owner.get(`${growers}/2147483648`), 404);
  expectProblem(await owner.get(`${growers}/0`), 404);
  expectProblem(await owner.get(`${fieldsService}/users/${other}/growers/${id}`), 404, 'growerNotFound');
  expectProblem(
    await owner.call('PUT', `${fieldsService}/users/${other}/growers/${id}`, { json }),
    404,
    'growerNotFound',
  );
  expectProblem(await owner.get(`${fieldsService}/users/${stranger}/growers/${id}`), 404, 'userNotFound');
  expectProblem(await owner.post(`${fieldsService}/users/${stranger}/growers`, json), 404, 'userNotFound');
  expectProblem(await (await freshOwner()).get(`${growers}/${id}`), 404, 'userNotFound');
});

test('the deprecated path finds a grower without its user', async () => {
  const grower = await freshGrower(owner, svcUserId);
  expect((await owner.get(`${fieldsService}/growers/${grower.id}`)).body).toEqual(grower);
  expectProblem(await owner.get(`${fieldsService}/growers/2147483647`), 404, 'growerNotFound');
});

test('the farms of a grower are those that name it', async () => {
  const { id } = await freshGrower(owner, svcUserId);
  const farms = [
    await freshFarm(owner, svcUserId, { growerId: id }),
    await freshFarm(owner, svcUserId, { growerId: id }),
  ];
  await freshFarm(owner, svcUserId);
  const { body } = await owner.get<Grower>(`${growers}/${id}`);
  expect(body.farmIds).toEqual(farms.map((farm) => farm.id));
});

test('a grower from a provider cannot be edited', async () => {
  const { id, ...members } = await freshGrower(owner, svcUserId);
  const { farmIds: _, ...kept } = members;
  const grower = { id, ...kept, providerName: 'JohnDeere', providerId: 2, providerGrowerId: 'client-9' };
  const sk = `grower#${String(id).padStart(10, '0')}`;
  const Item = { pk: `${owner.owner.id}#${svcUserId}`, sk, ownerKey: owner.owner.id, listKey: sk, grower, revision: 2 };
  await table('fields').client.send(new PutCommand({ TableName: table('fields').name, Item }));
  expect((await owner.get<Grower>(`${growers}/${id}`)).body).toEqual({ ...grower, farmIds: [] });
  const answer = await owner.call('PUT', `${growers}/${id}`, { json: { name: 'Mine now' } });
  expect(expectProblem(answer, 400, 'providerMade').detail).toContain('JohnDeere');
});
