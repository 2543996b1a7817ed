import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Boundary } from '../../../domain/fields/boundary.ts';
import type { Field } from '../../../domain/fields/field.ts';
import type { SyncReason, SyncWaiting } from '../../../domain/integrations/sync-reason.ts';
import { idle } from '../cloud.ts';
import { expectProblem } from '../contract/problem.ts';
import { freshOwner } from '../owner.ts';
import { freshUser } from '../users/user.ts';
import { filesOf, roundEnded } from './fetched-files.ts';
import { controlSandbox, sandboxCredential, useSandboxes } from './sandboxes.ts';
import { scheduledRound, syncPath } from './status.ts';

const owner = await freshOwner();
useSandboxes();
const harvestOfJen = 'MTIzNF81ZGJiMTBkZmM3ODg4ZDMxZDA1MzUxOWM';
const archived = 'archived-field';
const deere = <T>(method: string, path: string, body?: object) => controlSandbox<T>('JohnDeere', method, path, body);

/** A field that lists leave out, as that of the provider leaves out archived ones, with the outline of another. */
beforeAll(async () => {
  type Listed = { items: Record<string, unknown>[] };
  const { items: fields } = await deere<Listed>('GET', '/world/fields');
  const { id: _, ...field } = fields.find(({ organizationId }) => organizationId === '1234') ?? {};
  const { items: boundaries } = await deere<Listed>('GET', '/world/boundaries');
  const { id: __, ...boundary } = boundaries.find(({ active }) => active) ?? {};
  await deere('PUT', `/world/fields/${archived}`, { ...field, name: 'Old meadow', archived: true });
  await deere('PUT', `/world/boundaries/${archived}-1`, { ...boundary, organizationId: '1234', fieldId: archived });
  const { items: files } = await deere<Listed>('GET', '/world/files');
  const { id: ___, ...file } = files.find(({ organizationId }) => organizationId === '1234') ?? {};
  await deere('PUT', '/world/files/setup', { ...file, type: 'SETUP' });
});
afterAll(async () => {
  await deere('DELETE', `/world/fields/${archived}`);
  await deere('DELETE', `/world/boundaries/${archived}-1`);
  await deere('DELETE', '/world/files/setup');
});

const connected = async () => {
  const { id } = await freshUser(owner);
  await sandboxCredential(owner, id, 'JohnDeere');
  await roundEnded();
  return id;
};
const ask = (svcUserId: string, body: object) => owner.post(`${syncPath(svcUserId)}/fetch`, body);
const explain = async (svcUserId: string, query = '') =>
  (
    await owner.get<{ isThere: boolean; reasons: SyncReason[]; waiting?: SyncWaiting[] }>(
      `${syncPath(svcUserId)}/explain${query}`,
    )
  ).body;
const fieldOf = async (svcUserId: string) =>
  (await owner.get<Field[]>(`/services/fields/api/fields?svcUserId=${svcUserId}&size=100`)).body.find(
    ({ providerFieldId }) => providerFieldId === archived,
  );

test('a field that no list has is fetched by its id at the provider, and stays', async () => {
  const svcUserId = await connected();
  expect(await fieldOf(svcUserId)).toBeUndefined();
  const unknown = await explain(svcUserId, `?fieldId=${archived}`);
  expect(unknown.reasons.at(-1)).toMatchObject({
    code: 'fieldUnknown',
    message: expect.stringContaining('sync/fetch'),
  });
  expect((await ask(svcUserId, { provider: 'JohnDeere', fieldId: archived })).status).toBe(202);
  await roundEnded();
  const field = await fieldOf(svcUserId);
  expect(field).toMatchObject({ status: 'PROCESSED', providerFieldName: 'Old meadow', area: expect.any(Object) });
  expect(await explain(svcUserId, `?fieldId=${archived}`)).toEqual({ isThere: true, reasons: [] });
  // Complete lists without it do not say that it is gone.
  for (let round = 0; round < 2; round += 1) await scheduledRound(owner, svcUserId);
  const { body } = await owner.get<Boundary[]>(
    `/services/fields/api/users/${svcUserId}/fields/${field?.id}/boundaries`,
  );
  expect(body.map(({ status }) => status)).toEqual(['ACTIVE']);
}, 120_000);

