import type { DueDelivery } from './delivery.ts';

/** A webhook with unfinished deliveries. */
export interface BusyWebhook {
  ownerId: string;
  webhookId: string;
  /** Nothing is sent to a webhook that is not enabled; its deliveries wait. */
  enabled: boolean;
  slow: boolean;
  /** Milliseconds since 1970. */
  pausedUntil?: number | undefined;
  /** When one of its deliveries was last noted, in milliseconds since 1970. */
  notedAt: number;
}

/** The due deliveries, as the sweep reads them. */
export interface DueDeliveryStore {
  /** Webhooks that are due to be checked. */
  webhooks(now: number): Promise<BusyWebhook[]>;
  /** Deliveries of a webhook whose next attempt is due, the longest overdue first. */
  deliveries(webhook: BusyWebhook, now: number, limit: number): Promise<DueDelivery[]>;
  /** Whether a webhook has unfinished deliveries, due or not. */
  any(webhook: BusyWebhook): Promise<boolean>;
  /** Moves the next attempt. False when another worker has moved or ended the delivery meanwhile. */
  delayRetry(delivery: DueDelivery, until: number): Promise<boolean>;
  /** Sets when a webhook is checked again. */
  recheckAt(webhook: BusyWebhook, at: number): Promise<void>;
  /** Stops checking a webhook, unless a delivery was noted meanwhile. */
  stopChecking(webhook: BusyWebhook): Promise<void>;
}
