import { table } from '../../../adapters/aws/dynamodb/table.ts';
import { messageQueue } from '../../../adapters/aws/sqs/message-queue.ts';
import { newId, systemClock } from '../../../adapters/system.ts';
import { sendOverdue } from '../../../domain/work/coalesced-work.ts';
import { environment } from '../../http/environment.ts';
import type { SweepParts } from '../sweep/parts.ts';
import { usageNoting } from './note-usage.ts';

const { CONSUMPTION_TABLE, COUNT_USAGE_QUEUE_URL } = environment('CONSUMPTION_TABLE', 'COUNT_USAGE_QUEUE_URL');

const noting = usageNoting(table(CONSUMPTION_TABLE), {
  queue: messageQueue(COUNT_USAGE_QUEUE_URL),
  clock: systemClock,
  newId,
});

export const sweepParts: SweepParts = { usage: () => sendOverdue(noting) };
