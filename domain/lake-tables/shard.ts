/** Tables of the lake that are made from records. Each is stored in shards, which are replaced as a whole. */
export const lakeTables = ['fields', 'operations', 'files', 'soil_samples', 'applied_irrigation'] as const;

export type LakeTable = (typeof lakeTables)[number];

/** The column with the id of the record that a row was made from. A batch of soil results has many rows. */
export function recordColumn(table: LakeTable): 'id' | 'batchId' {
  return table === 'soil_samples' ? 'batchId' : 'id';
}

/** A shard of an owner's table. */
export interface Shard {
  ownerId: string;
  table: LakeTable;
  shard: string;
}

/** The shards of a table: few enough files for one query, and a change rewrites only one of them. */
export const shardNames = [...'0123456789abcdef'] as const;

/** The shard with all rows of a user. */
export function shardOf(svcUserId: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < svcUserId.length; index += 1) {
    hash = Math.imul(hash ^ svcUserId.charCodeAt(index), 0x01000193) >>> 0;
  }
  // Ids of users made in sequence differ in their last characters; this spreads them over all bits.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return shardNames[(hash >>> 28) & 15] ?? '0';
}

/** The rows of a record that may have changed; all rows of the user if none is named. */
export interface ChangedRow {
  svcUserId: string;
  id?: string | undefined;
}

/** Changed rows of an owner's table. */
export interface TableChange {
  ownerId: string;
  table: LakeTable;
  rows: readonly ChangedRow[];
}

/** Changed rows of one shard. */
export interface ShardChange {
  shard: Shard;
  rows: ChangedRow[];
}

/**
 * Groups changes by shard, with each row once.
 *
 * @example byShard([{ ownerId: 'o', table: 'fields', rows: [{ svcUserId: 'u' }] }]).length // 1
 */
export function byShard(changes: readonly TableChange[]): ShardChange[] {
  const shards = new Map<string, { shard: Shard; rows: Map<string, ChangedRow> }>();
  for (const { ownerId, table, rows } of changes) {
    for (const row of rows) {
      const shard = { ownerId, table, shard: shardOf(row.svcUserId) };
      const name = Object.values(shard).join('/');
      const found = shards.get(name) ?? { shard, rows: new Map() };
      shards.set(name, found);
      found.rows.set(`${row.svcUserId}#${row.id ?? ''}`, row);
    }
  }
  return [...shards.values()].map(({ shard, rows }) => ({ shard, rows: [...rows.values()] }));
}
