import type { DeliveryKey } from '../../../domain/alerts/delivery.ts';
import type {
  AttemptLog,
  DeliveryStore,
  ListenerDirectory,
  ListenerHealthStore,
  Listeners,
  PendingDeliveries,
  WebhookStore,
} from '../../../domain/alerts/ports.ts';
import type { StoredWebhook } from '../../../domain/alerts/webhook.ts';
import type { Clock } from '../../../domain/clock.ts';
import type { FarmEvent } from '../../../domain/events/event.ts';
import type { CallsUnderWay } from './calls-under-way.ts';
import type { SlowSlots } from './slow-slots.ts';
import type { SlowTurns } from './slow-turns.ts';

export interface DeliveryServices {
  webhooks: Pick<WebhookStore, 'get'>;
  directory: ListenerDirectory;
  deliveries: DeliveryStore;
  pending: Pick<PendingDeliveries, 'due' | 'delayRetry'>;
  attempts: AttemptLog;
  health: ListenerHealthStore;
  listeners: Pick<Listeners, 'send'>;
  slowSlots: SlowSlots;
  turns: SlowTurns;
  calls: CallsUnderWay;
  /** Events by their keys; undefined for those that were erased. */
  events(keys: readonly Omit<DeliveryKey, 'webhookId'>[]): Promise<(FarmEvent | undefined)[]>;
  /** The headers that a body is signed by. */
  sign(ownerId: string, stored: StoredWebhook, id: string, body: string): Promise<Record<string, string>>;
  clock: Clock;
  /** From 0 to 1. */
  random(): number;
}
