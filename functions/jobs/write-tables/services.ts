import type { NewId } from '../../../domain/clock.ts';
import type { ChangedRow, Shard } from '../../../domain/lake-tables/shard.ts';
import type { RowSource, ShardStore, ShardWriter } from '../../../domain/lake-tables/shard-store.ts';
import type { Leases, WorkList } from '../../../domain/work/work-stores.ts';

/** The dependencies of writing a shard. */
export interface WritingServices {
  shards: ShardStore;
  /** Rows that have changed. */
  list: WorkList<Shard, ChangedRow>;
  leases: Leases<Shard>;
  source: RowSource;
  writer: ShardWriter;
  newId: NewId;
}
