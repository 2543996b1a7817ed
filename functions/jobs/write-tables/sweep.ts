import { table } from '../../../adapters/aws/dynamodb/table.ts';
import { messageQueue } from '../../../adapters/aws/sqs/message-queue.ts';
import { newId, systemClock } from '../../../adapters/system.ts';
import { sendOverdue } from '../../../domain/work/coalesced-work.ts';
import { environment } from '../../http/environment.ts';
import { shardNoting } from '../note-changes/note-changes.ts';
import type { SweepParts } from '../sweep/parts.ts';

const { OPERATIONS_TABLE, WRITE_TABLES_QUEUE_URL } = environment('OPERATIONS_TABLE', 'WRITE_TABLES_QUEUE_URL');

const noting = shardNoting(table(OPERATIONS_TABLE), {
  queue: messageQueue(WRITE_TABLES_QUEUE_URL),
  clock: systemClock,
  newId,
});

export const sweepParts: SweepParts = { tables: () => sendOverdue(noting) };
