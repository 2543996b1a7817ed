import { type Attempt, callListener, loadAttempt } from './attempt.ts';
import type { AttemptMessage } from './messages.ts';
import { sendPatiently } from './send-patiently.ts';
import type { DeliveryServices } from './services.ts';
import { postpone, settle } from './settle.ts';

/** The time of a worker. */
export interface WorkerTime {
  /** Milliseconds until the function is ended. */
  remainingMilliseconds(): number;
}

/** Makes one attempt at sending an event to its webhook, and notes what is next where it did not succeed. Idempotent but for the sending. */
export async function deliverWebhook(
  asked: AttemptMessage,
  time: WorkerTime,
  services: DeliveryServices,
): Promise<void> {
  const one = await loadAttempt(asked, services);
  if (!one) return;
  const { webhook, health } = one.stored;
  if (!webhook.enabled) return hold(one, services);
  const { slow, pausedUntil } = health;
  if (pausedUntil !== undefined && pausedUntil > services.clock.now()) return postpone(one, pausedUntil, services);
  if (slow) return waitForTurn(one, time, services);
  await send(one, time, services);
}

/** An event from before its webhook was disabled waits until it is enabled again. Later ones are found in the feed, and sent again on request. */
async function hold({ delivery, isNoted, event, stored }: Attempt, { deliveries }: DeliveryServices): Promise<void> {
  const { disabledTime } = stored.webhook;
  if (!isNoted && disabledTime !== undefined && event.at <= Date.parse(disabledTime)) {
    await deliveries.note(delivery, event.at);
  }
}

/** Deliveries to a slow listener are sent in its turns. This one begins a turn, unless a worker is in one. */
async function waitForTurn(one: Attempt, time: WorkerTime, services: DeliveryServices): Promise<void> {
  const { delivery, isNoted } = one;
  if (!isNoted) await services.deliveries.note(delivery, services.clock.now());
  const due = await services.deliveries.get(delivery);
  if (due) await services.turns.take(delivery, due, time);
}

async function send(one: Attempt, time: WorkerTime, services: DeliveryServices): Promise<void> {
  const { slowSlots, health, turns, clock } = services;
  const { ownerId, webhookId } = one.delivery;
  const sent = await sendPatiently({
    send: (signal) => callListener(one, services, signal),
    takeSlot: () => slowSlots.take(webhookId),
    onSlow: () => health.markSlow(ownerId, webhookId),
  });
  if (!sent) return postpone(one, clock.now(), services);
  await settle(one, sent.result, services);
  // Sends without waiting for the sweep: other workers may have given up their attempts meanwhile.
  if (!sent.swiftly) await turns.take(one.delivery, undefined, time);
}
