import { expect, test } from 'vitest';
import type { SyncReason, SyncWaiting } from '../../../domain/integrations/sync-reason.ts';
import { limits } from '../../../domain/limits.ts';
import { usersAssets } from '../assets/asset.ts';
import { advance, idle } from '../cloud.ts';
import { eventsOf } from '../machine-files/stored-records.ts';
import { freshOwner } from '../owner.ts';
import { anotherRound, roundEnded } from './fetched-files.ts';
import { harvestFilling, ownFarm } from './own-farm.ts';
import { controlSandbox, useSandboxes } from './sandboxes.ts';
import { syncOf, syncPath } from './status.ts';

useSandboxes();
const owner = await freshOwner();
const farm = await ownFarm('7391');

async function explain(svcUserId: string, query = '') {
  const { body } = await owner.get<{ isThere: boolean; reasons: SyncReason[]; waiting?: SyncWaiting[] }>(
    `${syncPath(svcUserId)}/explain${query}`,
  );
  return body;
}

test('files are counted by what became of them, and refused ones say why', async () => {
  await farm.file('73910001', harvestFilling());
  await farm.operation('b3AtNzM5MQ', undefined);
  const svcUserId = await farm.user(owner);
  const { files, pushes, counts, refusedLists } = await syncOf(owner, svcUserId);
  expect(files).toMatchObject({ fetching: 0, waiting: 0, fetched: 1, refused: 1, listsRead: 2 });
  expect(files?.refusedFiles).toMatchObject([
    { providerFileId: 'b3AtNzM5MQ', message: expect.stringContaining('There is no shapefile of the operation') },
  ]);
  expect(counts).toMatchObject({ machines: 0, implements: 0, operators: 0 });
  expect(refusedLists).toEqual([]);
  expect(pushes).toMatchObject({ isSubscribed: false, message: expect.stringContaining('publicAddress') });
  expect(await explain(svcUserId, '?fileId=73910001')).toEqual({ isThere: true, reasons: [] });
  expect((await explain(svcUserId, '?fileId=b3AtNzM5MQ')).reasons).toMatchObject([
    { code: 'fileRefused', message: expect.stringContaining('There is no shapefile') },
  ]);
});

test('a file that the settings do not want yet says so', async () => {
  const old = '2024-01-01T00:00:00.000Z';
  await farm.file('73910002', harvestFilling({ days: 1 }), { created: old, modified: old });
  const svcUserId = await farm.user(owner, { operationsProcessingRange: 1 });
  expect((await explain(svcUserId, '?fileId=73910002')).reasons).toMatchObject([
    { code: 'outsideDateRange', message: expect.stringContaining('1 months') },
  ]);
  expect((await syncOf(owner, svcUserId)).files).toMatchObject({ waiting: expect.any(Number) });
  const { isThere, waiting } = await explain(svcUserId);
  expect(isThere).toBe(false);
  const tooOld = waiting?.find(({ kind, code }) => kind === 'files' && code === 'outsideDateRange');
  expect(tooOld).toMatchObject({ provider: 'JohnDeere', setting: 'operationsProcessingRange' });
  expect(tooOld?.ids).toContain('73910002');
  expect(tooOld?.count).toBe(tooOld?.ids.length);
});

test('a list of files that the provider forbids is explained in its words, until it gives the list', async () => {
  const body = JSON.stringify([{ message: 'Missing scope files.' }]);
  const forbidden = [{ kind: 'files', status: 403, body }];
  const svcUserId = await farm.user(owner, { operationsAutoSync: false });
  const configuration = `/services/config/api/configs/${svcUserId}`;
  await owner.call('PATCH', configuration, { json: { operationsAutoSync: true } });
  await controlSandbox('JohnDeere', 'POST', '/faults', { next: forbidden });
  await anotherRound(owner, svcUserId);
  const expected = { of: 'files', organizationId: '7391', message: expect.stringContaining('Missing scope files.') };
  expect((await syncOf(owner, svcUserId)).refusedLists).toMatchObject([expected]);
  const reason = { code: 'listRefused', providerMessage: expect.stringContaining('Missing scope files.') };
  expect((await explain(svcUserId)).reasons).toContainEqual(expect.objectContaining(reason));
  const organization = await explain(svcUserId, '?organizationId=7391');
  expect(organization).toMatchObject({ isThere: false, reasons: [reason] });
  expect((await explain(svcUserId, '?fileId=unheard-of')).reasons.map(({ code }) => code)).toContain('listRefused');
  await anotherRound(owner, svcUserId);
  expect((await syncOf(owner, svcUserId)).refusedLists).toEqual([]);
  expect(await explain(svcUserId, '?organizationId=7391')).toEqual({ isThere: true, reasons: [] });
});

test('so many machines that a list lacks wait until the owner confirms it', async () => {
  const count = limits.removedRecords + 1;
  const paths = Array.from({ length: count }, (_, index) => `/world/equipment/739${String(index).padStart(4, '0')}`);
  const machine = { organizationId: '7391', category: 'Machine', type: 'Tractor', make: 'CASE', model: 'X' };
  const more = { principalId: 9, isTelematicsCapable: false, archived: false };
  const serial = (path: string) => path.slice(-6);
  try {
    for (const path of paths) {
      await controlSandbox('JohnDeere', 'PUT', path, { ...machine, ...more, name: path, serialNumber: serial(path) });
    }
    const svcUserId = await farm.user(owner, { machinesAutoSync: true, operationsAutoSync: false });
    const shown = () => syncOf(owner, svcUserId);
    expect((await shown()).counts.machines).toBe(count);
    for (const path of paths) await controlSandbox('JohnDeere', 'DELETE', path);
    await anotherRound(owner, svcUserId);
    expect(await shown()).not.toHaveProperty('removalsWaiting');
    for (let times = 0; times < 2; times += 1) {
      await advance({ seconds: 1 });
      await anotherRound(owner, svcUserId);
    }
    const waits = { of: 'machine', organizationId: '7391', gone: count, total: count };
    expect((await shown()).removalsWaiting).toMatchObject({ lists: {}, assets: [waits] });
    expect((await explain(svcUserId)).reasons.map(({ code }) => code)).toContain('removalsHeld');
    expect((await shown()).counts.machines).toBe(count);
    const said = (await eventsOf(svcUserId)).filter(({ type }) => type === 'providerRemovalsWaiting');
    expect(said).toHaveLength(1);
    await advance({ seconds: 1 });
    expect((await owner.post(`${syncPath(svcUserId)}/confirm`, { provider: 'JohnDeere' })).status).toBe(202);
    await idle();
    await roundEnded();
    expect(await shown()).not.toHaveProperty('removalsWaiting');
    expect((await shown()).counts.machines).toBe(0);
    const { body } = await owner.get<{ removedAtProvider?: string }[]>(usersAssets(svcUserId, 'machines?size=100'));
    expect(body.filter(({ removedAtProvider }) => removedAtProvider !== undefined)).toHaveLength(count);
  } finally {
    for (const path of paths) await controlSandbox('JohnDeere', 'DELETE', path).catch(() => {});
  }
}, 120_000);
