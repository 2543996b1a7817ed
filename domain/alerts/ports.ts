import type { FarmEvent } from '../events/event.ts';
import type { EventType } from '../events/event-types.ts';
import type { CommitRecord } from '../idempotency.ts';
import type { Page, PageRequest } from '../paging.ts';
import type { WebhookAttempt } from './attempt.ts';
import type { Delivery, DeliveryKey, DueDelivery, FailedCall, Outcome } from './delivery.ts';
import type { SealedSecrets, StoredWebhook, Webhook } from './webhook.ts';

/** The webhooks of owners. */
export interface WebhookStore {
  /** @throws Problem `eventRegisteredTwice` when another webhook of the owner listens to one of its types. */
  create(ownerId: string, webhook: Webhook, secrets: SealedSecrets, commit?: CommitRecord): Promise<void>;
  /** @throws Problem `eventRegisteredTwice` naming the types that other webhooks listen to. */
  checkFree(ownerId: string, types: readonly EventType[], exceptId?: string): Promise<void>;
  get(ownerId: string, id: string): Promise<StoredWebhook | undefined>;
  list(ownerId: string, asked: PageRequest): Promise<Page<Webhook>>;
  /**
   * Changes a webhook and the types that it listens to; undefined when the webhook does not exist.
   *
   * @throws Problem `eventRegisteredTwice`, as for a new one.
   */
  change(
    ownerId: string,
    id: string,
    changed: (before: StoredWebhook) => { webhook: Webhook; secrets: SealedSecrets },
  ): Promise<Webhook | undefined>;
  /** False when it does not exist. */
  remove(ownerId: string, id: string): Promise<boolean>;
}

/** The webhook of each event type. */
export interface ListenerDirectory {
  /** The webhook that listens to a type of the owner's events, as of this moment. */
  listenerOf(ownerId: string, type: string): Promise<string | undefined>;
}

/** The state of listeners. The methods have no effect on a deleted webhook. */
export interface ListenerHealthStore {
  /** The listener answers slowly. */
  markSlow(ownerId: string, webhookId: string): Promise<void>;
  /** The listener did not answer in time: nothing is sent until the given time. No effect while it is paused. */
  pause(ownerId: string, webhookId: string, pause: { now: number; until: number }): Promise<void>;
  /** The listener answered, quickly or at least in time. */
  recover(ownerId: string, webhookId: string, swiftly: boolean): Promise<void>;
  /** The listener answered 410: nothing is sent until the owner enables the webhook. */
  disable(ownerId: string, webhookId: string, reason: string, at: number): Promise<void>;
}

/** The calls of listeners that owners can look at. */
export interface AttemptLog {
  /** Keeps an attempt for a week, and notes it as the webhook's last success or last error. No effect on a deleted webhook. */
  record(key: Pick<DeliveryKey, 'ownerId' | 'webhookId'>, attempt: WebhookAttempt): Promise<void>;
}

/** The attempts at deliveries to a webhook, the newest first. */
export interface AttemptList {
  list(ownerId: string, webhookId: string, asked: Slice): Promise<SliceOf<WebhookAttempt>>;
}

/** Deliveries whose first attempt did not succeed. */
export interface DeliveryStore {
  get(key: DeliveryKey): Promise<DueDelivery | undefined>;
  /** Schedules the delivery of an event. No effect when it is already scheduled or its user was deleted. */
  note(delivery: Delivery, dueAt: number): Promise<void>;
  /** Records the outcome of an attempt. The methods have no effect when the next attempt of the delivery has changed meanwhile. */
  again(delivery: Delivery, next: { attempt: number; dueAt: number }): Promise<void>;
  done(delivery: Delivery): Promise<void>;
  /** Ends a delivery as a failed call, scheduled or not. */
  fail(delivery: Delivery, failed: FailedCall): Promise<void>;
}

/** The unfinished deliveries of one webhook. */
export interface PendingDeliveries {
  /** Those whose next attempt is due, the longest overdue first. The index lags by a second. */
  due(webhook: WebhookKey, now: number, limit: number): Promise<DueDelivery[]>;
  /** Moves the next attempt. False when another worker has moved or ended the delivery meanwhile. */
  delayRetry(delivery: DueDelivery, until: number): Promise<boolean>;
  /** How many there are, up to a maximum, and the time of the first next attempt in milliseconds since 1970. */
  summary(webhook: WebhookKey): Promise<{ pending: number; nextAt?: number | undefined }>;
  /**
   * Makes deliveries that wait due now, ends a pause of the listener, and has the sweep check the webhook.
   *
   * @returns how many are due now, and how many are left on their schedule, since only so many are moved at once.
   */
  hasten(webhook: WebhookKey, now: number): Promise<{ due: number; left: number }>;
  /** Has the sweep check the webhook. */
  check(webhook: WebhookKey, now: number): Promise<void>;
  /** Makes an event a delivery that is due, with a full set of attempts. False when it waits already, or its user was deleted. */
  renew(key: DeliveryKey, now: number): Promise<boolean>;
}

/** Identifies a webhook. */
export type WebhookKey = Pick<DeliveryKey, 'ownerId' | 'webhookId'>;

/** The failed calls of owners, the newest first. */
export interface FailedCallStore {
  list(ownerId: string, asked: Slice & { webhookId?: string | undefined }): Promise<SliceOf<FailedCall>>;
  /** Turns a failed call into a delivery again, due at once and with a full set of attempts; undefined when it does not exist. */
  replay(key: DeliveryKey, now: number): Promise<Delivery | undefined>;
}

/** Events by owner in the order in which they were published, the oldest first. */
export interface EventFeed {
  /** `isEnd` says that the slice reaches the present, or the end of the span. */
  list(ownerId: string, asked: Slice & EventFilter): Promise<SliceOf<FarmEvent> & { isEnd: boolean }>;
}

export interface EventFilter {
  types?: readonly string[] | undefined;
  svcUserId?: string | undefined;
}

/** A slice of a chronological list. */
export interface Slice {
  size: number;
  cursor?: string | undefined;
  /** Milliseconds since 1970, both included. */
  from?: number | undefined;
  to?: number | undefined;
}

export interface SliceOf<T> {
  items: T[];
  /** The cursor of the next slice; absent at the end of a list that does not grow there. */
  cursor?: string | undefined;
}

/** Calls of listeners over the network. */
export interface Listeners {
  /** @throws Problem `webhookUrlRefused` for a URL that Furrow never calls. */
  check(url: string): void;
  /** Sends one body. @param signal aborts the attempt. */
  send(url: string, sent: { headers: Record<string, string>; body: string; signal?: AbortSignal }): Promise<Outcome>;
}
