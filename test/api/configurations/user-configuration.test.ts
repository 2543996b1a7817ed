import { describe, expect, test } from 'vitest';
import { cloud, idle, table } from '../cloud.ts';
import { expectProblem } from '../contract/problem.ts';
import { freshOwner } from '../owner.ts';
import { itemsNaming } from '../stored.ts';
import { freshUser, usersPath } from '../users/user.ts';

const configs = '/services/config/api/configs';
const owner = await freshOwner();
const stranger = '01890a5d-ac96-774b-bcce-b302099a8057';

async function freshPath(): Promise<{ path: string; svcUserId: string }> {
  const { id: svcUserId } = await freshUser(owner);
  return { path: `${configs}/${svcUserId}`, svcUserId };
}
const meta = (svcUserId: string) => ({ apiOwnerUsername: owner.owner.username, svcUserId });

test('a user without settings of its own is 404', async () => {
  const { path } = await freshPath();
  expectProblem(await owner.get(path), 404, 'configurationNotFound');
  expectProblem(await owner.call('DELETE', path), 404, 'configurationNotFound');
});

test('settings are created once, and only those that were set are returned', async () => {
  const { path, svcUserId } = await freshPath();
  const json = { fieldsMergeIntersection: 0.5, svcUserId: 'ignored' };
  const { status, headers, body } = await owner.post(path, json);
  expect([status, body]).toEqual([201, { ...meta(svcUserId), fieldsMergeIntersection: 0.5 }]);
  expect(headers.get('location')).toBe(`${cloud.baseUrl}${path}`);
  expect((await owner.get(path)).body).toEqual(body);
  expectProblem(await owner.post(path, json), 409, 'configurationExists');
});

test('settings of the owner are not shown as the user’s', async () => {
  const { path, svcUserId } = await freshPath();
  await owner.call('PATCH', configs, { json: { zonesAutoSync: true } });
  await owner.post(path, { machinesAutoSync: true });
  expect((await owner.get(path)).body).toEqual({ ...meta(svcUserId), machinesAutoSync: true });
});

describe('a change', () => {
  test('makes settings when there are none', async () => {
    const { path, svcUserId } = await freshPath();
    const { status, body } = await owner.call('PATCH', path, { json: { customDataSync: false } });
    expect([status, body]).toEqual([200, { ...meta(svcUserId), customDataSync: false }]);
  });

  test('takes a setting away with null and leaves the others', async () => {
    const { path, svcUserId } = await freshPath();
    await owner.post(path, { customDataSync: false, fieldsAutoMerge: true });
    const { body } = await owner.call('PATCH', path, { json: { customDataSync: null } });
    expect(body).toEqual({ ...meta(svcUserId), fieldsAutoMerge: true });
  });

  test('replaces rules as a whole', async () => {
    const { path, svcUserId } = await freshPath();
    await owner.post(path, { cleanupRules: { area: [{ operator: 'GT', value: 1 }] } });
    const rules = { crop: [{ operator: 'NE', value: 'unknown' }] };
    const { body } = await owner.call('PATCH', path, { json: { cleanupRules: rules } });
    expect(body).toEqual({ ...meta(svcUserId), cleanupRules: rules });
  });

  test('with a wrong value changes nothing', async () => {
    const { path } = await freshPath();
    const { body } = await owner.post(path, { customDataSync: false });
    expectProblem(await owner.call('PATCH', path, { json: { customDataSync: true, operationsMergeRange: -1 } }), 400);
    expect((await owner.get(path)).body).toEqual(body);
  });
});

test('deleted settings are gone, and may be made again', async () => {
  const { path } = await freshPath();
  await owner.post(path, { customDataSync: false });
  expect((await owner.call('DELETE', path)).status).toBe(204);
  expectProblem(await owner.get(path), 404, 'configurationNotFound');
  expect((await owner.post(path, {})).status).toBe(201);
});

test('null leaves a setting out when settings are created', async () => {
  const { path } = await freshPath();
  const { status, body } = await owner.post(path, { customDataSync: null });
  expect([status, body]).toEqual([201, (await owner.get(path)).body]);
});

test('an unknown user is 404 for every method', async () => {
  const foreign = await freshUser(await freshOwner());
  for (const id of [stranger, foreign.id]) {
    const path = `${configs}/${id}`;
    expectProblem(await owner.get(path), 404, 'userNotFound');
    expectProblem(await owner.post(path, {}), 404, 'userNotFound');
    expectProblem(await owner.call('PATCH', path, { json: {} }), 404, 'userNotFound');
    expectProblem(await owner.call('DELETE', path), 404, 'userNotFound');
  }
});

test('settings are deleted with their user', async () => {
  const { path, svcUserId } = await freshPath();
  await owner.post(path, { customDataSync: false });
  expect((await owner.call('DELETE', `${usersPath}/${svcUserId}`)).status).toBe(204);
  expectProblem(await owner.get(path), 404, 'userNotFound');
  expectProblem(await owner.post(path, {}), 404, 'userNotFound');
  await idle();
  expect(await itemsNaming(table('configurations'), svcUserId)).toEqual([]);
});
