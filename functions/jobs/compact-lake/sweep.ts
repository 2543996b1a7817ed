import { pointsPointer } from '../../../adapters/aws/dynamodb/lake/points-pointer.ts';
import { table } from '../../../adapters/aws/dynamodb/table.ts';
import { compactionLeases } from '../../../adapters/aws/dynamodb/work/known-leases.ts';
import { messageQueue } from '../../../adapters/aws/sqs/message-queue.ts';
import { systemClock } from '../../../adapters/system.ts';
import { sendOverdue } from '../../../domain/work/coalesced-work.ts';
import { environment } from '../../http/environment.ts';
import type { SweepParts } from '../sweep/parts.ts';
import { compactDue } from './compact-due.ts';
import { type CompactionMessage, compactionMessage } from './messages.ts';

const { OPERATIONS_TABLE, COMPACT_LAKE_QUEUE_URL } = environment('OPERATIONS_TABLE', 'COMPACT_LAKE_QUEUE_URL');

const operations = table(OPERATIONS_TABLE);
const queue = messageQueue<CompactionMessage>(COMPACT_LAKE_QUEUE_URL);
const due = { points: pointsPointer(operations), compactions: queue, clock: systemClock };
const broken = {
  leases: compactionLeases(operations, systemClock),
  send: (ownerId: string) => queue.send(compactionMessage(ownerId)),
  clock: systemClock,
};

export const sweepParts: SweepParts = {
  compactions: () => compactDue(due),
  brokenCompactions: () => sendOverdue(broken),
};
