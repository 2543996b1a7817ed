import type { Table } from '../table.ts';
import type { Write } from '../transact.ts';

/** Kinds of records that are counted per owner and per user. */
export type CountedKind =
  | 'user'
  | 'field'
  | 'grower'
  | 'farm'
  | 'upload'
  | 'batch'
  | 'file'
  | 'operation'
  | 'soilBatch';

/**
 * A count is the sum of its shards, so that concurrent transactions rarely conflict; they are retried if they do. An
 * owner's shards are separate partitions, a user's are in one.
 */
const ownerShards = 32;
const userShards = 8;

/** A record that is counted; its id determines the shards. */
export interface CountedRecord {
  ownerId: string;
  /** Absent for users themselves. */
  svcUserId?: string | undefined;
  kind: CountedKind;
  id: string | number;
  /** The provider of the record, which is then also counted per user and provider. */
  providerName?: string | undefined;
}

/**
 * The writes that add `by`, which may be negative, to the counts of a record; part of the transaction that creates or
 * deletes records.
 *
 * @example countWrites(fields, { ownerId: 'o', svcUserId: 'u', kind: 'field', id: 'f' }, 1) // one write for the owner, one for the user
 */
export function countWrites(table: Pick<Table, 'name'>, record: CountedRecord, by: number): Write[] {
  const { ownerId, svcUserId, kind, id, providerName } = record;
  const hash = hashOf(String(id));
  const ofUser = svcUserId === undefined ? [] : [userCountKey(ownerId, svcUserId, kind, hash % userShards)];
  const ofProvider =
    providerName === undefined ? [] : ofUser.map(({ pk, sk }) => ({ pk, sk: providerCountPrefix(providerName) + sk }));
  return [ownerCountKey(ownerId, kind, hash % ownerShards), ...ofUser, ...ofProvider].map((Key) =>
    countWrite(table, Key, by),
  );
}

export function countWrite({ name: TableName }: Pick<Table, 'name'>, Key: CountKey, by: number): Write {
  return {
    Update: {
      TableName,
      Key,
      UpdateExpression: 'ADD records :by',
      ExpressionAttributeValues: { ':by': by },
    },
  };
}

export type CountKey = { pk: string; sk: string };

/**
 * The keys of the shards of an owner's count.
 *
 * @example ownerCountKeys('o', 'field')[0] // { pk: 'o#count#0', sk: 'field' }
 */
export function ownerCountKeys(ownerId: string, kind: CountedKind): CountKey[] {
  return Array.from({ length: ownerShards }, (_, shard) => ownerCountKey(ownerId, kind, shard));
}

/**
 * The partition of all counts of a user.
 *
 * @example userCounts('o', 'u') // o#u#counts
 */
export function userCounts(ownerId: string, svcUserId: string): string {
  return `${ownerId}#${svcUserId}#counts`;
}

/**
 * The prefix of the shards of a user's count.
 *
 * @example userCountPrefix('field') // field#
 */
export function userCountPrefix(kind: CountedKind): string {
  return `${kind}#`;
}

/**
 * The prefix of the names of a provider's counts.
 *
 * @example providerCountPrefix('JohnDeere') // provider#JohnDeere#
 */
export function providerCountPrefix(providerName: string): string {
  return `provider#${providerName}#`;
}

/** The owner's shard for a user's shard; undefined for counts by provider, which owners do not have. */
export function ownerCountOf(ownerId: string, { sk }: CountKey): CountKey | undefined {
  if (sk.startsWith('provider#')) return undefined;
  const [kind = '', shard = ''] = sk.split('#');
  return ownerCountKey(ownerId, kind as CountedKind, Number(shard));
}

function ownerCountKey(ownerId: string, kind: CountedKind, shard: number): CountKey {
  return { pk: `${ownerId}#count#${shard}`, sk: kind };
}

function userCountKey(ownerId: string, svcUserId: string, kind: CountedKind, shard: number): CountKey {
  return { pk: userCounts(ownerId, svcUserId), sk: `${userCountPrefix(kind)}${shard}` };
}

/** A hash that distributes ids evenly over shards (FNV-1a). */
function hashOf(id: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(id)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash;
}
