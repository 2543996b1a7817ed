import { attemptList } from '../../../adapters/aws/dynamodb/alerts/attempt-log.ts';
import { failedCallStore } from '../../../adapters/aws/dynamodb/alerts/failed-call-store.ts';
import { pendingDeliveries } from '../../../adapters/aws/dynamodb/alerts/pending-deliveries.ts';
import { webhookStore } from '../../../adapters/aws/dynamodb/alerts/webhook-store.ts';
import { eventFeed, eventFinder } from '../../../adapters/aws/dynamodb/events/event-feed.ts';
import { table } from '../../../adapters/aws/dynamodb/table.ts';
import { userDirectory } from '../../../adapters/aws/dynamodb/users/user-directory.ts';
import { kmsSealer } from '../../../adapters/aws/kms/sealer.ts';
import { messageQueue } from '../../../adapters/aws/sqs/message-queue.ts';
import { newId } from '../../../adapters/system.ts';
import { httpListeners } from '../../../adapters/webhooks/http-listeners.ts';
import { allowedRanges } from '../../../adapters/webhooks/public-address.ts';
import { secretScope, webhookSigner } from '../../../adapters/webhooks/signature.ts';
import { environment } from '../../http/environment.ts';
import { serve } from '../../http/serve.ts';
import { httpServices } from '../../http/services.ts';
import { alertsApi } from './api.ts';
import { alertHandlers } from './handlers.ts';
import type { AlertsServices } from './services.ts';

const names = environment(
  'ALERTS_TABLE',
  'EVENTS_TABLE',
  'USERS_TABLE',
  'DELIVER_WEBHOOKS_QUEUE_URL',
  'SECRETS_KEY_ID',
);
const http = httpServices();
const alerts = table(names.ALERTS_TABLE);
const events = table(names.EVENTS_TABLE);
const users = table(names.USERS_TABLE);
const sealer = kmsSealer(names.SECRETS_KEY_ID, http.clock);

const services: AlertsServices = {
  ...http,
  webhooks: webhookStore(alerts),
  failedCalls: failedCallStore(alerts),
  pending: pendingDeliveries({ alerts, users }),
  attempts: attemptList(alerts),
  feed: eventFeed(events, http.clock),
  events: eventFinder(events),
  users: userDirectory(users),
  listeners: httpListeners({ allowed: allowedRanges(process.env), clock: http.clock }),
  seal: (ownerId, webhookId, secret) => sealer.seal(secretScope(ownerId, webhookId), secret),
  sign: webhookSigner(sealer, http.clock),
  deliveries: messageQueue(names.DELIVER_WEBHOOKS_QUEUE_URL),
  newId,
};

export const handler = serve(alertsApi, alertHandlers, services);
