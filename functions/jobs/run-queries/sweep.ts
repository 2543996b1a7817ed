import { runningQueryStore } from '../../../adapters/aws/dynamodb/queries/running-query-store.ts';
import { table } from '../../../adapters/aws/dynamodb/table.ts';
import { messageQueue } from '../../../adapters/aws/sqs/message-queue.ts';
import { systemClock } from '../../../adapters/system.ts';
import { environment } from '../../http/environment.ts';
import type { SweepParts } from '../sweep/parts.ts';
import { sendOverdueQueries } from './send-overdue-queries.ts';

const { QUERIES_TABLE, RUN_QUERIES_QUEUE_URL } = environment('QUERIES_TABLE', 'RUN_QUERIES_QUEUE_URL');

const services = {
  queries: runningQueryStore(table(QUERIES_TABLE)),
  queue: messageQueue(RUN_QUERIES_QUEUE_URL),
  clock: systemClock,
};

export const sweepParts: SweepParts = { queries: () => sendOverdueQueries(services) };
