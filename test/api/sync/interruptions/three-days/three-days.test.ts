import { afterAll, expect, test } from 'vitest';
import { advance, cloudClock, idle } from '../../../cloud.ts';
import { credentialPath, freshCredential } from '../../../credentials/credential.ts';
import { freshOwner } from '../../../owner.ts';
import { filesOf, roundEnded } from '../../fetched-files.ts';
import { harvestFilling, ownFarm } from '../../own-farm.ts';
import { controlSandbox, sandboxCredential } from '../../sandboxes.ts';
import { everythingOnce } from './checks.ts';
import {
  calls,
  explained,
  fail,
  growersTokens,
  lastRound,
  nextDay,
  notified,
  told,
  useTroubledSandboxes,
} from './troubles.ts';

const sandboxes = useTroubledSandboxes();
const owner = await freshOwner();
const [organizationId, layer] = ['7501', '0190f3c4-7c1e-7d3a-9b58-3f2a1c4d5e70'];
const farm = await ownFarm(organizationId);
const climate = <T>(method: string, path: string, body?: object) =>
  controlSandbox<T>('ClimateFieldView', method, path, body);
const deere = (path: string, body: object) => controlSandbox('JohnDeere', 'PUT', `/world/${path}`, body);
const now = () => new Date(cloudClock.now()).toISOString();
const tokens = growersTokens(sandboxes.JohnDeere);
const own = { organizationId, archived: false };
const added = [...Array.from({ length: 120 }, (_, at) => `clients/c7501-${at}`), 'farms/f7501-b', 'equipment/7501'];

for (const path of added.slice(0, 120)) await deere(path, { ...own, name: path });
await deere('farms/f7501-b', { ...own, clientId: 'c7501', name: 'Other farm' });
await deere('equipment/7501', {
  ...{ ...own, category: 'Machine', name: 'Combine', serialNumber: 'X7501', make: 'JOHN DEERE', type: 'Combine' },
  ...{ model: 'S790', principalId: 7501, isTelematicsCapable: true },
});
const field = (id: string, members: object = {}) =>
  deere(`fields/${id}`, {
    ...{ ...own, clientId: 'c7501', farmId: 'f7501', name: id, modified: now() },
    ...members,
  });
const boundary = (fieldId: string, west: number, size = 0.01) => {
  const [east, south, north] = [west + size, 50, 50 + size];
  const outer = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
  ];
  return deere(`boundaries/b-${fieldId}`, {
    ...{ ...own, fieldId, name: 'Boundary', polygons: [[outer]], active: true, irrigated: false },
    ...{ sourceType: 'HandDrawn', created: now(), modified: now() },
  });
};
for (const [at, id] of ['f7501-1', 'f7501-2', 'f7501-3'].entries()) {
  await field(id);
  await boundary(id, 12 + at);
}
const layers = await climate<{ items: { fieldIds: string[]; resourceOwnerId: string }[] }>('GET', '/world/layers');
const putLayer = (filling: object) => {
  const { fieldIds, resourceOwnerId } = layers.items[0] as (typeof layers.items)[number];
  const times = { startTime: now(), endTime: now(), createdAt: now(), updatedAt: now() };
  return climate('PUT', `/world/layers/${layer}`, {
    ...{ kind: 'asHarvested', fieldIds, resourceOwnerId, filling, ...times },
  });
};
afterAll(async () => {
  for (const path of [...added, 'fields/f7501-1', 'fields/f7501-2', 'boundaries/b-f7501-1', 'boundaries/b-f7501-2']) {
    await controlSandbox('JohnDeere', 'DELETE', `/world/${path}`).catch(() => undefined);
  }
  await climate('DELETE', `/world/layers/${layer}`);
});

