import type { ChangedRow, Shard } from './shard.ts';

/** The published state of a shard. */
export interface ShardState {
  ingestId: string;
  bytes: number;
}

/** Stores which state of each shard is published. */
export interface ShardStore {
  current(shard: Shard): Promise<ShardState | undefined>;
  /** Publishes another state, or none; false if the state that it was made from is no longer published. */
  replace(shard: Shard, before: string | undefined, after: ShardState | undefined): Promise<boolean>;
}

/** A row by column name; absent columns are NULL. Geographies are WKB in hexadecimal digits. */
export type LakeRow = Record<string, unknown>;

/** Reads the records that rows are made from. */
export interface RowSource {
  /** Rows of changed records; deleted records have none. */
  rows(shard: Shard, changed: readonly ChangedRow[]): AsyncIterable<LakeRow>;
}

/** Writes rows to the lake. */
export interface ShardWriter {
  /** Writes a new state of a shard, with changed rows replaced. Undefined if no rows are left. */
  write(work: {
    shard: Shard;
    before: string | undefined;
    without: readonly ChangedRow[];
    rows: AsyncIterable<LakeRow>;
    ingestId: string;
  }): Promise<ShardState | undefined>;
  /** Removes states of a shard that are not published. */
  remove(shard: Shard, ingestIds: readonly string[]): Promise<void>;
}
