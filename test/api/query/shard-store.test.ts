import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { shardStore } from '../../../adapters/aws/dynamodb/lake-tables/shard-store.ts';
import { newId } from '../../../adapters/system.ts';
import { cloudClock, table } from '../cloud.ts';

const store = shardStore(table('operations'), cloudClock);
const freshShard = () => ({ ownerId: randomUUID(), table: 'fields' as const, shard: '7' });
const state = (bytes: number) => ({ ingestId: newId(), bytes });

test('a state replaces only the one that it was made from', async () => {
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
