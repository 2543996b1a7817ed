import type { DueDeliveryStore } from '../../../domain/alerts/due-deliveries.ts';
import type { Clock } from '../../../domain/clock.ts';
import type { MessageQueue } from '../../../domain/events/message-queue.ts';
import { type AttemptMessage, attemptMessage } from './messages.ts';

/** Deliveries per minute to one webhook, so that its backlog does not delay other webhooks; fewer if its listener is slow. */
const sentAtOnce = { usually: 300, slowly: 20 };

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
}

/** Sends a message for each attempt at a delivery that is due. One that is lost between the note and the message is due again. */
export async function sendDueDeliveries({ due, queue, clock }: DeliverySweep): Promise<number> {
  let sent = 0;
  for (const webhook of await due.webhooks(clock.now())) {
    const now = clock.now();
    const isPaused = webhook.pausedUntil !== undefined && webhook.pausedUntil > now;
    const limit = webhook.slow ? sentAtOnce.slowly : sentAtOnce.usually;
    const deliveries = isPaused ? [] : await due.deliveries(webhook, now, limit);
    for (let start = 0; start < deliveries.length; start += sideBySide) {
      await Promise.all(
        deliveries.slice(start, start + sideBySide).map(async (delivery) => {
          if (await due.delayRetry(delivery, now + againMilliseconds)) await queue.send(attemptMessage(delivery));
        }),
      );
    }
    sent += deliveries.length;
    const isQuiet = deliveries.length === 0 && webhook.notedAt < now - quietMilliseconds && !(await due.any(webhook));
    if (isQuiet) await due.stopChecking(webhook);
    else await due.recheckAt(webhook, now + lookMilliseconds);
  }
  return sent;
}
