import { describe, expect, test } from 'vitest';
import type { Machine } from '../../../domain/assets/machine.ts';
import { idle, table } from '../cloud.ts';
import { expectProblem } from '../contract/problem.ts';
import { eventsOf } from '../machine-files/stored-records.ts';
import { freshOwner } from '../owner.ts';
import { itemsNaming } from '../stored.ts';
import { freshUser, usersPath } from '../users/user.ts';
import { freshMachine, pooledAsset, usersAssets } from './asset.ts';

const owner = await freshOwner();
const { id: svcUserId } = await freshUser(owner);
const machines = usersAssets(svcUserId, 'machines');
const nobodys = '01890a5d-ac96-774b-bcce-b302099a8057';
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const whole = {
  ...{ name: 'Harvester 2', serialNumber: '1H0S770SVH9999999', vin: 'VIN-1', make: 'John Deere', model: 'S770' },
  ...{ category: 'Harvester', modelYear: 2021 },
};
const change = (id: string, json: object) => owner.call<Machine>('PATCH', `${machines}/${id}`, { json });
const remove = (id: string) => owner.call('DELETE', `${machines}/${id}`);

describe('a machine that is entered by hand', () => {
  test('has what was sent, an id of the provider Svc and its origin', async () => {
    const { status, body, headers } = await owner.post<Machine>(machines, whole);
    expect(status).toBe(201);
    expect(body).toEqual({
      ...whole,
      ...{ id: expect.stringMatching(uuid), svcUserId, originType: 'USER_CREATED', provider: 'Svc' },
      ...{ providerMachineId: expect.stringMatching(uuid), providerOrganizationId: null },
      ...{ createdTime: body.updatedAt, updatedAt: expect.any(String) },
    });
    expect(body.providerMachineId).not.toBe(body.id);
    expect(headers.get('location')).toMatch(new RegExp(`${machines}/${body.id}$`));
    expect((await owner.get<Machine>(`${machines}/${body.id}`)).body).toEqual(body);
  });

  test.each([
    [{ name: undefined }, 'name'],
    [{ name: ' ' }, 'name'],
    [{ name: null }, 'name'],
    [{ name: 'x'.repeat(256) }, 'name'],
    [{ vin: '' }, 'vin'],
    [{ serialNumber: 4711 }, 'serialNumber'],
    [{ modelYear: 20215 }, 'modelYear'],
    [{ modelYear: 2021.5 }, 'modelYear'],
    [{ modelYear: '2021' }, 'modelYear'],
    [{ year: 2021 }, 'year'],
  ])('is refused with %j', async (wrong, field) => {
    const problem = expectProblem(await owner.post(machines, { ...whole, ...wrong }), 400);
    expect(problem.fieldErrors?.[0]?.field).toBe(field);
  });

  test('is entered once, however often the request is sent with its key', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const { id } = await freshUser(owner);
    const send = () => owner.post<Machine>(usersAssets(id, 'machines'), whole, { headers });
    const [first, second] = [await send(), await send()];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
    expect((await owner.get<Machine[]>(usersAssets(id, 'machines'))).body).toEqual([first.body]);
    expect(await eventsOf(id)).toEqual([{ type: 'machineCreated', svcUserId: id, machineId: first.body.id }]);
  });

  test('is changed and deleted, each with an event, and with none where nothing changes', async () => {
    const { id: userId } = await freshUser(owner);
    const { id } = await freshMachine(owner, userId, whole);
    const one = usersAssets(userId, `machines/${id}`);
    const patch = (json: object) => owner.call<Machine>('PATCH', one, { json });
    const changed = await patch({ name: 'Harvester 3', vin: null });
    expect(changed).toMatchObject({ status: 200, body: { name: 'Harvester 3', model: 'S770' } });
    expect(changed.body).not.toHaveProperty('vin');
    expect((await patch({ name: 'Harvester 3' })).body).toEqual(changed.body);
    expect((await patch({ ...changed.body, originType: 'FILE_POOLED' })).body).toEqual(changed.body);
    expect((await owner.call('DELETE', one)).status).toBe(204);
    expectProblem(await owner.call('DELETE', one), 404, 'machineNotFound');
    expectProblem(await patch({ name: 'x' }), 404, 'machineNotFound');
    const events = (await eventsOf(userId)).map(({ type }) => type);
    expect(events).toEqual(['machineCreated', 'machineUpdated', 'machineDeleted']);
  });

  test('stays a record of its own beside one from files with the same serial number', async () => {
    const { id } = await freshUser(owner);
    const pooled = await pooledAsset(owner, id, 'machine', { name: 'S770', serialNumber: whole.serialNumber });
    const made = await freshMachine(owner, id, whole);
    const { body } = await owner.get<Machine[]>(usersAssets(id, `machines?serialNumber=${whole.serialNumber}`));
    expect(new Set(body.map((machine) => machine.id))).toEqual(new Set([pooled.id, made.id]));
    expect(body.map(({ originType }) => originType).sort()).toEqual(['FILE_POOLED', 'USER_CREATED']);
  });
});

describe('a machine that files or providers name', () => {
  test.each(['FILE_POOLED', 'PROVIDER_POOLED'] as const)('cannot be changed or deleted: %s', async (originType) => {
    const { id } = await pooledAsset(owner, svcUserId, 'machine', { originType, name: 'Tractor' });
    const before = (await owner.get<Machine>(`${machines}/${id}`)).body;
    expect(before).toMatchObject({ originType, provider: null, providerMachineId: null, name: 'Tractor' });
    expectProblem(await change(id, { name: 'Other' }), 409, 'machineNotUserCreated');
    expectProblem(await remove(id), 409, 'machineNotUserCreated');
    expect((await owner.get<Machine>(`${machines}/${id}`)).body).toEqual(before);
  });
});

test('machines of others and of nobody look alike', async () => {
  const { id } = await freshMachine(owner, svcUserId);
  const [stranger, { id: otherUser }] = [await freshOwner(), await freshUser(owner)];
  const { id: strangersUser } = await freshUser(stranger);
  for (const rest of ['', '/files']) {
    expectProblem(await stranger.get(`${machines}/${id}${rest}`), 404, 'userNotFound');
    expectProblem(await stranger.get(usersAssets(strangersUser, `machines/${id}${rest}`)), 404, 'machineNotFound');
    expectProblem(await owner.get(usersAssets(otherUser, `machines/${id}${rest}`)), 404, 'machineNotFound');
    expectProblem(await owner.get(`${machines}/${nobodys}${rest}`), 404, 'machineNotFound');
  }
  const theirs = usersAssets(strangersUser, `machines/${id}`);
  expectProblem(await stranger.call('PATCH', theirs, { json: { name: 'Mine' } }), 404, 'machineNotFound');
  expectProblem(await stranger.call('DELETE', theirs), 404, 'machineNotFound');
  for (const list of ['machines', 'implements', 'operators', 'layers']) {
    expectProblem(await stranger.get(usersAssets(svcUserId, list)), 404, 'userNotFound');
  }
});

test('everything is deleted with its user', async () => {
  const { id } = await freshUser(owner);
  await freshMachine(owner, id);
  await pooledAsset(owner, id, 'operator');
  expect(await itemsNaming(table('assets'), id)).toHaveLength(2);
  expect((await owner.call('DELETE', `${usersPath}/${id}`)).status).toBe(204);
  expectProblem(await owner.get(usersAssets(id, 'machines')), 404, 'userNotFound');
  expectProblem(await owner.post(usersAssets(id, 'machines'), whole), 404, 'userNotFound');
  await idle();
  expect(await itemsNaming(table('assets'), id)).toEqual([]);
});
