import type { DeliveryKey } from '../../../domain/alerts/delivery.ts';
import type {
  AttemptList,
  EventFeed,
  FailedCallStore,
  Listeners,
  PendingDeliveries,
  WebhookStore,
} from '../../../domain/alerts/ports.ts';
import type { StoredWebhook } from '../../../domain/alerts/webhook.ts';
import type { NewId } from '../../../domain/clock.ts';
import type { FarmEvent } from '../../../domain/events/event.ts';
import type { MessageQueue } from '../../../domain/events/message-queue.ts';
import type { UserDirectory } from '../../../domain/users/user-store.ts';
import type { HttpServices } from '../../http/serve.ts';
import type { AttemptMessage } from '../../jobs/deliver-webhooks/messages.ts';

export interface AlertsServices extends HttpServices {
  webhooks: WebhookStore;
  failedCalls: FailedCallStore;
  pending: PendingDeliveries;
  attempts: AttemptList;
  feed: EventFeed;
  /** Events by their keys; undefined for those that were erased. */
  events(keys: readonly Omit<DeliveryKey, 'webhookId'>[]): Promise<(FarmEvent | undefined)[]>;
  users: UserDirectory;
  listeners: Listeners;
  /** Seals the secret of a webhook. */
  seal(ownerId: string, webhookId: string, secret: string): Promise<string>;
  /** The headers that sign a body. */
  sign(ownerId: string, stored: StoredWebhook, id: string, body: string): Promise<Record<string, string>>;
  /** The queue of the worker that sends deliveries. */
  deliveries: MessageQueue<AttemptMessage>;
  newId: NewId;
}
