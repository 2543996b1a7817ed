import { beforeAll, expect, test } from 'vitest';
import type { Connection } from '../../../domain/connections/connection.ts';
import type { Field } from '../../../domain/fields/field.ts';
import type { SyncReason, SyncWaiting } from '../../../domain/integrations/sync-reason.ts';
import { idle } from '../cloud.ts';
import { freshOwner } from '../owner.ts';
import { freshUser } from '../users/user.ts';
import { connectedUser, freshProvider } from './connected-user.ts';
import { wantingUser } from './fetched-files.ts';
import { controlSandbox, sandboxCredential, useSandboxes } from './sandboxes.ts';
import { syncPath } from './status.ts';

const owner = await freshOwner();
const provider = await freshProvider();
useSandboxes();

/** Other files of the process add organizations to the sandbox, which every account sees. */
beforeAll(async () => {
  const { items } = await controlSandbox<{ items: { id: string }[] }>('JohnDeere', 'GET', '/world/organizations');
  for (const { id } of items) {
    if (id !== '1234' && id !== '4321') await controlSandbox('JohnDeere', 'DELETE', `/world/organizations/${id}`);
  }
});

async function explain(svcUserId: string, query = '') {
  const { status, body } = await owner.get<{ isThere: boolean; reasons: SyncReason[]; waiting?: SyncWaiting[] }>(
    `${syncPath(svcUserId)}/explain${query}`,
  );
  expect(status).toBe(200);
  return { ...body, codes: body.reasons.map(({ code }) => code), waiting: body.waiting ?? [] };
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

test('pages of growers know which providers are called', async () => {
  const { id } = await freshUser(owner);
  const { body } = await owner.get<Connection[]>(`/services/widgets/api/users/${id}/connections`);
  const called = body.flatMap(({ provider: key, isCalled }) => (isCalled ? [key] : [])).sort();
  expect(called).toEqual(['ClimateFieldView', 'JohnDeere', 'Lindsay', 'RavenSlingshot', 'Trimble']);
});

test('a new user is told everything that waits, with its count, its ids and what changes it', async () => {
  const { id } = await freshUser(owner);
  await sandboxCredential(owner, id, 'JohnDeere');
  await idle();
  const { isThere, codes, waiting } = await explain(id);
  expect(isThere).toBe(false);
  expect(codes).toEqual([]);
  const { body: fields } = await owner.get<Field[]>(`/services/fields/api/fields?svcUserId=${id}&size=100`);
  const preview = fields.filter(({ status }) => status === 'PREVIEW').map((field) => field.id);
  expect(preview.length).toBeGreaterThan(5);
  const [ofFields] = waiting.filter(({ kind }) => kind === 'fields');
  expect(ofFields).toMatchObject({ provider: 'JohnDeere', code: 'fieldInPreview', count: preview.length });
  expect([...(ofFields?.ids ?? [])].sort()).toEqual([...preview].sort());
  expect(ofFields?.call).toMatch(/^POST .*enableSync$/);
  expect(ofFields?.message).toContain('Files of work on them are listed and fetched then');
  expect(waiting).toContainEqual(
    expect.objectContaining({ kind: 'organizations', code: 'organizationBlocked', count: 1, ids: ['4321'] }),
  );
  const { body: sync } = await owner.get<{ providers: { reasons: SyncReason[]; waiting: SyncWaiting[] }[] }>(
    syncPath(id),
  );
  expect(sync.providers).toMatchObject([{ reasons: [], waiting }]);
});

test('files that are older than the range are counted, with the setting that changes it', async () => {
  const svcUserId = await wantingUser(owner, { operationsProcessingRange: 12 });
  await sandboxCredential(owner, svcUserId, 'JohnDeere');
  await idle();
  const { isThere, codes, waiting } = await explain(svcUserId);
  expect([isThere, codes]).toEqual([false, []]);
  const [ofFiles, ...others] = waiting.filter(({ kind }) => kind === 'files');
  expect(others).toEqual([]);
  expect(ofFiles).toMatchObject({ code: 'outsideDateRange', setting: 'operationsProcessingRange' });
  expect(ofFiles?.count).toBeGreaterThan(5);
  expect(ofFiles?.ids).toHaveLength(ofFiles?.count ?? 0);
});

test('an organization that was taken away is a reason with a page in sync and explain, and an event', async () => {
  const { id } = await freshUser(owner);
  await sandboxCredential(owner, id, 'JohnDeere');
  await idle();
  const before = await explain(id);
  expect(before.codes).toEqual([]);
  await controlSandbox('JohnDeere', 'PUT', '/state', { isNothingSelected: true });
  try {
    await owner.post(`/services/usermanagement/api/users/${id}/JohnDeere/organizations/sync`);
    await idle();
    const { body } = await owner.get<{ providers: { reasons: SyncReason[] }[] }>(syncPath(id));
    const taken = body.providers[0]?.reasons.find(({ code }) => code === 'organizationRemoved');
    expect(taken).toMatchObject({ provider: 'JohnDeere', page: expect.stringMatching(/^http/) });
    expect(taken?.message).toMatch(/no longer lists the organization 1234: \d+ fields of it are here and stay/);
  } finally {
    await controlSandbox('JohnDeere', 'PUT', '/state', { isNothingSelected: false });
  }
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
    const page = expect.stringMatching(/select-organizations/);
    expect(reasons).toMatchObject([
      { code: 'nothingSelected', page },
      { code: 'organizationRemoved', page, message: expect.stringMatching(/1234.*13 fields of it are here/) },
    ]);
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
