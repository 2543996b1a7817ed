import { expect, test } from 'vitest';
import type { Boundary } from '../../../../domain/fields/boundary.ts';
import type { Field } from '../../../../domain/fields/field.ts';
import { idle } from '../../cloud.ts';
import { credentialPath } from '../../credentials/credential.ts';
import { freshOwner } from '../../owner.ts';
import { hectares, reportOf, untilCounted } from '../../usage/usage.ts';
import { freshUser } from '../../users/user.ts';
import { anotherRound, filesOf, roundEnded } from '../fetched-files.ts';
import { harvestFilling, ownFarm } from '../own-farm.ts';
import { controlSandbox, sandboxCredential, useSandboxes } from '../sandboxes.ts';
import { scheduledRound, syncOf } from '../status.ts';

useSandboxes();
const owner = await freshOwner();
const farm = await ownFarm('7393');
const fieldsService = '/services/fields/api';

const fieldsOf = async (svcUserId: string) =>
  (await owner.get<Field[]>(`${fieldsService}/fields?svcUserId=${svcUserId}&size=100`)).body;

test('files of an organization in PREVIEW come once it is SELECTED, and those of fields in PREVIEW once one is enabled', async () => {
  await farm.file('73930001', harvestFilling());
  const svcUserId = await farm.user(owner, { customDataSync: true });
  expect(await filesOf(owner, svcUserId)).toEqual([]);
  const organization = `/services/usermanagement/api/users/${svcUserId}/JohnDeere/organizations/7393`;
  await owner.call('PATCH', `${organization}/PREVIEW`);
  const [field] = await fieldsOf(svcUserId);
  await owner.post(`${fieldsService}/users/${svcUserId}/fields/${field?.id}/enableSync`);
  await anotherRound(owner, svcUserId);
  expect(await filesOf(owner, svcUserId)).toEqual([]);
  await owner.call('PATCH', `${organization}/SELECTED`);
  await anotherRound(owner, svcUserId);
  await anotherRound(owner, svcUserId);
  expect(await filesOf(owner, svcUserId)).toMatchObject([{ status: 'processed', providerFileId: '73930001' }]);
}, 120_000);

test('what was forbidden comes after the grower has consented anew', async () => {
  await farm.operation('b3AtNzM5Mw', { sample: 'harvest-of-jen-3' });
  const body = JSON.stringify([{ message: 'Missing scope ag3.' }]);
  await controlSandbox('JohnDeere', 'POST', '/faults', { next: [{ kind: 'shapefile', status: 403, body }] });
  const svcUserId = await farm.user(owner);
  const found = () => filesOf(owner, svcUserId, '&providerFileId=b3AtNzM5Mw');
  expect(await found()).toMatchObject([{ status: 'failed' }]);
  await anotherRound(owner, svcUserId);
  expect(await found()).toMatchObject([{ status: 'failed' }]);
  expect((await owner.call('DELETE', credentialPath(svcUserId, 'JohnDeere'))).status).toBe(204);
  await idle();
  await sandboxCredential(owner, svcUserId, 'JohnDeere');
  await roundEnded();
  await anotherRound(owner, svcUserId);
  expect(await found()).toMatchObject([{ status: 'processed', operationType: 'harvested' }]);
}, 120_000);

test('the ground of an operation that a logged file doubles is counted once', async () => {
  const other = await freshOwner();
  await other.call('PATCH', '/services/config/api/configs', hectares);
  await farm.operation('b3AtNzM5NA', harvestFilling({ crop: 'Barley', days: 200 }));
  const svcUserId = await farm.user(other);
  const doubled = async () => (await filesOf(other, svcUserId, '&providerFileId=b3AtNzM5NA'))[0]?.duplicateOf;
  expect(await doubled()).toBeUndefined();
  await untilCounted();
  const areaOf = async () => {
    const { ofUser } = await reportOf(other, 'OPERATIONS_FILE');
    return (await ofUser(svcUserId)).at(-1)?.totalArea ?? 0;
  };
  const before = await areaOf();
  expect(before).toBeGreaterThan(0);
  await farm.file('73930002', harvestFilling({ days: 200 }));
  await anotherRound(other, svcUserId);
  expect(await doubled()).toEqual(expect.any(String));
  await untilCounted();
  expect((await areaOf()) / before).toBeCloseTo(1, 3);
}, 120_000);

test('a field that two complete lists of Climate FieldView lack is gone, and there again when it is listed', async () => {
  const climate = <T>(method: string, path: string, body?: object) =>
    controlSandbox<T>('ClimateFieldView', method, path, body);
  const { items } = await climate<{ items: { id: string; name: string }[] }>('GET', '/world/fields');
  const lost = items[0] as (typeof items)[number];
  const { id: svcUserId } = await freshUser(owner);
  await owner.post(`/services/config/api/configs/${svcUserId}`, { customDataSync: false, operationsAutoSync: false });
  await sandboxCredential(owner, svcUserId, 'ClimateFieldView');
  await idle();
  const statuses = async () => {
    const field = (await fieldsOf(svcUserId)).find(({ providerFieldId }) => providerFieldId === lost.id);
    const path = `${fieldsService}/users/${svcUserId}/fields/${field?.id}/boundaries`;
    return (await owner.get<Boundary[]>(path)).body.map(({ status }) => status);
  };
  expect(await statuses()).toEqual(['ACTIVE']);
  await climate('DELETE', `/world/fields/${lost.id}`);
  try {
    await scheduledRound(owner, svcUserId);
    expect(await statuses()).toEqual(['ACTIVE']);
    await scheduledRound(owner, svcUserId);
    expect(await statuses()).toEqual(['DELETED_ON_PROVIDER']);
    expect((await syncOf(owner, svcUserId)).lastRound).toMatchObject({ isComplete: true });
  } finally {
    await climate('PUT', `/world/fields/${lost.id}`, lost);
  }
  await scheduledRound(owner, svcUserId);
  expect((await statuses()).at(-1)).toBe('ACTIVE');
}, 180_000);
