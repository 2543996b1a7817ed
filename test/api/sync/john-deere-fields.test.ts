import { expect, test } from 'vitest';
import type { Boundary } from '../../../domain/fields/boundary.ts';
import type { Field } from '../../../domain/fields/field.ts';
import { idle } from '../cloud.ts';
import { credentialPath } from '../credentials/credential.ts';
import { freshOwner } from '../owner.ts';
import { freshUser } from '../users/user.ts';
import { sandboxCredential, useSandboxes } from './sandboxes.ts';

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
