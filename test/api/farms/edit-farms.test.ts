import { expect, test } from 'vitest';
import { farmStore } from '../../../adapters/aws/dynamodb/farms/farm-store.ts';
import type { Farm } from '../../../domain/farms/farm.ts';
import { cloud, table } from '../cloud.ts';
import { expectProblem } from '../contract/problem.ts';
import { fieldsService, freshGrower } from '../growers/grower.ts';
import { freshOwner } from '../owner.ts';
import { freshUser } from '../users/user.ts';
import { freshFarm } from './farm.ts';

const owner = await freshOwner();
const { id: svcUserId } = await freshUser(owner);
const { id: growerId } = await freshGrower(owner, svcUserId);
const farms = `${fieldsService}/users/${svcUserId}/farms`;

test('a farm is numbered, and found at the URL that creating it returned', async () => {
  const { status, headers, body } = await owner.post<Farm>(farms, { name: ' North ', growerId });
  const { id, createdTime, updatedTime } = body;
  expect(status).toBe(201);
  expect(body).toEqual({ id, name: 'North', svcUserId, growerId, fieldIds: [], createdTime, updatedTime: createdTime });
  expect(updatedTime).toMatch(/Z$/);
  const address = headers.get('location') ?? '';
  expect(address).toBe(`${cloud.baseUrl}${farms}/${id}`);
  expect((await owner.get(address)).body).toEqual(body);
});

test('a farm needs no grower', async () => {
  const { status, body } = await owner.post<Farm>(farms, { name: 'Alone' });
  expect(status).toBe(201);
  expect(body).not.toHaveProperty('growerId');
});

test('numbers are unique, even among concurrent requests', async () => {
  const made = await Promise.all(Array.from({ length: 30 }, () => freshFarm(owner, svcUserId, { growerId })));
  expect(new Set(made.map(({ id }) => id)).size).toBe(30);
});

test('replacing a farm moves it to another grower, or to none', async () => {
  const other = await freshGrower(owner, svcUserId);
  const before = await freshFarm(owner, svcUserId, { growerId });
  const farmsOf = async (id: number) =>
    (await owner.get<Farm[]>(`${fieldsService}/farms?growerId=${id}&size=100`)).body.map((farm) => farm.id);

  const moved = await owner.call<Farm>('PUT', `${farms}/${before.id}`, { json: { ...before, growerId: other.id } });
  expect([moved.status, moved.body]).toEqual([
    200,
    { ...before, growerId: other.id, updatedTime: moved.body.updatedTime },
  ]);
  expect(await farmsOf(other.id)).toEqual([before.id]);
  expect(await farmsOf(growerId)).not.toContain(before.id);

  const { body } = await owner.call<Farm>('PUT', `${farms}/${before.id}`, { json: { name: 'Alone' } });
  expect(body).toEqual({ ...moved.body, name: 'Alone', growerId: undefined, updatedTime: body.updatedTime });
  expect(await farmsOf(other.id)).toEqual([]);
  expect((await owner.get(`${farms}/${before.id}`)).body).toEqual(body);
});

test.each([
  [{}, 'name'],
  [{ name: ' ' }, 'name'],
  [{ name: 'A', growerId: 0 }, 'growerId'],
  [{ name: 'A', growerId: 1.5 }, 'growerId'],
  [{ name: 'A', growerId: '1' }, 'growerId'],
  [{ name: 'A', farmName: 'B' }, 'farmName'],
])('refuses %j', async (json, field) => {
  const { id } = await freshFarm(owner, svcUserId);
  for (const [method, path] of [
    ['POST', farms],
    ['PUT', `${farms}/${id}`],
  ] as const) {
    expect(expectProblem(await owner.call(method, path, { json }), 400).fieldErrors?.[0]?.field).toBe(field);
  }
});

test('a null grower means no grower', async () => {
  const { body } = await owner.post<Farm>(farms, { name: 'Alone', growerId: null });
  expect(body).not.toHaveProperty('growerId');
});

test('unknown users, farms and growers are 404', async () => {
  const { id } = await freshFarm(owner, svcUserId);
  const { id: other } = await freshUser(owner);
  const foreign = await freshGrower(owner, other);
  const stranger = '01890a5d-ac96-774b-bcce-b302099a8057';
  expectProblem(await owner.get(`${farms}/2147483647`), 404, 'farmNotFound');
  expectProblem(await owner.get(`${farms}/first`), 404);
  expectProblem(await owner.get(`${fieldsService}/users/${other}/farms/${id}`), 404, 'farmNotFound');
  expectProblem(await owner.get(`${fieldsService}/users/${stranger}/farms/${id}`), 404, 'userNotFound');
  expectProblem(await owner.post(`${fieldsService}/users/${stranger}/farms`, { name: 'A' }), 404, 'userNotFound');
  for (const unknown of [2_147_483_647, foreign.id]) {
    const json = { name: 'A', growerId: unknown };
    expectProblem(await owner.post(farms, json), 404, 'growerNotFound');
    expectProblem(await owner.call('PUT', `${farms}/${id}`, { json }), 404, 'growerNotFound');
  }
  expectProblem(await (await freshOwner()).get(`${farms}/${id}`), 404, 'userNotFound');
});

test('a farm from a provider cannot be edited', async () => {
  const { fieldIds: _, ...kept } = await freshFarm(owner, svcUserId);
  const farm = { ...kept, providerName: 'CNHI', providerId: 10, providerFarmId: 'f-1', providerFarmName: 'North' };
  await farmStore(table('fields'), table('users')).change(owner.owner.id, svcUserId, farm.id, () => farm);
  const answer = await owner.call('PUT', `${farms}/${farm.id}`, { json: { name: 'Mine now' } });
  expect(expectProblem(answer, 400, 'providerMade').detail).toContain('CNHI');
  expect((await owner.get(`${farms}/${farm.id}`)).body).toEqual({ ...farm, fieldIds: [] });
  expect((await owner.get<Farm[]>(`${fieldsService}/farms?provider=CNHI`)).body).toEqual([{ ...farm, fieldIds: [] }]);
});
