import { expect, test } from 'vitest';
import type { Boundary } from '../../../domain/fields/boundary.ts';
import type { Field } from '../../../domain/fields/field.ts';
import { idle } from '../cloud.ts';
import { credentialPath } from '../credentials/credential.ts';
import { freshOwner } from '../owner.ts';
import { freshUser } from '../users/user.ts';
import { controlSandbox, sandboxCredential, useSandboxes } from './sandboxes.ts';
import { scheduledRound, syncPath } from './status.ts';

const owner = await freshOwner();
useSandboxes();

test('a John Deere credential brings organizations, growers, farms and fields, whose boundaries come when they are wanted', async () => {
  const { id: svcUserId } = await freshUser(owner);
  await sandboxCredential(owner, svcUserId, 'JohnDeere');
  await idle();
  expect((await owner.get(credentialPath(svcUserId, 'JohnDeere'))).body).toMatchObject({ status: 'OK' });
  const organizations = await owner.get(`/services/usermanagement/api/users/${svcUserId}/JohnDeere/organizations`);
  expect(organizations.body).toMatchObject([
    { providerOrgId: '1234', providerOrgName: 'Prairie Sandbox Farms', status: 'SELECTED' },
    { providerOrgId: '4321', status: 'BLOCKED' },
  ]);
  const path = `/services/fields/api/users/${svcUserId}`;
  const list = async () =>
    (await owner.get<Field[]>(`/services/fields/api/fields?svcUserId=${svcUserId}&size=100`)).body;
  const fields = await list();
  expect(fields.length).toBeGreaterThan(2);
  expect(new Set(fields.map(({ status }) => status))).toEqual(new Set(['PREVIEW']));
  const jen = fields.find(({ name }) => name?.includes('Jen')) as Field;
  await owner.post(`${path}/fields/${jen.id}/enableSync`);
  await owner.post(`${path}/fields/sync`);
  await idle();
  const shown = (await owner.get<Field>(`${path}/fields/${jen.id}`)).body;
  expect(shown).toMatchObject({ status: 'PROCESSED', area: { unit: 'ha' }, farmId: expect.any(Number) });
  const boundaries = (await owner.get<Boundary[]>(`${path}/fields/${jen.id}/boundaries`)).body;
  expect(boundaries).toMatchObject([{ status: 'ACTIVE', providerStatus: 'ACTIVE' }]);
});

test('a field that John Deere lists no longer is gone after two rounds, and the others stay', {
  timeout: 120_000,
}, async () => {
  const [organizationId, clientId, farmId] = ['7001', 'removals-client', 'removals-farm'];
  const put = (path: string, body: object) => controlSandbox('JohnDeere', 'PUT', `/world/${path}`, body);
  const own = { organizationId, archived: false };
  await put(`organizations/${organizationId}`, { name: 'Removals', type: 'customer', isConnected: true });
  await put(`clients/${clientId}`, { ...own, name: 'Removals' });
  await put(`farms/${farmId}`, { ...own, clientId, name: 'Removals' });
  const modified = '2026-05-01T00:00:00.000Z';
  for (const name of ['kept', 'sold']) await put(`fields/${name}`, { ...own, clientId, farmId, name, modified });
  const made = [`organizations/${organizationId}`, `clients/${clientId}`, `farms/${farmId}`, 'fields/kept'];
  try {
    const { id: svcUserId } = await freshUser(owner);
    await sandboxCredential(owner, svcUserId, 'JohnDeere');
    await idle();
    await controlSandbox('JohnDeere', 'DELETE', '/world/fields/sold');
    await scheduledRound(owner, svcUserId);
    const explained = async (fieldId: string) =>
      (await owner.get<{ reasons: { code: string }[] }>(`${syncPath(svcUserId)}/explain?fieldId=${fieldId}`)).body
        .reasons;
    expect(await explained('sold')).toMatchObject([{ code: 'fieldInPreview' }]);
    await scheduledRound(owner, svcUserId);
    expect(await explained('sold')).toMatchObject([{ code: 'fieldRemoved' }]);
    expect(await explained('kept')).toMatchObject([{ code: 'fieldInPreview' }]);
  } finally {
    for (const path of made) await controlSandbox('JohnDeere', 'DELETE', `/world/${path}`);
  }
});
