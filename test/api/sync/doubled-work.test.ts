import { expect, test } from 'vitest';
import { freshOwner } from '../owner.ts';
import { type Row, runQuery } from '../query/query.ts';
import { anotherRound, filesOf } from './fetched-files.ts';
import { harvestFilling, ownFarm } from './own-farm.ts';
import { useSandboxes } from './sandboxes.ts';

useSandboxes();
const owner = await freshOwner();
const farm = await ownFarm('7201');
const pointsOf = async (svcUserId: string) =>
  (await runQuery<Row[]>(owner, `SELECT COUNT(*) AS n FROM points WHERE svcUserId = '${svcUserId}'`)).body;

test('an operation that doubles a logged file is one with it, whichever comes first', async () => {
  await farm.operation('b3AtNzIwMQ', harvestFilling({ crop: 'Barley' }));
  const svcUserId = await farm.user(owner);
  expect(await filesOf(owner, svcUserId)).toMatchObject([{ status: 'processed', providerFileId: 'b3AtNzIwMQ' }]);
  expect(await pointsOf(svcUserId)).toEqual([{ n: 100 }]);

  await farm.file('72010001', harvestFilling());
  await anotherRound(owner, svcUserId);
  const both = async (user: string) => {
    const files = await filesOf(owner, user);
    const [operation, logged] = ['b3AtNzIwMQ', '72010001'].map((id) =>
      files.find((file) => file.providerFileId === id),
    );
    expect(files).toHaveLength(2);
    expect(logged).toMatchObject({ status: 'processed' });
    expect(logged).not.toHaveProperty('duplicateOf');
    expect(operation).toMatchObject({ status: 'processed', duplicateOf: logged?.id });
    expect(await pointsOf(user)).toEqual([{ n: 100 }]);
  };
  await both(svcUserId);
  await both(await farm.user(owner));

  await farm.file('72010001', harvestFilling({ passes: 1 }));
  await anotherRound(owner, svcUserId);
  // What was logged is no longer the whole operation, and has its records once more.
  const files = await filesOf(owner, svcUserId);
  expect(files.find((file) => file.providerFileId === 'b3AtNzIwMQ')).not.toHaveProperty('duplicateOf');
  expect(await pointsOf(svcUserId)).toEqual([{ n: 100 }]);
});
