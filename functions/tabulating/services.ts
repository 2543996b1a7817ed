import type { Clock, NewId } from '../../domain/clock.ts';
import type { MessageQueue } from '../../domain/events/message-queue.ts';
import type { RowSource, ShardStore, ShardWriter } from '../../domain/lake-tables/shard-store.ts';

/** Who notes what has changed. */
export interface NotingServices {
  shards: ShardStore;
  /** Where shards wait to be written. */
  queue: MessageQueue;
  clock: Clock;
}

/** Who writes it. */
export interface WritingServices extends NotingServices {
  source: RowSource;
  writer: ShardWriter;
  newId: NewId;
}
