import { attemptLog } from '../../../adapters/aws/dynamodb/alerts/attempt-log.ts';
import { deliveryStore } from '../../../adapters/aws/dynamodb/alerts/delivery-store.ts';
import { listenerHealthStore } from '../../../adapters/aws/dynamodb/alerts/listener-health.ts';
import { pendingDeliveries } from '../../../adapters/aws/dynamodb/alerts/pending-deliveries.ts';
import { listenerDirectory, webhookStore } from '../../../adapters/aws/dynamodb/alerts/webhook-store.ts';
import { eventFinder } from '../../../adapters/aws/dynamodb/events/event-feed.ts';
import { ownerSlots } from '../../../adapters/aws/dynamodb/leases/owner-slots.ts';
import { table } from '../../../adapters/aws/dynamodb/table.ts';
import { kmsSealer } from '../../../adapters/aws/kms/sealer.ts';
import { newId, random, systemClock } from '../../../adapters/system.ts';
import { httpListeners } from '../../../adapters/webhooks/http-listeners.ts';
import { allowedRanges } from '../../../adapters/webhooks/public-address.ts';
import { webhookSigner } from '../../../adapters/webhooks/signature.ts';
import { environment, environmentNumber } from '../../http/environment.ts';
import { sqsWorker } from '../../queue/sqs-worker.ts';
import { workerQueue } from '../../queue/worker-queue.ts';
import { callsUnderWay } from './calls-under-way.ts';
import { deliverWebhook } from './deliver-webhook.ts';
import { attemptMessages } from './messages.ts';
import type { DeliveryServices } from './services.ts';
import { slowSlots } from './slow-slots.ts';
import { slowTurns } from './slow-turns.ts';

const names = environment('ALERTS_TABLE', 'EVENTS_TABLE', 'USERS_TABLE', 'SECRETS_KEY_ID');
const alerts = table(names.ALERTS_TABLE);
const clock = systemClock;

/** Slow listeners at once, among twenty workers, each with one of them. A laptop, which has four workers, sets fewer. */
const slow = { perListener: 1, together: environmentNumber('SLOW_LISTENERS_AT_ONCE', 10) };

const users = table(names.USERS_TABLE);

const services: Omit<DeliveryServices, 'turns'> = {
  webhooks: webhookStore(alerts),
  directory: listenerDirectory(alerts),
  deliveries: deliveryStore({ alerts, users, clock }),
  pending: pendingDeliveries({ alerts, users }),
  attempts: attemptLog(alerts),
  health: listenerHealthStore(alerts),
  listeners: httpListeners({ allowed: allowedRanges(process.env), clock }),
  slowSlots: slowSlots(ownerSlots(alerts, { clock, newId }, 'slow'), slow, newId()),
  calls: callsUnderWay(),
  events: eventFinder(table(names.EVENTS_TABLE)),
  sign: webhookSigner(kmsSealer(names.SECRETS_KEY_ID, clock), clock),
  clock,
  random,
};

const turns = slowTurns(services);

/** Sends events to webhooks. */
export const handler = sqsWorker(
  attemptMessages,
  (asked, message) => deliverWebhook(asked, message, { ...services, turns }),
  { ...workerQueue(), atOnce: 10 },
);
