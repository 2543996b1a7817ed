import type { DueDelivery } from '../../../domain/alerts/delivery.ts';
import type { BusyWebhook, DueDeliveryStore } from '../../../domain/alerts/due-deliveries.ts';
import type { Clock } from '../../../domain/clock.ts';
import type { MessageQueue } from '../../../domain/events/message-queue.ts';
import { type AttemptMessage, attemptMessage } from './messages.ts';

/** Deliveries per minute to one webhook, so that its backlog does not delay other webhooks. */
const sentAtOnce = 300;

/** The time after which the message of a due delivery is sent again. */
const againMilliseconds = 5 * 60_000;

/** The interval at which a webhook's deliveries are checked. */
const lookMilliseconds = 60_000;

/** A webhook without deliveries is let go when none was noted for so long: the index may not show the latest yet. */
const quietMilliseconds = 60 * 60_000;

const sideBySide = 10;

export interface DeliverySweep {
  due: DueDeliveryStore;
  queue: MessageQueue<AttemptMessage>;
  clock: Clock;
  /** From 0 to 1. */
  random(): number;
}

/** Sends a message for each attempt at a delivery that is due. One that is lost between the note and the message is due again. */
export async function sendDueDeliveries(sweep: DeliverySweep): Promise<number> {
  const { due, clock, random } = sweep;
  let sent = 0;
  // In another order each time: where more listeners are slow than may have their turn at once, all have one by and by.
  for (const webhook of shuffled(await due.webhooks(clock.now()), random)) {
    const now = clock.now();
    // Deliveries of a webhook that is not enabled wait; enabling it has it checked again.
    if (!webhook.enabled) {
      await due.stopChecking(webhook);
      continue;
    }
    const found = await sendDue(webhook, now, sweep);
    sent += found;
    const isQuiet = found === 0 && webhook.notedAt < now - quietMilliseconds && !(await due.any(webhook));
    if (isQuiet) await due.stopChecking(webhook);
    else await due.recheckAt(webhook, now + lookMilliseconds);
  }
  return sent;
}

async function sendDue(webhook: BusyWebhook, now: number, { due, queue }: DeliverySweep): Promise<number> {
  if (webhook.pausedUntil !== undefined && webhook.pausedUntil > now) return 0;
  const deliveries = await due.deliveries(webhook, now, webhook.slow ? 1 : sentAtOnce);
  const claim = (delivery: DueDelivery) => due.delayRetry(delivery, now + againMilliseconds);
  await sendMessages(deliveries, { isSlow: webhook.slow, claim, queue });
  return deliveries.length;
}

/**
 * Sends a message for each due delivery. Of a slow listener only for the first, and leaves it due: the message begins a turn, in which all
 * are sent.
 *
 * @param claim moves the next attempt; false when another worker was faster.
 */
export async function sendMessages(
  deliveries: readonly DueDelivery[],
  {
    isSlow,
    claim,
    queue,
  }: {
    isSlow: boolean;
    claim(delivery: DueDelivery): Promise<boolean>;
    queue: MessageQueue<AttemptMessage>;
  },
): Promise<void> {
  const [first] = deliveries;
  if (isSlow) {
    if (first) await queue.send(attemptMessage(first));
    return;
  }
  for (let start = 0; start < deliveries.length; start += sideBySide) {
    const some = deliveries.slice(start, start + sideBySide);
    await Promise.all(
      some.map(async (delivery) => {
        if (await claim(delivery)) await queue.send(attemptMessage(delivery));
      }),
    );
  }
}

function shuffled<T>(all: readonly T[], random: () => number): T[] {
  return all
    .map((one) => ({ one, at: random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ one }) => one);
}
