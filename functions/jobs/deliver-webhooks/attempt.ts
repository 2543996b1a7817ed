import type { Delivery, Outcome } from '../../../domain/alerts/delivery.ts';
import { webhookJson } from '../../../domain/alerts/payload.ts';
import type { StoredWebhook } from '../../../domain/alerts/webhook.ts';
import type { FarmEvent } from '../../../domain/events/event.ts';
import type { AttemptMessage } from './messages.ts';
import type { DeliveryServices } from './services.ts';

/** One event on its way to one webhook. */
export interface Attempt {
  delivery: Delivery;
  /** Whether it is noted, as everything is but the first attempt. */
  isNoted: boolean;
  event: FarmEvent;
  stored: StoredWebhook;
}

/** A call that was made. */
export interface Call {
  outcome: Outcome;
  /** When it began, in milliseconds since 1970. */
  begun: number;
  milliseconds: number;
  /** The listener answered other calls meanwhile, and not this one. */
  isOverloaded: boolean;
}

/**
 * What a message asks for, with event and webhook; undefined when there is nothing to do: another worker was faster, the event was erased, or its
 * type is no longer listened to.
 */
export async function loadAttempt(
  { attempt, ...key }: AttemptMessage,
  services: Pick<DeliveryServices, 'deliveries' | 'events' | 'webhooks' | 'directory'>,
): Promise<Attempt | undefined> {
  const isNoted = attempt !== undefined;
  if (isNoted && (await services.deliveries.get(key))?.attempt !== attempt) return undefined;
  const [event] = await services.events([key]);
  const stored = event && (await listenerOf(key, event, isNoted, services));
  const webhookId = stored?.webhook.id ?? key.webhookId;
  const delivery: Delivery = { ...key, webhookId, attempt: attempt ?? 1 };
  if (event && stored?.webhook.events.includes(event.type as never)) return { delivery, isNoted, event, stored };
  if (isNoted) await services.deliveries.done(delivery);
  return undefined;
}

/** The webhook of a delivery. A type may have moved to another one since the event was relayed. */
async function listenerOf(
  { ownerId, webhookId }: Pick<Delivery, 'ownerId' | 'webhookId'>,
  { type }: FarmEvent,
  isNoted: boolean,
  { webhooks, directory }: Pick<DeliveryServices, 'webhooks' | 'directory'>,
): Promise<StoredWebhook | undefined> {
  const stored = await webhooks.get(ownerId, webhookId);
  if (isNoted || stored?.webhook.events.includes(type as never)) return stored;
  const other = await directory.listenerOf(ownerId, type);
  return other === undefined ? undefined : webhooks.get(ownerId, other);
}

/** Signs the event and sends it. @param signal gives the call up. */
export async function callListener(
  { delivery: { ownerId, webhookId, eventId }, event, stored }: Attempt,
  { listeners, sign, calls, clock }: Pick<DeliveryServices, 'listeners' | 'sign' | 'calls' | 'clock'>,
  signal?: AbortSignal,
): Promise<Call> {
  const body = webhookJson(event);
  const headers = await sign(ownerId, stored, eventId, body);
  const begun = clock.now();
  const end = calls.begin(webhookId);
  const outcome = await listeners.send(stored.webhook.url, { headers, body, ...(signal && { signal }) });
  return { outcome, begun, milliseconds: clock.now() - begun, ...end('status' in outcome) };
}
