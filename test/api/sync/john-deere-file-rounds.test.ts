import { expect, test } from 'vitest';
import type { Field } from '../../../domain/fields/field.ts';
import { credentialPath } from '../credentials/credential.ts';
import { operationsService, type ShownFile } from '../machine-files/batch.ts';
import { eventsOf, usageOf } from '../machine-files/stored-records.ts';
import { freshOwner } from '../owner.ts';
import { type Row, runQuery } from '../query/query.ts';
import { anotherRound, filesOf, roundEnded } from './fetched-files.ts';
import { harvestFilling, ownFarm } from './own-farm.ts';
import { controlSandbox, useSandboxes } from './sandboxes.ts';

useSandboxes();
const owner = await freshOwner();
const farm = await ownFarm('7101');
const pointsOf = async (svcUserId: string) =>
  (await runQuery<Row[]>(owner, `SELECT COUNT(*) AS n FROM points WHERE svcUserId = '${svcUserId}'`)).body;
const calls = () =>
  controlSandbox<{ kinds: Record<string, number>; statuses: Record<string, number> }>('JohnDeere', 'GET', '/calls');

test('files come once, however often they are listed, and a replaced one takes the place of the former content', async () => {
  await farm.file('71010001', harvestFilling());
  const svcUserId = await farm.user(owner);
  const [file, ...others] = await filesOf(owner, svcUserId);
  expect(others).toEqual([]);
  const fields = (await owner.get<Field[]>(`/services/fields/api/fields?svcUserId=${svcUserId}`)).body;
  expect(file).toMatchObject({
    ...{ status: 'processed', origin: 'provider', provider: 'JohnDeere', providerFileId: '71010001' },
    ...{ organizationId: '7101', operationType: 'harvested', fields: [fields[0]?.id], problems: [] },
  });
  expect(file).not.toHaveProperty('batchId');
  expect(file).not.toHaveProperty('source');
  expect((await owner.get(`${operationsService}/batch?svcUserId=${svcUserId}`)).body).toEqual([]);
  expect(await pointsOf(svcUserId)).toEqual([{ n: 100 }]);

  await controlSandbox('JohnDeere', 'DELETE', '/calls');
  await anotherRound(owner, svcUserId);
  const { kinds } = await calls();
  expect(kinds).toMatchObject({ files: 1, operations: 1 });
  expect(kinds.file).toBeUndefined();
  expect(await filesOf(owner, svcUserId)).toEqual([file]);

  await farm.file('71010001', harvestFilling({ passes: 2 }));
  await anotherRound(owner, svcUserId);
  const replaced = await filesOf(owner, svcUserId);
  expect(replaced).toMatchObject([
    { id: file?.id, status: 'processed', createdTime: file?.createdTime, pointCounts: { read: 50 } },
  ]);
  expect(await pointsOf(svcUserId)).toEqual([{ n: 50 }]);
  const ended = (await eventsOf(svcUserId)).filter(
    ({ type }) => type.includes('FileProcessing') || type.startsWith('batch'),
  );
  expect(ended.map(({ type }) => type)).toEqual(['providerFileProcessingFinished', 'providerFileProcessingFinished']);
  expect((await usageOf(svcUserId)).filter(({ product }) => product === 'machineFiles')).toHaveLength(1);
});

test('files are filtered by every provider, organization and id there', async () => {
  const found = async (query: string) =>
    (await owner.get<ShownFile[]>(`${operationsService}/files?${query}`)).body.length;
  expect(await found('provider=JohnDeere&organizationId=7101')).toBe(1);
  expect(await found('providerFileId=71010001')).toBe(1);
  expect(await found('organizationId=1')).toBe(0);
  expect(await found('provider=CNHIFieldOps')).toBe(0);
});

test('half a file, too many requests and failures of the provider delay a file, and it comes whole', async () => {
  const svcUserId = await farm.user(owner);
  await farm.file('71010002', harvestFilling({ passes: 3, days: 1 }));
  await controlSandbox('JohnDeere', 'POST', '/faults', {
    next: [
      { kind: 'files', status: 503 },
      { kind: 'file', isCut: true },
      { kind: 'file', status: 429, headers: { 'retry-after': '90' } },
      { kind: 'file', status: 500 },
    ],
  });
  await anotherRound(owner, svcUserId);
  const [file, ...others] = await filesOf(owner, svcUserId, '&providerFileId=71010002');
  expect(others).toEqual([]);
  expect(file).toMatchObject({ status: 'processed', pointCounts: { read: 75 } });
});

test('what the provider refuses has failed in its words, and is asked for again when it has changed', async () => {
  const svcUserId = await farm.user(owner);
  await farm.operation('b3AtNzEwMQ', undefined);
  await anotherRound(owner, svcUserId);
  const refused = () => filesOf(owner, svcUserId, '&providerFileId=b3AtNzEwMQ');
  const [before] = await refused();
  expect(before).toMatchObject({ status: 'failed', problems: [{ code: 'notDelivered' }] });
  expect(before?.problems[0]?.message).toContain('There is no shapefile of the operation');
  const failures = (await eventsOf(svcUserId)).filter(({ type }) => type === 'providerFileProcessingFailed');
  expect(failures).toMatchObject([{ fileId: before?.id, message: expect.stringContaining('406') }]);

  await farm.operation('b3AtNzEwMQ', { sample: 'harvest-of-jen-3' }, { polls: 2 });
  await anotherRound(owner, svcUserId);
  expect(await refused()).toMatchObject([{ id: before?.id, status: 'processed', operationType: 'harvested' }]);
});

test('a missing permission is said, and files wait while the settings do not want them', async () => {
  const svcUserId = await farm.user(owner, { operationsAutoSync: false });
  expect(await filesOf(owner, svcUserId)).toEqual([]);
  const configuration = `/services/config/api/configs/${svcUserId}`;
  await owner.call('PATCH', configuration, { json: { operationsAutoSync: true, operationsProcessingRange: 1 } });
  await farm.file('71010003', harvestFilling({ days: 2 }), {
    created: '2024-01-01T00:00:00.000Z',
    modified: '2024-01-01T00:00:00.000Z',
  });
  const body = JSON.stringify([{ message: 'Missing scope ag3.' }]);
  await controlSandbox('JohnDeere', 'POST', '/faults', { next: [{ kind: 'shapefile', status: 403, body }] });
  await anotherRound(owner, svcUserId);
  const files = await filesOf(owner, svcUserId);
  expect(files.find(({ providerFileId }) => providerFileId === 'b3AtNzEwMQ')?.problems[0]?.message).toContain(
    'Missing scope ag3.',
  );
  expect(files.some(({ providerFileId }) => providerFileId === '71010003')).toBe(false);
  await owner.call('PATCH', configuration, { json: { operationsProcessingRange: 240 } });
  await anotherRound(owner, svcUserId);
  expect(await filesOf(owner, svcUserId, '&providerFileId=71010003')).toMatchObject([{ status: 'processed' }]);
});

test('nothing is fetched for a credential that has been deleted', async () => {
  const svcUserId = await farm.user(owner);
  await farm.file('71010004', harvestFilling({ days: 3 }));
  await controlSandbox('JohnDeere', 'POST', '/faults', { next: [{ kind: 'file', status: 503 }] });
  await owner.post(`/services/fields/api/users/${svcUserId}/fields/sync`);
  await owner.call('DELETE', credentialPath(svcUserId, 'JohnDeere'));
  await roundEnded();
  await controlSandbox('JohnDeere', 'DELETE', '/faults');
  expect(await filesOf(owner, svcUserId, '&providerFileId=71010004')).toEqual([]);
});
