import { expect, test } from 'vitest';
import type { Implement } from '../../../domain/assets/implement.ts';
import type { Machine } from '../../../domain/assets/machine.ts';
import type { Operator } from '../../../domain/assets/operator.ts';
import type { SyncReason } from '../../../domain/integrations/sync-reason.ts';
import { machineMakers } from '../../../domain/providers/rows/machine-makers.ts';
import { deereRoutes } from '../../../local/sandboxes/john-deere/routes.ts';
import { deereTokens } from '../../../local/sandboxes/john-deere/sign-in.ts';
import { pooledAsset, storedWork, usersAssets } from '../assets/asset.ts';
import { idle } from '../cloud.ts';
import { expectProblem } from '../contract/problem.ts';
import { credentialPath } from '../credentials/credential.ts';
import { eventsOf } from '../machine-files/stored-records.ts';
import { freshOwner } from '../owner.ts';
import { freshUser } from '../users/user.ts';
import { roundEnded } from './fetched-files.ts';
import { controlSandbox, sandboxCredential, useSandboxes } from './sandboxes.ts';
import { syncPath } from './status.ts';

const owner = await freshOwner();
useSandboxes();

const combine = '1H0S670SAE0765947';
const switchedOn = { machinesAutoSync: true, implementsAutoSync: true, operatorsAutoSync: true };

/** A user whose settings are there before the credential is. */
async function grower(settings: object = switchedOn): Promise<string> {
  const { id } = await freshUser(owner);
  await owner.post(`/services/config/api/configs/${id}`, settings);
  return id;
}

async function connected(svcUserId: string): Promise<string> {
  await sandboxCredential(owner, svcUserId, 'JohnDeere');
  await idle();
  return svcUserId;
}

async function round(svcUserId: string): Promise<void> {
  await owner.post(`/services/fields/api/users/${svcUserId}/fields/sync`);
  await idle();
}

const list = async <T>(svcUserId: string, kind: string) => (await owner.get<T[]>(usersAssets(svcUserId, kind))).body;

test('machines, implements and operators arrive where their switches are on, once, without placeholders', async () => {
  const svcUserId = await connected(await grower());
  const common = { originType: 'PROVIDER_POOLED', provider: 'JohnDeere', providerOrganizationId: '1234' };
  const machines = await list<Machine>(svcUserId, 'machines?sort=name');
  expect(machines.map(({ name }) => name)).toEqual(['Combine S670', 'Tractor 8360R']);
  const [model, category] = ['S670', 'Combine'];
  expect(machines[0]).toMatchObject({ ...common, providerMachineId: '637795', serialNumber: combine, model, category });
  expect(machines[0]).toMatchObject({ make: 'JOHN DEERE', modelYear: 2014 });
  const tools = await list<Implement>(svcUserId, 'implements?sort=name');
  expect(tools.map(({ name }) => name)).toEqual(['Planter 24 rows', 'Sprayer']);
  expect(tools[1]).toEqual({
    ...{ ...common, id: expect.any(String), svcUserId, name: 'Sprayer', category: 'Sprayer' },
    ...{ providerImplementId: '637798', createdTime: expect.any(String), updatedTime: expect.any(String) },
  });
  const operators = await list<Operator>(svcUserId, 'operators');
  expect(new Set(operators.map(({ name, status }) => `${name}: ${status}`))).toEqual(
    new Set(['Sandbox Operator: ACTIVE', 'Second Operator: ACTIVE', 'Former Operator: ARCHIVED']),
  );
  const events = await eventsOf(svcUserId);
  await round(svcUserId);
  expect(await list(svcUserId, 'machines?sort=name')).toEqual(machines);
  expect(
    (await eventsOf(svcUserId)).filter(({ type }) => /machine|implement|operator/.test(String(type))),
  ).toHaveLength(events.filter(({ type }) => /machine|implement|operator/.test(String(type))).length);
});

test('nothing is read where the switches are off', async () => {
  const svcUserId = await grower({ operatorsAutoSync: true });
  await controlSandbox('JohnDeere', 'DELETE', '/calls');
  await connected(svcUserId);
  expect([await list(svcUserId, 'machines'), await list(svcUserId, 'implements')]).toEqual([[], []]);
  expect((await list(svcUserId, 'operators')).length).toBe(3);
  const { kinds } = await controlSandbox<{ kinds: Record<string, number> }>('JohnDeere', 'GET', '/calls');
  expect(kinds).not.toHaveProperty('equipment');
});

test('a machine of files with the VIN is that of the provider, keeps its work, and is taken apart on request', async () => {
  const svcUserId = await grower();
  const written = { name: 'S670', vin: combine.toLowerCase(), make: 'Deere' };
  const { id } = await pooledAsset(owner, svcUserId, 'machine', written);
  await storedWork(owner, svcUserId, id);
  await connected(svcUserId);
  const one = usersAssets(svcUserId, `machines/${id}`);
  const matched = (await owner.get<Machine>(one)).body;
  expect(matched).toMatchObject({ originType: 'PROVIDER_POOLED', providerMachineId: '637795', name: 'Combine S670' });
  expect(matched).toMatchObject({ inFiles: written, serialNumber: combine, vin: written.vin });
  expect(await list(svcUserId, 'machines')).toHaveLength(2);
  expect(await list(svcUserId, `machines/${id}/files`)).toHaveLength(1);

  const separated = await owner.post<Machine>(`${one}/separate`);
  expect(separated).toMatchObject({ status: 200, body: { providerMachineId: '637795' } });
  expect(separated.body.id).not.toBe(id);
  expect((await owner.get<Machine>(one)).body).toMatchObject({ ...written, originType: 'FILE_POOLED', provider: null });
  expectProblem(await owner.post(`${one}/separate`), 409, 'assetNotMatched');
  await round(svcUserId);
  expect((await owner.get<Machine>(one)).body).toMatchObject({ originType: 'FILE_POOLED' });
  const after = await list<Machine>(svcUserId, `machines?providerMachineId=637795`);
  expect(after).toMatchObject([{ id: separated.body.id, originType: 'PROVIDER_POOLED' }]);
  expect(after[0]).not.toHaveProperty('vin');
});