test('three days of one user with two providers, with failures of every class', { timeout: 600_000 }, async () => {
  // The first day: everything arrives, over a token refused in the middle of a list, half a file and too many requests.
  await farm.file('75010001', harvestFilling());
  await putLayer(harvestFilling({ days: 5 }));
  const settings = { operationsProcessingRange: 12, machinesAutoSync: true };
  const svcUserId = await farm.selected(owner, settings);
  const clients = `/organizations/${organizationId}/clients`;
  await fail('JohnDeere', { path: clients, delayMilliseconds: 1 }, { path: clients, status: 401 });
  await fail('JohnDeere', { kind: 'file', isCut: true });
  await fail('ClimateFieldView', { kind: 'fields', status: 429, headers: { 'retry-after': '90' } });
  await sandboxCredential(owner, svcUserId, 'ClimateFieldView');
  await idle();
  await owner.post(`/services/fields/api/users/${svcUserId}/fields/sync`);
  await roundEnded();
  await everythingOnce(owner, svcUserId, { organizationId, layer });
  expect(await told(svcUserId, 'credentialsUnauthenticated')).toBe(0);

  // The second day: clocks go wrong, a field moves, another is deleted, a boundary and a file are replaced, and a notification says so.
  await controlSandbox('JohnDeere', 'PUT', '/clock', { skewMilliseconds: 2 * 3_600_000 });
  await controlSandbox('ClimateFieldView', 'PUT', '/clock', { skewMilliseconds: -2 * 3_600_000 });
  await field('f7501-1', { farmId: 'f7501-b' });
  await boundary('f7501-2', 13, 0.02);
  await farm.file('75010001', harvestFilling({ passes: 2 }));
  await farm.file('75010002', harvestFilling({ days: 9 }));
  await controlSandbox('JohnDeere', 'POST', '/events', {
    events: [{ eventTypeId: 'fieldOperation', resource: '/fieldOperations/1', metadata: { orgId: organizationId } }],
  });
  const later = new Date(cloudClock.now() + 2 * 3_600_000 + 30 * 60_000).toUTCString();
  const date = new Date(cloudClock.now() + 2 * 3_600_000).toUTCString();
  await fail('JohnDeere', { kind: 'organizations', status: 429, headers: { 'retry-after': later, date } });
  await notified();
  // The provider does not know the work that the event names, so nothing else is read; the next round is refused, and holds all others.
  await owner.post(`/services/fields/api/users/${svcUserId}/fields/sync`);
  await idle();
  const asked = await calls('JohnDeere');
  for (let minutes = 0; minutes < 20; minutes += 5) {
    await advance({ minutes: 5 });
    await owner.post(`/services/fields/api/users/${svcUserId}/fields/sync`);
    await idle();
  }
  expect(await calls('JohnDeere')).toBe(asked);
  expect((await lastRound(owner, svcUserId, 'JohnDeere'))?.problems[0]?.message).toContain('John Deere');
  await roundEnded();
  await everythingOnce(owner, svcUserId, { organizationId, layer });
  expect(await filesOf(owner, svcUserId, '&providerFileId=75010001')).toMatchObject([{ pointCounts: { read: 50 } }]);

  // An hour of failures, in which fields and files are deleted and changed, and then an answer that is no JSON.
  await controlSandbox('JohnDeere', 'DELETE', '/world/fields/f7501-3');
  await controlSandbox('JohnDeere', 'DELETE', '/world/boundaries/b-f7501-3');
  await controlSandbox('JohnDeere', 'DELETE', '/world/files/75010002');
  await boundary('f7501-1', 12, 0.03);
  for (const key of ['JohnDeere', 'ClimateFieldView'] as const) await fail(key, { status: 500, times: 100_000 });
  await owner.post(`/services/fields/api/users/${svcUserId}/fields/sync`);
  for (let minutes = 0; minutes < 60; minutes += 6) {
    await idle();
    await advance({ minutes: 6 });
  }
  await idle();
  const failed = await lastRound(owner, svcUserId, 'JohnDeere');
  expect(failed).toMatchObject({ isComplete: false, problems: [{ code: 'providerFailed' }] });
  expect((await explained(owner, svcUserId)).map(({ code }) => code)).toContain('roundFailed');
  for (const key of ['JohnDeere', 'ClimateFieldView'] as const) await controlSandbox(key, 'DELETE', '/faults');
  await nextDay();
  const gone = ['f7501-3', '75010002'];

  // The third day: an answer that is no JSON, and a token of a list that is too old.
  await fail('JohnDeere', { path: `/organizations/${organizationId}/farms`, status: 200, body: '<html>' });
  await fail('ClimateFieldView', { kind: 'fields', status: 409 });
  await owner.post(`/services/fields/api/users/${svcUserId}/fields/sync`);
  await roundEnded();
  expect((await lastRound(owner, svcUserId, 'JohnDeere'))?.problems[0]?.message).toContain('not JSON');
  await nextDay();
  await everythingOnce(owner, svcUserId, { organizationId, layer, gone });
  expect((await lastRound(owner, svcUserId, 'JohnDeere'))?.isComplete).toBe(true);

  // Nobody may use the account any more, in two ways, and after the next consent the gap is filled.
  const reconnect = async (refreshToken: string) => {
    await owner.call('DELETE', credentialPath(svcUserId, 'JohnDeere'));
    const { clientId, clientSecret } = sandboxes.JohnDeere;
    await freshCredential(owner, svcUserId, 'JohnDeere', { clientKey: clientId, clientSecret, refreshToken });
    await roundEnded();
  };
  const revoked = await tokens.consent();
  await reconnect(revoked);
  await tokens.revoke(revoked);
  await farm.file('75010003', harvestFilling({ days: 20 }));
  await boundary('f7501-2', 13, 0.01);
  for (let times = 0; times < 2; times += 1) {
    await owner.post(`/services/fields/api/users/${svcUserId}/fields/sync`);
    await roundEnded();
  }
  expect((await owner.get(credentialPath(svcUserId, 'JohnDeere'))).body).toMatchObject({ status: 'UNAUTHENTICATED' });
  expect(await told(svcUserId, 'credentialsUnauthenticated')).toBe(1);
  expect((await explained(owner, svcUserId))[0]?.code).toMatch(/credential|roundFailed/);
  const rotated = await tokens.consent();
  await tokens.rotate(rotated);
  await reconnect(rotated);
  expect(await told(svcUserId, 'credentialsUnauthenticated')).toBe(2);
  await reconnect(await tokens.consent());
  await everythingOnce(owner, svcUserId, { organizationId, layer, gone });

  // The organization is taken away from the application.
  await deere(`organizations/${organizationId}`, { isConnected: false });
  await controlSandbox('JohnDeere', 'DELETE', `/world/organizations/${organizationId}`);
  await nextDay();
  await nextDay();
  expect(await told(svcUserId, 'providerOrganizationRemoved')).toBe(1);
  await deere(`organizations/${organizationId}`, { name: 'Farm 7501', type: 'customer', isConnected: true });
});
