import type { ChangedRow, Shard } from '../../../../domain/lake-tables/shard.ts';

/** What has changed in a shard, and who comes for it: a partition of its own in the table of operations. */
export function shardPartition({ ownerId, table, shard }: Shard): string {
  return `${ownerId}#lake#${table}#${shard}`;
}

export const notedPrefix = 'noted#';

export function notedKey(shard: Shard, { svcUserId, id = '' }: ChangedRow): { pk: string; sk: string } {
  return { pk: shardPartition(shard), sk: `${notedPrefix}${svcUserId}#${id}` };
}

export function visitKey(shard: Shard): { pk: string; sk: string } {
  return { pk: shardPartition(shard), sk: 'visit' };
}

/** Partition of the index of deadlines that has the shards for which somebody should have come. */
export const visitsDeadline = 'lakeShard';
