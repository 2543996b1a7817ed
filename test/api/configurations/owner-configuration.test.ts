import { expect, test } from 'vitest';
import { defaultSettings, type SomeSettings } from '../../../domain/configuration/configuration.ts';
import { expectProblem } from '../contract/problem.ts';
import { freshOwner } from '../owner.ts';

const configs = '/services/config/api/configs';

test('an owner who has set nothing gets every setting with its default', async () => {
  const owner = await freshOwner();
  const { status, body } = await owner.get(configs);
  expect([status, body]).toEqual([200, { apiOwnerUsername: owner.owner.username, svcUserId: '', ...defaultSettings }]);
});

test('a change affects only what it names, and read-only members are ignored', async () => {
  const owner = await freshOwner();
  const { body: before } = await owner.get<SomeSettings>(configs);
  const changes = { apiOwnerUsername: 'somebody', svcUserId: 'x', fieldsMergeIntersection: 5, customDataSync: false };
  const { status, body } = await owner.call('PATCH', configs, { json: changes });
  expect([status, body]).toEqual([200, { ...before, fieldsMergeIntersection: 5, customDataSync: false }]);
  expect((await owner.get(configs)).body).toEqual(body);
});

test('two owners have settings of their own', async () => {
  const [first, second] = [await freshOwner(), await freshOwner()];
  await first.call('PATCH', configs, { json: { fieldsAutoMerge: true } });
  expect((await second.get<SomeSettings>(configs)).body.fieldsAutoMerge).toBe(false);
});

test('null is refused: the owner always has a value', async () => {
  const owner = await freshOwner();
  const problem = expectProblem(await owner.call('PATCH', configs, { json: { fieldsAutoMerge: null } }), 400);
  expect(problem.fieldErrors?.[0]?.field).toBe('fieldsAutoMerge');
});

test('the configuration of the owner cannot be deleted', async () => {
  expectProblem(await (await freshOwner()).call('DELETE', configs), 405, 'methodNotAllowed');
});

test.each([
  [{ fieldsMergeIntersection: 101 }, 'fieldsMergeIntersection'],
  [{ geoimagesShape: 'ROUND' }, 'geoimagesShape'],
  [{ cleanupRules: { crop: [{ operator: 'GT', value: 'wheat' }] } }, 'cleanupRules.crop.0.operator'],
  [{ cleanupRules: { area: [{ operator: 'GT', value: '1' }] } }, 'cleanupRules.area.0.value'],
  [{ cleanupRules: { yield: [] } }, 'cleanupRules.yield'],
])('refuses %j, with its position', async (json, field) => {
  const owner = await freshOwner();
  const problem = expectProblem(await owner.call('PATCH', configs, { json }), 400);
  expect(problem.fieldErrors?.map((error) => error.field)).toContain(field);
});

test('concurrent changes are all applied', async () => {
  const owner = await freshOwner();
  const names = ['fieldsAutoMerge', 'zonesAutoSync', 'machinesAutoSync'] as const;
  const answers = await Promise.all(names.map((name) => owner.call('PATCH', configs, { json: { [name]: true } })));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const { body } = await owner.get<SomeSettings>(configs);
  expect(names.map((name) => body[name])).toEqual([true, true, true]);
});
