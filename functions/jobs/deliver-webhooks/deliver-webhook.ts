import { type Delivery, type Outcome, pauseAfter, waitAfter } from '../../../domain/alerts/delivery.ts';
import { webhookJson } from '../../../domain/alerts/payload.ts';
import { listensTo, type StoredWebhook } from '../../../domain/alerts/webhook.ts';
import { timestamp } from '../../../domain/clock.ts';
import type { FarmEvent } from '../../../domain/events/event.ts';
import type { AttemptMessage } from './messages.ts';
import { sendPatiently } from './send-patiently.ts';
import type { DeliveryServices } from './services.ts';

/** A listener whose calls are all in use is checked again after this time. */
const laterMilliseconds = 60_000;

/** One event on its way to one webhook. */
interface Attempt {
  delivery: Delivery;
  /** Whether it is noted, as everything is but the first attempt. */
  isNoted: boolean;
  event: FarmEvent;
  stored: StoredWebhook;
}

/** Makes one attempt at sending an event to its webhook, and notes what is next where it did not succeed. Idempotent but for the sending. */
export async function deliverWebhook({ attempt, ...key }: AttemptMessage, services: DeliveryServices): Promise<void> {
  const isNoted = attempt !== undefined;
  if (isNoted && (await services.deliveries.get(key))?.attempt !== attempt) return;
  const [event] = await services.events([key]);
  const stored = event && (await listenerOf(key, event, isNoted, services));
  const webhookId = stored?.webhook.id ?? key.webhookId;
  const delivery: Delivery = { ...key, webhookId, attempt: attempt ?? 1 };
  // Events whose webhook was deleted, or that were erased, are dropped here.
  if (!event || !stored?.webhook.events.includes(event.type as never)) return ended(delivery, isNoted, services);
  const one: Attempt = { delivery, isNoted, event, stored };
  if (listensTo(stored.webhook, event.type)) return send(one, services);
  if (isNoted) await fail(one, { connectionError: 'the webhook is not enabled', noAnswer: false }, services);
}

/** The webhook of a delivery. A type may have moved to another one since the event was relayed. */
async function listenerOf(
  { ownerId, webhookId }: Pick<Delivery, 'ownerId' | 'webhookId'>,
  { type }: FarmEvent,
  isNoted: boolean,
  { webhooks, directory }: DeliveryServices,
): Promise<StoredWebhook | undefined> {
  const stored = await webhooks.get(ownerId, webhookId);
  if (isNoted || stored?.webhook.events.includes(type as never)) return stored;
  const other = await directory.listenerOf(ownerId, type);
  return other === undefined ? undefined : webhooks.get(ownerId, other);
}

async function send(one: Attempt, services: DeliveryServices): Promise<void> {
  const { delivery, event, stored } = one;
  const { listeners, slowSlots, health, clock } = services;
  const { ownerId, webhookId, eventId } = delivery;
  if (stored.health.pausedUntil !== undefined && stored.health.pausedUntil > clock.now()) {
    return postpone(one, stored.health.pausedUntil, services);
  }
  const body = webhookJson(event);
  const headers = await services.sign(ownerId, stored, eventId, body);
  const sent = await sendPatiently({
    isSlow: stored.health.slow === true,
    send: (signal) => listeners.send(stored.webhook.url, { headers, body, signal }),
    takeSlot: () => slowSlots.take(webhookId),
    onSlow: () => health.markSlow(ownerId, webhookId),
    clock,
  });
  if (!sent) return postpone(one, clock.now() + laterMilliseconds, services);
  await settle(one, sent, services);
}

async function settle(
  one: Attempt,
  { outcome, swiftly }: { outcome: Outcome; swiftly: boolean },
  services: DeliveryServices,
): Promise<void> {
  const { delivery, isNoted, stored } = one;
  const { deliveries, health, clock, random } = services;
  const { ownerId, webhookId } = delivery;
  const { pauses = 0, slow, pausedUntil } = stored.health;
  const now = clock.now();
  const answered = 'status' in outcome;
  if (answered && (pausedUntil !== undefined || (slow && swiftly))) await health.recover(ownerId, webhookId, swiftly);
  if (!answered && outcome.noAnswer) await health.pause(ownerId, webhookId, { now, until: now + pauseAfter(pauses) });
  if (answered && outcome.status >= 200 && outcome.status < 300) return ended(delivery, isNoted, services);
  if (answered && outcome.status === 410) {
    await health.disable(ownerId, webhookId, 'The listener answered 410 Gone.', now);
    return fail(one, outcome, services);
  }
  const wait = waitAfter(delivery.attempt, answered ? outcome.retryAfterMilliseconds : 0, random());
  if (wait === undefined) return fail(one, outcome, services);
  const next = { attempt: delivery.attempt + 1, dueAt: now + wait };
  if (isNoted) await deliveries.again(delivery, next);
  else await deliveries.note({ ...delivery, attempt: next.attempt }, next.dueAt);
}

/** Waits for another time without having counted as an attempt. */
async function postpone(
  { delivery, isNoted }: Attempt,
  dueAt: number,
  { deliveries }: DeliveryServices,
): Promise<void> {
  if (isNoted) await deliveries.again(delivery, { attempt: delivery.attempt, dueAt });
  else await deliveries.note(delivery, dueAt);
}

async function ended(delivery: Delivery, isNoted: boolean, { deliveries }: DeliveryServices): Promise<void> {
  if (isNoted) await deliveries.done(delivery);
}

async function fail({ delivery, stored }: Attempt, outcome: Outcome, services: DeliveryServices): Promise<void> {
  const { attempt, ...key } = delivery;
  const said =
    'status' in outcome
      ? { status: outcome.status, response: outcome.response }
      : { connectionError: outcome.connectionError };
  const createdAt = timestamp(services.clock.now());
  const failed = { ...key, createdAt, url: stored.webhook.url, attempts: attempt, ...said };
  await services.deliveries.fail(delivery, failed);
}
