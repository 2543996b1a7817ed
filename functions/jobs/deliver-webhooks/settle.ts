import type { WebhookAttempt } from '../../../domain/alerts/attempt.ts';
import { isAcknowledged, type Outcome, pauseAfter, shownOutcome, waitAfter } from '../../../domain/alerts/delivery.ts';
import { timestamp } from '../../../domain/clock.ts';
import type { Attempt, Call } from './attempt.ts';
import { patienceMilliseconds } from './send-patiently.ts';
import type { DeliveryServices } from './services.ts';

type SettleServices = Omit<DeliveryServices, 'turns'>;

/**
 * Notes what a call led to: the attempt itself, the state of the listener, and what becomes of the delivery. A call that an overloaded listener left
 * unanswered is no attempt: it is due again at once.
 */
export async function settle(one: Attempt, call: Call, services: SettleServices): Promise<void> {
  if (call.isOverloaded) return postpone(one, services.clock.now(), services);
  await Promise.all([record(one, call, services), proceed(one, call, services)]);
}

/** An attempt that could not be recorded is missing in the list; the delivery is not repeated for it. */
async function record(
  { delivery, event }: Attempt,
  { outcome, begun, milliseconds }: Call,
  { attempts }: SettleServices,
): Promise<void> {
  const attempt: WebhookAttempt = {
    eventId: delivery.eventId,
    type: event.type as WebhookAttempt['type'],
    time: timestamp(begun),
    attempt: delivery.attempt,
    delivered: isAcknowledged(outcome),
    ...shownOutcome(outcome),
    durationMilliseconds: milliseconds,
  };
  await attempts.record(delivery, attempt).catch((error: unknown) => console.error({ attempt, error }));
}

async function proceed(one: Attempt, { outcome, milliseconds }: Call, services: SettleServices): Promise<void> {
  const { delivery, isNoted, stored } = one;
  const { deliveries, health, clock, random } = services;
  const { ownerId, webhookId } = delivery;
  const { pauses = 0, slow, pausedUntil } = stored.health;
  const now = clock.now();
  const answered = 'status' in outcome;
  const swiftly = milliseconds <= patienceMilliseconds;
  if (answered && (pausedUntil !== undefined || (slow && swiftly))) await health.recover(ownerId, webhookId, swiftly);
  if (!answered && outcome.noAnswer) await health.pause(ownerId, webhookId, { now, until: now + pauseAfter(pauses) });
  if (isAcknowledged(outcome)) return isNoted ? deliveries.done(delivery) : undefined;
  // The delivery waits until the webhook is enabled again.
  if (answered && outcome.status === 410) {
    await health.disable(ownerId, webhookId, 'The listener answered 410 Gone.', now);
  }
  const wait = waitAfter(delivery.attempt, answered ? outcome.retryAfterMilliseconds : 0, random());
  if (wait === undefined) return fail(one, outcome, services);
  const next = { attempt: delivery.attempt + 1, dueAt: now + wait };
  if (isNoted) await deliveries.again(delivery, next);
  else await deliveries.note({ ...delivery, attempt: next.attempt }, next.dueAt);
}

/** Waits for another time without having counted as an attempt. */
export async function postpone(
  { delivery, isNoted }: Attempt,
  dueAt: number,
  { deliveries }: Pick<DeliveryServices, 'deliveries'>,
): Promise<void> {
  if (isNoted) await deliveries.again(delivery, { attempt: delivery.attempt, dueAt });
  else await deliveries.note(delivery, dueAt);
}

async function fail({ delivery, stored }: Attempt, outcome: Outcome, services: SettleServices): Promise<void> {
  const { attempt, ...key } = delivery;
  const said =
    'status' in outcome
      ? { status: outcome.status, response: outcome.response }
      : { connectionError: outcome.connectionError };
  const createdAt = timestamp(services.clock.now());
  const failed = { ...key, createdAt, url: stored.webhook.url, attempts: attempt, ...said };
  await services.deliveries.fail(delivery, failed);
}
