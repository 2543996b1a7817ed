import { expect, test } from 'vitest';
import { byShard, shardNames, shardOf } from '../../../domain/lake-tables/shard.ts';

const user = (number: number) => `01a200b5-4642-76b9-8d5c-${String(number).padStart(12, '0')}`;

test('users are spread over all shards evenly, each always in the same', () => {
  const counts = new Map<string, number>();
  for (let number = 0; number < 16_000; number += 1) {
    const shard = shardOf(user(number));
    counts.set(shard, (counts.get(shard) ?? 0) + 1);
  }
  expect([...counts.keys()].sort()).toEqual([...shardNames].sort());
  for (const count of counts.values()) expect(Math.abs(count - 1_000)).toBeLessThan(150);
  // A release with another distribution would show their rows twice.
  expect([1, 2, 3].map((number) => shardOf(user(number)))).toEqual(['c', 'c', 'e']);
});

test('changes are grouped by owner, table and shard, each row once', () => {
  const rows = [{ svcUserId: user(1), id: 'a' }, { svcUserId: user(1), id: 'b' }, { svcUserId: user(1) }];
  const changes = byShard([
    { ownerId: 'o', table: 'fields', rows },
    { ownerId: 'o', table: 'fields', rows },
    { ownerId: 'o', table: 'files', rows: rows.slice(0, 1) },
    { ownerId: 'p', table: 'fields', rows: rows.slice(0, 1) },
  ]);
  expect(changes.map(({ shard, rows }) => [shard.ownerId, shard.table, rows.length])).toEqual([
    ['o', 'fields', 3],
    ['o', 'files', 1],
    ['p', 'fields', 1],
  ]);
});
