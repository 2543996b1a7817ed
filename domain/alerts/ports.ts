import type { FarmEvent } from '../events/event.ts';
import type { EventType } from '../events/event-types.ts';
import type { Page, PageRequest } from '../paging.ts';
import type { Delivery, DeliveryKey, FailedCall, Outcome } from './delivery.ts';
import type { SealedSecrets, StoredWebhook, Webhook } from './webhook.ts';

/** The webhooks of owners. */
export interface WebhookStore {
  /** @throws Problem `eventRegisteredTwice` when another webhook of the owner listens to one of its types. */
  create(ownerId: string, webhook: Webhook, secrets: SealedSecrets): Promise<void>;
  /** @throws Problem `eventRegisteredTwice` naming the types that webhooks other than this one listen to. */
  checkFree(ownerId: string, types: readonly EventType[], exceptId?: string): Promise<void>;
  get(ownerId: string, id: string): Promise<StoredWebhook | undefined>;
  list(ownerId: string, asked: PageRequest): Promise<Page<Webhook>>;
  /**
   * Changes a webhook, and which types are its own; undefined when there is none.
   *
   * @throws Problem `eventRegisteredTwice`, as for a new one.
   */
  change(
    ownerId: string,
    id: string,
    changed: (before: StoredWebhook) => { webhook: Webhook; secrets: SealedSecrets },
  ): Promise<Webhook | undefined>;
  /** False when there is none. */
  remove(ownerId: string, id: string): Promise<boolean>;
}

/** The webhook of each event type. */
export interface ListenerDirectory {
  /** The webhook that listens to a type of the owner's events, as of this moment. */
  listenerOf(ownerId: string, type: string): Promise<string | undefined>;
}

/** How listeners have been doing. Each is without effect on a webhook that was deleted. */
export interface ListenerHealthStore {
  /** It takes its time. */
  markSlow(ownerId: string, webhookId: string): Promise<void>;
  /** It did not answer in time: nothing is sent until then. Without effect while it is paused. */
  pause(ownerId: string, webhookId: string, pause: { now: number; until: number }): Promise<void>;
  /** It answered: swiftly, or at least in time. */
  recover(ownerId: string, webhookId: string, swiftly: boolean): Promise<void>;
  /** It answered 410: nothing is sent until its owner enables it. */
  disable(ownerId: string, webhookId: string, reason: string, at: number): Promise<void>;
}

/** Events on their way to webhooks: those whose first attempt did not succeed. */
export interface DeliveryStore {
  get(key: DeliveryKey): Promise<Delivery | undefined>;
  /** Notes an event that is to be sent at a time. Without effect when it is noted already, or its user was deleted. */
  note(delivery: Delivery, dueAt: number): Promise<void>;
  /** What is next after an attempt. Each is without effect on a delivery whose next attempt is another by now. */
  again(delivery: Delivery, next: { attempt: number; dueAt: number }): Promise<void>;
  done(delivery: Delivery): Promise<void>;
  /** Ends a delivery as a failed call, whether it was noted or not. */
  fail(delivery: Delivery, failed: FailedCall): Promise<void>;
}

/** The failed calls of owners, the newest first. */
export interface FailedCallStore {
  list(ownerId: string, asked: Slice & { webhookId?: string | undefined }): Promise<SliceOf<FailedCall>>;
  /** Makes a failed call a delivery again, due at once, with all of its attempts; undefined when it is none. */
  replay(key: DeliveryKey, now: number): Promise<Delivery | undefined>;
}

/** Events by owner in the order in which they were published, the oldest first. */
export interface EventFeed {
  list(ownerId: string, asked: Slice & EventFilter): Promise<SliceOf<FarmEvent>>;
}

export interface EventFilter {
  types?: readonly string[] | undefined;
  svcUserId?: string | undefined;
}

/** A part of a list in the order of time. */
export interface Slice {
  size: number;
  cursor?: string | undefined;
  /** Milliseconds since 1970, both included. */
  from?: number | undefined;
  to?: number | undefined;
}

export interface SliceOf<T> {
  items: T[];
  /** Where the next slice begins; absent when there is nothing behind, for lists that do not grow there. */
  cursor?: string | undefined;
}

/** Listeners over the network. */
export interface Listeners {
  /** @throws Problem `webhookUrlRefused` for a URL that is never called. */
  check(url: string): void;
  /** Sends one body. @param signal gives up the attempt. */
  send(url: string, sent: { headers: Record<string, string>; body: string; signal?: AbortSignal }): Promise<Outcome>;
}
