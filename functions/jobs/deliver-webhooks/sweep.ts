import { dueDeliveries } from '../../../adapters/aws/dynamodb/alerts/due-deliveries.ts';
import { table } from '../../../adapters/aws/dynamodb/table.ts';
import { messageQueue } from '../../../adapters/aws/sqs/message-queue.ts';
import { random, systemClock } from '../../../adapters/system.ts';
import { environment } from '../../http/environment.ts';
import type { SweepParts } from '../sweep/parts.ts';
import { sendDueDeliveries } from './send-due-deliveries.ts';

const { ALERTS_TABLE, DELIVER_WEBHOOKS_QUEUE_URL } = environment('ALERTS_TABLE', 'DELIVER_WEBHOOKS_QUEUE_URL');

const services = {
  due: dueDeliveries(table(ALERTS_TABLE)),
  queue: messageQueue(DELIVER_WEBHOOKS_QUEUE_URL),
  clock: systemClock,
  random,
};

export const sweepParts: SweepParts = { webhooks: () => sendDueDeliveries(services) };
