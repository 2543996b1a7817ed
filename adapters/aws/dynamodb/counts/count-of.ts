import { getMany } from '../get-many.ts';
import { type IndexRange, readKeys } from '../lists/index-range.ts';
import type { Table } from '../table.ts';
import { type CountedKind, ownerCountKeys, providerCountPrefix, userCountPrefix, userCounts } from './count-item.ts';

/**
 * The number of records of a kind, of an owner or of one of its users.
 *
 * @example const fieldsOfUser = await countOf(fields, ownerId, svcUserId, 'field');
 */
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

/**
 * The number of records of each kind that a user has from a provider.
 *
 * @example const { field = 0 } = await providerCounts(fields, ownerId, svcUserId, 'JohnDeere');
 */
export async function providerCounts(
  table: Table,
  ownerId: string,
  svcUserId: string,
  providerName: string,
): Promise<Partial<Record<CountedKind, number>>> {
  const prefix = providerCountPrefix(providerName);
  const counts: Partial<Record<CountedKind, number>> = {};
  for (const { sk, records } of (await readKeys(table, userRange(ownerId, svcUserId, prefix), 100)).keys) {
    const kind = String(sk).slice(prefix.length).split('#', 1)[0] as CountedKind;
    counts[kind] = (counts[kind] ?? 0) + Number(records);
  }
  return counts;
}

/**
 * All counts of a user, or those with a prefix.
 *
 * @example for await (const shard of keysOf(fields, userRange(ownerId, svcUserId, 'field#'))) shards.push(shard);
 */
export function userRange(ownerId: string, svcUserId: string, prefix?: string): IndexRange {
  return { partitionKey: 'pk', partition: userCounts(ownerId, svcUserId), sortKey: 'sk', prefix };
}