test('a machine that two complete lists lack is marked, and comes back', async () => {
  const svcUserId = await grower();
  const added = { organizationId: '1234', category: 'Machine', name: 'Sold', serialNumber: 'SOLD-77', make: 'CASE' };
  const members = {
    ...added,
    type: 'Tractor',
    model: 'X',
    principalId: 9,
    isTelematicsCapable: false,
    archived: false,
  };
  const put = () => controlSandbox('JohnDeere', 'PUT', '/world/equipment/777001', members);
  await put();
  try {
    await connected(svcUserId);
    const sold = async () => (await list<Machine>(svcUserId, 'machines?providerMachineId=777001'))[0];
    expect(await sold()).toMatchObject({ name: 'Sold' });
    await controlSandbox('JohnDeere', 'DELETE', '/world/equipment/777001');
    await round(svcUserId);
    expect(await sold()).not.toHaveProperty('removedAtProvider');
    await round(svcUserId);
    expect(await sold()).toMatchObject({ name: 'Sold', removedAtProvider: expect.any(String) });
    await put();
    await round(svcUserId);
    expect(await sold()).not.toHaveProperty('removedAtProvider');
  } finally {
    await controlSandbox('JohnDeere', 'DELETE', '/world/equipment/777001');
  }
});

test('an answer that is cut loses nothing', async () => {
  const svcUserId = await grower({ machinesAutoSync: true });
  const next = [{ kind: 'equipment', isCut: true }];
  await controlSandbox('JohnDeere', 'POST', '/faults', { next });
  await connected(svcUserId);
  await idle();
  await controlSandbox('JohnDeere', 'DELETE', '/faults');
  await round(svcUserId);
  expect(await list(svcUserId, 'machines')).toHaveLength(2);
});

test('a scope that is missing is in the log of the credential', async () => {
  const svcUserId = await grower({ machinesAutoSync: true });
  const body = JSON.stringify([{ message: 'The scope eq1 is missing.' }]);
  await controlSandbox('JohnDeere', 'POST', '/faults', { next: [{ kind: 'equipment', status: 403, body, times: 50 }] });
  await connected(svcUserId);
  await controlSandbox('JohnDeere', 'DELETE', '/faults');
  expect(await list(svcUserId, 'machines')).toEqual([]);
  const log = await owner.get<{ statusCode?: number }[]>(
    `/services/usermanagement/api/users/${svcUserId}/john-deere-credentials/events`,
  );
  expect(log.body).toContainEqual(expect.objectContaining({ statusCode: 403 }));
});

test('rounds use each scope that a grower is asked for, and need no other', async () => {
  await controlSandbox('JohnDeere', 'DELETE', '/calls');
  const all = { ...switchedOn, customDataSync: false, operationsProcessingRange: 240 };
  await sandboxCredential(owner, await grower(all), 'JohnDeere');
  await roundEnded();
  const { kinds } = await controlSandbox<{ kinds: Record<string, number> }>('JohnDeere', 'GET', '/calls');
  const called = deereRoutes(deereTokens('scopes')).filter(({ kind }) => kinds[kind] !== undefined);
  const used = new Set(called.flatMap(({ scopes }) => scopes));
  const grant = machineMakers.find(({ key }) => key === 'JohnDeere')?.grant;
  const asked = String(grant && 'parameters' in grant && grant.parameters.PRODUCTION.scope).split(' ');
  expect([...used, 'offline_access'].sort()).toEqual(asked.sort());
}, 120_000);

test('a credential of STAGE brings no machines, and all who ask hear why', async () => {
  const svcUserId = await grower();
  await controlSandbox('JohnDeere', 'DELETE', '/calls');
  await sandboxCredential(owner, svcUserId, 'JohnDeere', 'STAGE');
  await idle();
  const { kinds } = await controlSandbox<{ kinds: Record<string, number> }>('JohnDeere', 'GET', '/calls');
  expect(kinds).not.toHaveProperty('equipment');
  expect(kinds).toHaveProperty('operators');
  expect(await list<Machine>(svcUserId, 'machines')).toEqual([]);
  const says = expect.stringMatching(/no sandbox of its equipment.*whose clientEnvironment is STAGE/);
  const { body } = await owner.get<{ reasons: SyncReason[] }>(`${syncPath(svcUserId)}/explain`);
  expect(body.reasons).toContainEqual(expect.objectContaining({ code: 'listRefused', providerMessage: says }));
  const events = await owner.get<object[]>(`${credentialPath(svcUserId, 'JohnDeere')}/events?size=100`);
  expect(events.body).toContainEqual(expect.objectContaining({ statusCode: 0, message: says }));
});
