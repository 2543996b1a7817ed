import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { shardStore } from '../../../adapters/aws/dynamodb/lake-tables/shard-store.ts';
import { newId } from '../../../adapters/system.ts';
import { cloudClock, table } from '../cloud.ts';

const store = shardStore(table('operations'), cloudClock, newId);
const freshShard = () => ({ ownerId: randomUUID(), table: 'fields' as const, shard: '7' });
const state = (bytes: number) => ({ ingestId: newId(), bytes });

test('a state replaces the one that it was made from, and no other', async () => {
  const shard = freshShard();
  const [first, second, late] = [state(1), state(2), state(3)];
  expect(await store.replace(shard, undefined, first)).toBe(true);
  expect(await store.replace(shard, undefined, late)).toBe(false);
  expect(await store.replace(shard, first.ingestId, second)).toBe(true);
  expect(await store.replace(shard, first.ingestId, late)).toBe(false);
  expect(await store.current(shard)).toEqual(second);
  expect(await store.replace(shard, second.ingestId, undefined)).toBe(true);
  expect(await store.current(shard)).toBeUndefined();
});

test('somebody is sent for once, until who comes has begun', async () => {
  const shard = freshShard();
  const rows = [{ svcUserId: 'u', id: 'a' }, { svcUserId: 'u' }];
  expect(await store.note(shard, rows)).toBe(true);
  await store.expect(shard, cloudClock.now() + 20_000);
  expect(await store.note(shard, rows)).toBe(false);
  await store.begin(shard);
  expect(await store.note(shard, rows)).toBe(true);
});

test('a shard that is left has the sweep send for somebody at once', async () => {
  const [left, begun] = [freshShard(), freshShard()];
  for (const shard of [left, begun]) {
    await store.note(shard, [{ svcUserId: 'u' }]);
    await store.begin(shard);
  }
  await store.leave(left);
  const names = (await store.overdue()).map(({ ownerId }) => ownerId);
  expect([names.includes(left.ownerId), names.includes(begun.ownerId)]).toEqual([true, false]);
});

test('what is noted once more while it is worked on is not done', async () => {
  const shard = freshShard();
  await store.note(shard, [
    { svcUserId: 'u', id: 'a' },
    { svcUserId: 'u', id: 'b' },
  ]);
  const noted = await store.noted(shard, 10);
  expect(noted.map(({ id }) => id)).toEqual(['a', 'b']);
  await store.note(shard, [{ svcUserId: 'u', id: 'b' }]);
  await store.done(shard, noted);
  expect((await store.noted(shard, 10)).map(({ id }) => id)).toEqual(['b']);
});
