import { waitingWork } from '../../../adapters/aws/dynamodb/leases/waiting-work.ts';
import { table } from '../../../adapters/aws/dynamodb/table.ts';
import { messageQueue } from '../../../adapters/aws/sqs/message-queue.ts';
import { systemClock as clock } from '../../../adapters/system.ts';
import { environment } from '../../http/environment.ts';
import type { SweepParts } from '../sweep/parts.ts';
import { sendWaiting } from '../sweep/send-waiting.ts';
import type { FetchMessage, ListMessage } from './messages.ts';

const names = environment('FIELDS_TABLE', 'SYNC_FILES_QUEUE_URL');
const queue = messageQueue<ListMessage | FetchMessage>(names.SYNC_FILES_QUEUE_URL);
const waiting = waitingWork<ListMessage | FetchMessage>(table(names.FIELDS_TABLE), clock);

export const sweepParts: SweepParts = { waitingFileSyncs: () => sendWaiting({ waiting, queue, clock }) };
