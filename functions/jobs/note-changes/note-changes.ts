import { shardWork } from '../../../adapters/aws/dynamodb/lake-tables/shard-work.ts';
import type { Table } from '../../../adapters/aws/dynamodb/table.ts';
import type { Clock, NewId } from '../../../domain/clock.ts';
import type { MessageQueue } from '../../../domain/events/message-queue.ts';
import type { ChangedRow, Shard, ShardChange } from '../../../domain/lake-tables/shard.ts';
import { type Noting, noteWork } from '../../../domain/work/coalesced-work.ts';
import type { TableMessage } from '../write-tables/messages.ts';

/** Changes of so many seconds become one new file. Queries see a change within a minute; the rest is for reading and writing. */
const gatheringSeconds = 20;

export type ShardNoting = Noting<Shard, ChangedRow>;

/**
 * The services that note changed rows and send messages for workers.
 *
 * @param queue where shards wait to be written.
 * @example const noting = shardNoting(table(names.OPERATIONS_TABLE), { queue, clock, newId });
 */
export function shardNoting(
  operations: Table,
  { queue, clock, newId }: { queue: MessageQueue<TableMessage>; clock: Clock; newId: NewId },
): ShardNoting {
  const send = (shard: Shard, delaySeconds: number) => queue.send({ step: 'write', ...shard }, delaySeconds);
  return { ...shardWork(operations, clock, newId), send, clock };
}

/**
 * Notes changed rows, and sends a message for a worker, delayed so that one worker writes all rows that are noted until then.
 *
 * @example await noteChanges(byShard(changes), noting);
 */
export async function noteChanges(
  changes: readonly ShardChange[],
  noting: ShardNoting,
  delaySeconds = gatheringSeconds,
): Promise<void> {
  for (const { shard, rows } of changes) await noteWork(noting, shard, rows, delaySeconds);
}
