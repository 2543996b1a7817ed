import { deliveryStore } from '../../../adapters/aws/dynamodb/alerts/delivery-store.ts';
import { listenerHealthStore } from '../../../adapters/aws/dynamodb/alerts/listener-health.ts';
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
import { deliverWebhook } from './deliver-webhook.ts';
import { attemptMessages } from './messages.ts';
import type { DeliveryServices } from './services.ts';
import { slowSlots } from './slow-slots.ts';

const names = environment('ALERTS_TABLE', 'EVENTS_TABLE', 'USERS_TABLE', 'SECRETS_KEY_ID');
const alerts = table(names.ALERTS_TABLE);
const clock = systemClock;

/** Slow listeners at once, among twenty workers. A laptop, which has four workers, sets fewer. */
const slow = { perListener: 2, together: environmentNumber('SLOW_LISTENERS_AT_ONCE', 10) };

const services: DeliveryServices = {
  webhooks: webhookStore(alerts),
  directory: listenerDirectory(alerts),
  deliveries: deliveryStore({ alerts, users: table(names.USERS_TABLE), clock }),
  health: listenerHealthStore(alerts),
  listeners: httpListeners({ allowed: allowedRanges(process.env), clock }),
  slowSlots: slowSlots(ownerSlots(alerts, { clock, newId }, 'slow'), slow, newId()),
  events: eventFinder(table(names.EVENTS_TABLE)),
  sign: webhookSigner(kmsSealer(names.SECRETS_KEY_ID, clock), clock),
  clock,
  random,
};

/** Sends events to webhooks. */
export const handler = sqsWorker(attemptMessages, (asked) => deliverWebhook(asked, services), {
  ...workerQueue(),
  atOnce: 10,
});
