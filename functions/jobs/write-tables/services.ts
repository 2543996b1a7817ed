import type { Clock, NewId } from '../../../domain/clock.ts';
import type { MessageQueue } from '../../../domain/events/message-queue.ts';
import type { RowSource, ShardStore, ShardWriter } from '../../../domain/lake-tables/shard-store.ts';

/** What noting changes needs. */
export interface NotingServices {
  shards: ShardStore;
  /** Where shards wait to be written. */
  queue: MessageQueue;
  clock: Clock;
}

/** What writing a shard needs. */
export interface WritingServices extends NotingServices {
  source: RowSource;
  writer: ShardWriter;
  newId: NewId;
}
