import type { WebhookAttempt } from '../../../../domain/alerts/attempt.ts';
import type { DueDelivery, Outcome } from '../../../../domain/alerts/delivery.ts';
import type { StoredWebhook, Webhook } from '../../../../domain/alerts/webhook.ts';
import type { FarmEvent } from '../../../../domain/events/event.ts';
import { callsUnderWay } from '../../../../functions/jobs/deliver-webhooks/calls-under-way.ts';
import type { DeliveryServices } from '../../../../functions/jobs/deliver-webhooks/services.ts';
import { slowTurns } from '../../../../functions/jobs/deliver-webhooks/slow-turns.ts';

/** The time limit of a call. */
const answerMilliseconds = 15_000;

/** How long the work on a call takes, and whether calls are worked on one after the other. */
export interface ListenerKind {
  milliseconds: number;
  inOrder: boolean;
}

const owner = { ownerId: 'owner', webhookId: 'webhook' };

/**
 * A worker, its stores in memory, and a slow listener, in the time of fake timers.
 *
 * @param count of deliveries that are due at first.
 */
export function slowListener({ milliseconds, inOrder }: ListenerKind, count: number) {
  const clock = { now: () => Date.now() };
  const webhook = { id: 'webhook', url: 'http://listener/', events: ['fieldCreated'], enabled: true };
  const stored: StoredWebhook = {
    webhook: webhook as unknown as Webhook,
    secrets: { current: '' },
    version: 1,
    health: { slow: true },
  };
  const due = new Map<string, DueDelivery>();
  const keyOf = (number: number) => ({ ...owner, svcUserId: 'user', eventId: `event-${number}` });
  for (let number = 0; number < count; number += 1) {
    due.set(keyOf(number).eventId, { ...keyOf(number), attempt: 1, dueAt: clock.now() - count + number });
  }
  const delivered: { eventId: string; at: number }[] = [];
  const calls: string[] = [];
  const attempts: WebhookAttempt[] = [];
  let sideBySide = 0;
  let maxSideBySide = 0;
  let freeAt = 0;

  async function send(eventId: string): Promise<Outcome> {
    calls.push(eventId);
    sideBySide += 1;
    maxSideBySide = Math.max(maxSideBySide, sideBySide);
    const begins = inOrder ? Math.max(freeAt, clock.now()) : clock.now();
    freeAt = begins + milliseconds;
    const wait = freeAt - clock.now();
    const isAnswered = wait <= answerMilliseconds;
    await new Promise((resolve) => setTimeout(resolve, Math.min(wait, answerMilliseconds)));
    sideBySide -= 1;
    if (!isAnswered) return { connectionError: 'there was no answer', noAnswer: true };
    delivered.push({ eventId, at: clock.now() });
    return { status: 200, response: '', retryAfterMilliseconds: 0 };
  }

  const change = (eventId: string, attempt: number, changed: Partial<DueDelivery>) => {
    const known = due.get(eventId);
    if (known?.attempt === attempt) due.set(eventId, { ...known, ...changed });
  };
  const services: Omit<DeliveryServices, 'turns'> = {
    webhooks: { get: async () => stored },
    directory: { listenerOf: async () => 'webhook' },
    deliveries: {
      get: async ({ eventId }) => due.get(eventId),
      async note(delivery, dueAt) {
        if (!due.has(delivery.eventId)) due.set(delivery.eventId, { ...delivery, dueAt });
      },
      again: async ({ eventId, attempt }, next) => change(eventId, attempt, next),
      done: async ({ eventId }) => void due.delete(eventId),
      fail: async ({ eventId }) => void due.delete(eventId),
    },
    pending: {
      due: async (_, now, limit) =>
        [...due.values()]
          .filter(({ dueAt }) => dueAt <= now)
          .sort((one, other) => one.dueAt - other.dueAt)
          .slice(0, limit),
      async delayRetry({ eventId, dueAt }, until) {
        const known = due.get(eventId);
        if (known?.dueAt !== dueAt) return false;
        due.set(eventId, { ...known, dueAt: until });
        return true;
      },
    },
    attempts: { record: async (_, attempt) => void attempts.push(attempt) },
    health: {
      markSlow: async () => undefined,
      async pause(_owner, _webhook, { until }) {
        stored.health = { ...stored.health, pausedUntil: until };
      },
      async recover() {
        stored.health = { slow: true };
      },
      disable: async () => undefined,
    },
    listeners: { send: (_url, { headers }) => send(headers.id ?? '') },
    slowSlots: { take: async () => async () => undefined },
    calls: callsUnderWay(),
    events: async ([key]) => [{ type: 'fieldCreated', id: key?.eventId, at: 0, payload: {} } as unknown as FarmEvent],
    sign: async (_owner, _stored, id) => ({ id }),
    clock,
    random: () => 0.5,
  };
  const turns = slowTurns(services);
  return {
    services: { ...services, turns },
    stored,
    due,
    delivered,
    calls,
    attempts,
    maxSideBySide: () => maxSideBySide,
    /** One turn, as a sweep begins it. @param remaining milliseconds of the worker. */
    turn: (remaining = 75_000) => {
      const ends = clock.now() + remaining;
      return turns.take(owner, undefined, { remainingMilliseconds: () => ends - clock.now() });
    },
  };
}
