import { expect, test } from 'vitest';
import type { Field } from '../../../domain/fields/field.ts';
import type { SyncReason } from '../../../domain/integrations/sync-reason.ts';
import { idle } from '../cloud.ts';
import { freshOwner } from '../owner.ts';
import { freshUser } from '../users/user.ts';
import { connectedUser, freshProvider } from './connected-user.ts';
import { controlSandbox, sandboxCredential, useSandboxes } from './sandboxes.ts';
import { syncPath } from './status.ts';

const owner = await freshOwner();
const provider = await freshProvider();
useSandboxes();

async function explain(svcUserId: string, query = '') {
  const { status, body } = await owner.get<{ isThere: boolean; reasons: SyncReason[] }>(
    `${syncPath(svcUserId)}/explain${query}`,
  );
  expect(status).toBe(200);
  return { isThere: body.isThere, codes: body.reasons.map(({ code }) => code), reasons: body.reasons };
}

test('a user without a credential is connected to nothing', async () => {
  const { id } = await freshUser(owner);
  expect(await explain(id)).toMatchObject({ isThere: false, codes: ['notConnected'] });
  expect((await explain(id, '?fieldId=4711')).codes).toEqual(['notConnected', 'fieldUnknown']);
  expect((await explain(id, '?fieldId=1&fileId=2')).codes).toEqual(['notConnected', 'fieldUnknown', 'fileUnknown']);
});

test('fields, organizations and files of a sandbox are explained by their ids there', async () => {
  const { id } = await freshUser(owner);
  await sandboxCredential(owner, id, 'JohnDeere');
  await idle();
  expect(await explain(id)).toMatchObject({ isThere: true, codes: [] });
  const { body: fields } = await owner.get<Field[]>(`/services/fields/api/fields?svcUserId=${id}`);
  const { providerFieldId = '', id: fieldId = '' } = fields[0] ?? {};
  for (const one of [providerFieldId, fieldId]) {
    expect(await explain(id, `?fieldId=${one}`)).toMatchObject({ isThere: false, codes: ['fieldInPreview'] });
  }
  const blocked = await explain(id, '?organizationId=4321');
  expect(blocked).toMatchObject({ isThere: false, codes: ['organizationBlocked'] });
  expect(blocked.reasons[0]?.page).toMatch(/^http/);
  expect(await explain(id, '?organizationId=1234')).toMatchObject({ isThere: true, codes: [] });
  expect((await explain(id, '?fileId=nothing')).codes.at(-1)).toBe('fileUnknown');
  await owner.call('PATCH', `/services/usermanagement/api/users/${id}/JohnDeere/organizations/1234/PREVIEW`);
  const left = await explain(id, `?fieldId=${fieldId}`);
  expect(left.codes).toEqual(['fieldInPreview', 'organizationInPreview']);
  expect((await explain(id)).codes).toEqual(['nothingSelected']);
});

test('a grower who has selected nothing is connected, and told where to select', async () => {
  const { id } = await freshUser(owner);
  await sandboxCredential(owner, id, 'JohnDeere');
  await idle();
  await controlSandbox('JohnDeere', 'PUT', '/state', { isNothingSelected: true });
  try {
    await owner.post(`/services/usermanagement/api/users/${id}/JohnDeere/organizations/sync`);
    await idle();
    const { reasons } = await explain(id);
    expect(reasons).toMatchObject([{ code: 'nothingSelected', page: expect.stringMatching(/select-organizations/) }]);
  } finally {
    await controlSandbox('JohnDeere', 'PUT', '/state', { isNothingSelected: false });
  }
});

test("a failure is explained in the provider's words", async () => {
  const user = await connectedUser(owner, provider);
  provider.failNext({ status: 403 });
  await user.sync();
  const { reasons } = await explain(user.svcUserId);
  expect(reasons[0]).toMatchObject({
    code: 'roundFailed',
    providerMessage: expect.stringMatching(/John Deere|JohnDeere/),
  });
});
