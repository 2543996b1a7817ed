import type { Delivery } from './delivery.ts';

/** A webhook that has deliveries under way. */
export interface BusyWebhook {
  ownerId: string;
  webhookId: string;
  slow: boolean;
  /** Milliseconds since 1970. */
  pausedUntil?: number | undefined;
  /** When one of its deliveries was last noted, in milliseconds since 1970. */
  notedAt: number;
}

/** A delivery with the time of its next attempt, in milliseconds since 1970. */
export interface DueDelivery extends Delivery {
  dueAt: number;
}

/** What is due of deliveries, for the sweep. */
export interface DueDeliveryStore {
  /** Webhooks that are to be looked at. */
  webhooks(now: number): Promise<BusyWebhook[]>;
  /** Deliveries of a webhook whose next attempt is due, the longest ago first. */
  deliveries(webhook: BusyWebhook, now: number, limit: number): Promise<DueDelivery[]>;
  /** Whether a webhook has deliveries, whenever they are due. */
  any(webhook: BusyWebhook): Promise<boolean>;
  /** Moves the next attempt. False when it is due at another time by now, or has ended: another worker sends it. */
  putOff(delivery: DueDelivery, until: number): Promise<boolean>;
  /** When to look at a webhook again. */
  lookAgain(webhook: BusyWebhook, at: number): Promise<void>;
  /** Stops looking at a webhook, unless a delivery was noted meanwhile. */
  letGo(webhook: BusyWebhook): Promise<void>;
}
