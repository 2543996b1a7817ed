import type { DeliveryKey } from '../../../domain/alerts/delivery.ts';
import type {
  DeliveryStore,
  ListenerDirectory,
  ListenerHealthStore,
  Listeners,
  WebhookStore,
} from '../../../domain/alerts/ports.ts';
import type { StoredWebhook } from '../../../domain/alerts/webhook.ts';
import type { Clock } from '../../../domain/clock.ts';
import type { FarmEvent } from '../../../domain/events/event.ts';
import type { SlowSlots } from './slow-slots.ts';

export interface DeliveryServices {
  webhooks: Pick<WebhookStore, 'get'>;
  directory: ListenerDirectory;
  deliveries: DeliveryStore;
  health: ListenerHealthStore;
  listeners: Pick<Listeners, 'send'>;
  slowSlots: SlowSlots;
  /** Events by their keys; undefined for those that were erased. */
  events(keys: readonly Omit<DeliveryKey, 'webhookId'>[]): Promise<(FarmEvent | undefined)[]>;
  /** The headers that a body is signed by. */
  sign(ownerId: string, stored: StoredWebhook, id: string, body: string): Promise<Record<string, string>>;
  clock: Clock;
  /** From 0 to 1. */
  random(): number;
}
