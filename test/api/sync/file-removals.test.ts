import { expect, test } from 'vitest';
import { linkStore } from '../../../adapters/aws/dynamodb/sync/link-store.ts';
import { providerFileStore } from '../../../adapters/aws/dynamodb/sync/provider-file-store.ts';
import { newId } from '../../../adapters/system.ts';
import { consentOf } from '../../../domain/sync/provider-file.ts';
import { cloudClock, table } from '../cloud.ts';
import { operationsService, type ShownFile } from '../machine-files/batch.ts';
import { eventsOf } from '../machine-files/stored-records.ts';
import { freshOwner } from '../owner.ts';
import { anotherRound, filesOf, roundEnded } from './fetched-files.ts';
import { harvestFilling, ownFarm } from './own-farm.ts';
import { controlSandbox, useSandboxes } from './sandboxes.ts';
import { scheduledRound, syncOf, syncPath } from './status.ts';

useSandboxes();
const owner = await freshOwner();
const organizationId = '7801';
const farm = await ownFarm(organizationId);
const remove = (collection: string, id: string) => controlSandbox('JohnDeere', 'DELETE', `/world/${collection}/${id}`);
const nextRound = async (svcUserId: string) => {
  await scheduledRound(owner, svcUserId);
  await roundEnded();
};
const goneOf = async (svcUserId: string) =>
  (await filesOf(owner, svcUserId)).flatMap(({ providerFileId, removedAtProvider }) =>
    removedAtProvider === undefined ? [] : [providerFileId],
  );

test('files that two complete lists in a row lack are marked and stay, and one that is listed again is there again', async () => {
  await farm.file('78010001', harvestFilling());
  await farm.file('78010002', harvestFilling({ days: 9 }));
  await farm.operation('gone-work', { sample: 'harvest-of-jen-3' });
  const svcUserId = await farm.user(owner);
  const before = await filesOf(owner, svcUserId);
  expect(before).toHaveLength(3);
  await remove('files', '78010001');
  await remove('operations', 'gone-work');
  await anotherRound(owner, svcUserId);
  await nextRound(svcUserId);
  expect(await goneOf(svcUserId)).toEqual([]);
  await nextRound(svcUserId);
  expect((await goneOf(svcUserId)).sort()).toEqual(['78010001', 'gone-work']);
  const gone = (await filesOf(owner, svcUserId)).find(({ providerFileId }) => providerFileId === '78010001');
  const was = before.find(({ id }) => id === gone?.id);
  expect(gone).toEqual({ ...was, removedAtProvider: expect.any(String), updatedTime: gone?.removedAtProvider });
  const path = `${operationsService}/files?svcUserId=${svcUserId}&updatedTime=${gone?.removedAtProvider}`;
  expect((await owner.get<ShownFile[]>(path)).body).toHaveLength(2);

  // It is the same file with the same content: nothing is fetched again.
  await farm.file('78010001', harvestFilling(), { modified: new Date(cloudClock.now()).toISOString() });
  await anotherRound(owner, svcUserId);
  expect(await goneOf(svcUserId)).toEqual(['gone-work']);
  expect((await filesOf(owner, svcUserId)).map(({ status }) => status)).toEqual([
    'processed',
    'processed',
    'processed',
  ]);
}, 300_000);

test('so many files wait until the owner confirms that they are gone', async () => {
  await farm.file('78010003', harvestFilling({ days: 20 }));
  const svcUserId = await farm.user(owner);
  const user = { ownerId: owner.owner.id, svcUserId };
  const link = await linkStore(table('fields'), table('users')).get(user.ownerId, svcUserId, 'JohnDeere');
  const files = providerFileStore(table('fields'), table('users'));
  for (let number = 0; number < 21; number += 1) {
    const file = { id: `lost-${number}`, kind: 'logged', name: `${number}.zip`, organizationId, fieldIds: [] } as const;
    const modifiedTime = '2026-01-01T00:00:00.000Z';
    const end = { status: 'fetched', batchId: newId(), consent: consentOf(link ?? {}) } as const;
    await files.end(user, 'JohnDeere', { file: { ...file, modifiedTime }, ...end });
  }
  await remove('files', '78010003');
  await nextRound(svcUserId);
  await nextRound(svcUserId);
  const lists = { files: { gone: 22, of: expect.any(Number) } };
  expect(await syncOf(owner, svcUserId)).toMatchObject({ removalsWaiting: { lists } });
  expect(await goneOf(svcUserId)).toEqual([]);
  const { body } = await owner.get(`${syncPath(svcUserId)}/explain`);
  const message = expect.stringMatching(/^22 of \d+ files are no longer listed by John Deere\./);
  expect(body).toMatchObject({ reasons: expect.arrayContaining([expect.objectContaining({ message })]) });
  const told = (await eventsOf(svcUserId)).filter(({ type }) => type === 'providerRemovalsWaiting');
  expect(told).toHaveLength(1);
  expect((await owner.post(`${syncPath(svcUserId)}/confirm`, { provider: 'JohnDeere' })).status).toBe(202);
  await roundEnded();
  expect(await syncOf(owner, svcUserId)).not.toHaveProperty('removalsWaiting');
  expect(await goneOf(svcUserId)).toEqual(['78010003']);
}, 300_000);
