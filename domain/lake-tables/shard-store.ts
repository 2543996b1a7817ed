import type { ChangedRow, Shard } from './shard.ts';

/** The state of a shard that readers see. */
export interface ShardState {
  ingestId: string;
  bytes: number;
}

/** What readers see of shards. */
export interface ShardStore {
  current(shard: Shard): Promise<ShardState | undefined>;
  /** Shows readers another state, or none; false when the one that it was made from is not shown any more. */
  replace(shard: Shard, before: string | undefined, after: ShardState | undefined): Promise<boolean>;
}

/** A row by the names of its columns; what is absent is NULL. Geographies are WKB in hexadecimal digits. */
export type LakeRow = Record<string, unknown>;

/** The records of which rows are made. */
export interface RowSource {
  /** Rows of changed records, as far as they are there. */
  rows(shard: Shard, changed: readonly ChangedRow[]): AsyncIterable<LakeRow>;
}

/** How rows stand in the lake. */
export interface ShardWriter {
  /** Writes a shard as it was without some rows and with others instead. Undefined when no rows are left. */
  write(work: {
    shard: Shard;
    before: string | undefined;
    without: readonly ChangedRow[];
    rows: AsyncIterable<LakeRow>;
    ingestId: string;
  }): Promise<ShardState | undefined>;
  /** Removes states of a shard that no reader sees. */
  remove(shard: Shard, ingestIds: readonly string[]): Promise<void>;
}
