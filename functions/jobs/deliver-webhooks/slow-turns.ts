import type { DueDelivery } from '../../../domain/alerts/delivery.ts';
import type { WebhookKey } from '../../../domain/alerts/ports.ts';
import { type Attempt, callListener, loadAttempt } from './attempt.ts';
import { listenerPace } from './listener-pace.ts';
import { attemptMessage } from './messages.ts';
import type { DeliveryServices } from './services.ts';
import { postpone, settle } from './settle.ts';

/** The turns of slow listeners, of which one worker has one at a time for each. */
export interface SlowTurns {
  /**
   * Sends what is due to a slow listener, at its own pace, until nothing is due or the turn is over. No effect while another worker has the
   * listener's turn, or as many listeners have theirs as may.
   *
   * @param first is sent in the turn, whether or not the index shows it yet.
   */
  take(webhook: WebhookKey, first: DueDelivery | undefined, time: { remainingMilliseconds(): number }): Promise<void>;
}

/** A turn ends before the next sweep, which begins another one where something is left: random listeners come first then. */
const turnMilliseconds = 50_000;

/** The time that the last call of a turn may take. */
const reservedMilliseconds = 20_000;

/** A delivery whose worker died is due again after this time. */
const claimedMilliseconds = 5 * 60_000;

/** Number of due deliveries in each read. */
const readAtOnce = 25;

type TurnServices = Omit<DeliveryServices, 'turns'>;

/** The turns of this worker. */
export function slowTurns(services: TurnServices): SlowTurns {
  /** Deliveries that messages have brought for the turns that are under way here. */
  const offered = new Map<string, DueDelivery[]>();
  return {
    async take(webhook, first, time) {
      const { webhookId } = webhook;
      const own = offered.get(webhookId);
      if (own) {
        if (first) own.push(first);
        return;
      }
      const brought = first ? [first] : [];
      offered.set(webhookId, brought);
      try {
        const leave = await services.slowSlots.take(webhookId);
        if (leave) await turn(webhook, brought, time, services).finally(leave);
      } finally {
        offered.delete(webhookId);
      }
    },
  };
}

async function turn(
  webhook: WebhookKey,
  brought: DueDelivery[],
  time: { remainingMilliseconds(): number },
  services: TurnServices,
): Promise<void> {
  const { clock } = services;
  const endsAt = clock.now() + Math.min(turnMilliseconds, time.remainingMilliseconds() - reservedMilliseconds);
  const pace = listenerPace();
  const next = dueOf(webhook, brought, services);
  const underWay = new Set<Promise<void>>();
  let isOver = false;
  const failures: unknown[] = [];
  const sendNext = async (due: DueDelivery, sideBySide: number) => {
    const outcome = await sendOne(due, sideBySide, services).catch((error: unknown) => {
      failures.push(error);
      return 'stop' as const;
    });
    if (outcome === 'stop') isOver = true;
    else if (outcome === 'overloaded') pace.overloaded();
    else if (outcome) pace.answered(outcome.milliseconds, sideBySide);
  };
  while (!isOver && clock.now() < endsAt) {
    const due = underWay.size < pace.atOnce() ? await next() : undefined;
    if (due) {
      const sent: Promise<void> = sendNext(due, underWay.size + 1).finally(() => underWay.delete(sent));
      underWay.add(sent);
    } else if (underWay.size > 0) await Promise.race(underWay);
    else break;
  }
  await Promise.all(underWay);
  if (failures.length > 0) throw failures[0];
}

/** The due deliveries of a webhook, each claimed as it is taken; undefined when there is none at the moment. */
function dueOf({ ownerId, webhookId }: WebhookKey, brought: DueDelivery[], { pending, clock }: TurnServices) {
  let read: DueDelivery[] = [];
  return async (): Promise<DueDelivery | undefined> => {
    // The index may show deliveries for a moment that have ended: it is read twice at most for each that is found.
    for (let reads = 0; ; ) {
      const due = brought.shift() ?? read.shift();
      if (due && (await pending.delayRetry(due, clock.now() + claimedMilliseconds))) return due;
      if (due) continue;
      if (reads === 2) return undefined;
      reads += 1;
      read = await pending.due({ ownerId, webhookId }, clock.now(), readAtOnce);
      if (read.length === 0) return undefined;
    }
  };
}

/** How long the listener took for an answer; undefined when it refused the connection, or there was nothing to send. */
async function sendOne(
  due: DueDelivery,
  sideBySide: number,
  services: TurnServices,
): Promise<{ milliseconds: number } | 'overloaded' | 'stop' | undefined> {
  const one = await loadAttempt(attemptMessage(due), services);
  if (!one) return undefined;
  if (isHeld(one, services)) {
    await postpone(one, due.dueAt, services);
    return 'stop';
  }
  const call = await callListener(one, services);
  const isUnanswered = !('status' in call.outcome) && call.outcome.noAnswer;
  // Beside others, a call may wait behind them in vain. It is due as before, and first: it is sent alone then, and counts.
  if (isUnanswered && sideBySide > 1) {
    await postpone(one, due.dueAt, services);
    return 'overloaded';
  }
  await settle(one, call, services);
  if ('status' in call.outcome) return { milliseconds: call.milliseconds };
  return isUnanswered ? 'stop' : undefined;
}

/** Whether the webhook was disabled or its listener paused after the turn began. */
function isHeld({ stored: { webhook, health } }: Attempt, { clock }: TurnServices): boolean {
  return !webhook.enabled || (health.pausedUntil ?? 0) > clock.now();
}
