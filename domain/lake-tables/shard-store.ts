import type { ChangedRow, Shard } from './shard.ts';

/** A change as it was noted. */
export interface NotedRow extends ChangedRow {
  /** Tells this note from a later one of the same row. */
  note: string;
}

/** The state of a shard that readers see. */
export interface ShardState {
  ingestId: string;
  bytes: number;
}

/** Which rows of shards have changed, and what readers see of them. */
export interface ShardStore {
  /** Notes changed rows. True when no worker is expected to write them: then send a message, and say so with `expect`. */
  note(shard: Shard, rows: readonly ChangedRow[]): Promise<boolean>;
  /** Says that somebody has been sent for who comes by then (milliseconds). */
  expect(shard: Shard, until: number): Promise<void>;
  /** The worker takes all that is noted; what is noted from now on needs another message. */
  begin(shard: Shard): Promise<void>;
  /** Leaves what is noted to somebody else, for whom the sweep sends. */
  leave(shard: Shard): Promise<void>;
  /** Some of the rows that have changed. */
  noted(shard: Shard, most: number): Promise<NotedRow[]>;
  /** Takes off what was not noted once more. */
  done(shard: Shard, rows: readonly NotedRow[]): Promise<void>;
  /** Says that nothing is left to do, unless somebody has been sent for. */
  end(shard: Shard): Promise<void>;
  current(shard: Shard): Promise<ShardState | undefined>;
  /** Shows readers another state, or none; false when the one that it was made from is not shown any more. */
  replace(shard: Shard, before: string | undefined, after: ShardState | undefined): Promise<boolean>;
  /** Shards whose worker did not start in time. */
  overdue(): Promise<Shard[]>;
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
