import { table } from '../../../adapters/aws/dynamodb/table.ts';
import { messageQueue } from '../../../adapters/aws/sqs/message-queue.ts';
import { newId, systemClock } from '../../../adapters/system.ts';
import type { Eraser } from '../../../domain/erasure/eraser.ts';
import { byShard, lakeTables } from '../../../domain/lake-tables/shard.ts';
import { environment } from '../../http/environment.ts';
import { noteChanges, shardNoting } from '../note-changes/note-changes.ts';

/** Have the rows of a user taken out of the tables of the lake at once, whatever records are still there. */
export function erasersOfTables(): Eraser[] {
  const { OPERATIONS_TABLE, WRITE_TABLES_QUEUE_URL } = environment('OPERATIONS_TABLE', 'WRITE_TABLES_QUEUE_URL');
  const queue = messageQueue(WRITE_TABLES_QUEUE_URL);
  const noting = shardNoting(table(OPERATIONS_TABLE), { queue, clock: systemClock, newId });
  return lakeTables.map((name) => ({
    covers: `lake:lake/${name}/`,
    hides: true,
    erase: ({ ownerId, svcUserId }) =>
      noteChanges(byShard([{ ownerId, table: name, rows: [{ svcUserId }] }]), noting, 0),
  }));
}