test('a file on a field that is not enabled, older than the range, is fetched by its id at the provider', async () => {
  const svcUserId = await connected();
  expect(await filesOf(owner, svcUserId)).toEqual([]);
  expect((await ask(svcUserId, { provider: 'JohnDeere', fileId: harvestOfJen })).status).toBe(202);
  await roundEnded();
  expect(await filesOf(owner, svcUserId)).toMatchObject([{ providerFileId: harvestOfJen, status: 'processed' }]);
  expect(await explain(svcUserId, `?fileId=${harvestOfJen}`)).toEqual({ isThere: true, reasons: [] });
  expect((await explain(svcUserId)).waiting?.filter(({ code }) => code.startsWith('asked'))).toEqual([]);
}, 120_000);

test('what does not come says why, by its id and among all that waits', async () => {
  const svcUserId = await connected();
  const asked = [{ fieldId: 'nowhere' }, { fileId: 'nothing' }, { fileId: 'setup' }, { fileId: 'stray' }];
  // Nobody could say whether the grower shares it.
  const stray = JSON.stringify({ id: 'stray', name: 'stray.zip', type: 'HARVEST', status: 'READY', links: [] });
  await deere('POST', '/faults', { next: [{ path: '/files/stray', status: 200, body: stray, times: 9 }] });
  for (const id of asked) expect((await ask(svcUserId, { provider: 'JohnDeere', ...id })).status).toBe(202);
  await roundEnded();
  const said = async (query: string) => {
    const { isThere, reasons } = await explain(svcUserId, query);
    return [isThere, ...reasons.map(({ code, message }) => `${code}: ${message}`)];
  };
  const inVain = (answer: string) => [false, expect.stringMatching(`^askedInVain: .*${answer}`)];
  expect(await said('?fieldId=nowhere')).toEqual(inVain('no field with this id, in the organizations'));
  expect(await said('?fileId=nothing')).toEqual(inVain('no file with this id'));
  expect(await said('?fileId=setup')).toEqual(inVain('the type SETUP, which holds no recorded work'));
  expect(await said('?fileId=stray')).toEqual(inVain('does not say to which organization it belongs'));
  const { waiting = [] } = await explain(svcUserId);
  expect(waiting.filter(({ code }) => code === 'askedInVain')).toMatchObject([
    { kind: 'fields', count: 1, ids: ['nowhere'], call: expect.stringContaining('sync/fetch') },
    { kind: 'files', count: 1, ids: ['nothing'] },
    { kind: 'files', count: 1, ids: ['setup'] },
    { kind: 'files', count: 1, ids: ['stray'] },
  ]);
  await owner.call('PATCH', `/services/usermanagement/api/users/${svcUserId}/JohnDeere/organizations/1234/PREVIEW`);
  await ask(svcUserId, { provider: 'JohnDeere', fileId: harvestOfJen });
  await roundEnded();
  expect(await said(`?fileId=${harvestOfJen}`)).toEqual(inVain('organization 1234, which is not SELECTED'));
}, 120_000);

test('Climate FieldView is asked for single fields and files too', async () => {
  const { id: svcUserId } = await freshUser(owner);
  await sandboxCredential(owner, svcUserId, 'ClimateFieldView');
  await idle();
  const { items } = await controlSandbox<{ items: { id: string }[] }>('ClimateFieldView', 'GET', '/world/layers');
  const fileId = items[0]?.id ?? '';
  await ask(svcUserId, { provider: 'ClimateFieldView', fileId });
  await ask(svcUserId, { provider: 'ClimateFieldView', fieldId: 'nowhere' });
  await roundEnded();
  expect(await filesOf(owner, svcUserId)).toMatchObject([{ providerFileId: fileId }]);
  expect((await explain(svcUserId, '?fieldId=nowhere')).reasons).toMatchObject([{ code: 'askedInVain' }]);
}, 120_000);

test('what cannot be asked for is refused, and says what was expected', async () => {
  const { id: svcUserId } = await freshUser(owner);
  const conflict = await ask(svcUserId, { provider: 'JohnDeere', fieldId: 'f' });
  expectProblem(conflict, 409, 'providerNotConnected');
  for (const body of [
    { provider: 'Stara', fieldId: 'f' },
    { provider: 'JohnDeere' },
    { provider: 'JohnDeere', fieldId: 'f', fileId: 'g' },
    { provider: 'JohnDeere', fieldId: '..' },
  ]) {
    expectProblem(await ask(svcUserId, body), 400);
  }
});
