import { getMany } from '../get-many.ts';
import { type IndexRange, readKeys } from '../lists/index-range.ts';
import type { Table } from '../table.ts';
import { type CountedKind, ownerCountKeys, userCountPrefix, userCounts } from './count-item.ts';

/** How many records of a kind an owner has, or one of its users. */
export async function countOf(
  table: Table,
  ownerId: string,
  svcUserId: string | undefined,
  kind: CountedKind,
): Promise<number> {
  const shards =
    svcUserId === undefined
      ? await getMany(table, ownerCountKeys(ownerId, kind))
      : (await readKeys(table, userRange(ownerId, svcUserId, userCountPrefix(kind)), 100)).keys;
  return shards.reduce((sum, shard) => sum + Number(shard?.records ?? 0), 0);
}

/** Everything that is counted for a user, or one kind of it. */
export function userRange(ownerId: string, svcUserId: string, prefix?: string): IndexRange {
  return { partitionKey: 'pk', partition: userCounts(ownerId, svcUserId), sortKey: 'sk', prefix };
}
