import type { PendingDeliveries, SliceOf, WebhookKey } from '../../../domain/alerts/ports.ts';
import type { StoredWebhook } from '../../../domain/alerts/webhook.ts';
import type { Handlers } from '../../http/exchange.ts';
import { sendMessages } from '../../jobs/deliver-webhooks/send-due-deliveries.ts';
import type { alertsApi } from './api.ts';
import { unlessErased } from './erased-users.ts';
import { replayFailed, webhookDisabled } from './failed-calls.ts';
import { sliceOf } from './parameters.ts';
import type { AlertsServices } from './services.ts';

type Endpoints = Pick<(typeof alertsApi)['endpoints'], 'deliverPending' | 'listAttempts' | 'replayWebhook'>;

/** Events that one request sends again, and messages that one request sends; the sweep sends those of further deliveries. */
const atOnce = 100;

/** The time after which the message of a due delivery is sent again. */
const againMilliseconds = 5 * 60_000;

export const deliveryHandlers: Handlers<Endpoints, AlertsServices> = {
  async deliverPending({ params: { webhookId }, found, owner }, services) {
    if (!found.webhook.webhook.enabled) throw webhookDisabled();
    const { due, left } = await deliverPending({ ownerId: owner.id, webhookId }, isSlow(found.webhook), services);
    return { status: 202, body: { queued: due, remaining: left } };
  },

  async listAttempts({ params: { webhookId }, query, owner }, { attempts }) {
    return { status: 200, body: await attempts.list(owner.id, webhookId, sliceOf(query)) };
  },

  async replayWebhook({ params: { webhookId }, body: { scope, ...body }, found, owner }, services) {
    if (!found.webhook.webhook.enabled) throw webhookDisabled();
    const slice = { ...body, webhookId, size: atOnce };
    const { replayed, cursor } = await (scope === 'all'
      ? replayEvents(owner.id, found.webhook, slice, services)
      : replayFailedCalls(owner.id, slice, services));
    return { status: 202, body: { replayed, ...(cursor !== undefined && { cursor }) } };
  },
};

/**
 * Makes what waits for an attempt due now, and sends the first messages; the sweep, which checks the webhook within a minute, sends the others.
 */
export async function deliverPending(
  webhook: WebhookKey,
  isSlow: boolean,
  services: Pick<AlertsServices, 'pending' | 'deliveries' | 'clock'>,
): Promise<Awaited<ReturnType<PendingDeliveries['hasten']>>> {
  const now = services.clock.now();
  const hastened = await services.pending.hasten(webhook, now);
  await sendDue(webhook, isSlow, services);
  return hastened;
}

async function sendDue(
  webhook: WebhookKey,
  isSlow: boolean,
  { pending, deliveries: queue, clock }: Pick<AlertsServices, 'pending' | 'deliveries' | 'clock'>,
): Promise<void> {
  const now = clock.now();
  const due = await pending.due(webhook, now, isSlow ? 1 : atOnce);
  await sendMessages(due, { isSlow, claim: (one) => pending.delayRetry(one, now + againMilliseconds), queue });
}

type Replay = Pick<SliceOf<unknown>, 'cursor'> & { replayed: number };
type ReplaySlice = Parameters<AlertsServices['failedCalls']['list']>[1] & { webhookId: string };

async function replayFailedCalls(ownerId: string, slice: ReplaySlice, services: AlertsServices): Promise<Replay> {
  const { items, cursor } = await services.failedCalls.list(ownerId, slice);
  const replayed = await Promise.all(items.map((failed) => replayFailed(ownerId, failed, services)));
  return { replayed: replayed.filter(Boolean).length, cursor };
}

/** Makes every event of the feed that the webhook listens to a delivery, whether or not it was delivered before. */
async function replayEvents(
  ownerId: string,
  stored: StoredWebhook,
  { webhookId, ...slice }: ReplaySlice,
  services: AlertsServices,
): Promise<Replay> {
  const { feed, users, pending, clock } = services;
  const { items, cursor, isEnd } = await feed.list(ownerId, { ...slice, types: stored.webhook.events });
  const events = await unlessErased(ownerId, items, users);
  const keys = events.map(({ svcUserId, id }) => ({ ownerId, svcUserId, webhookId, eventId: id }));
  const renewed = await Promise.all(keys.map((key) => pending.renew(key, clock.now())));
  const replayed = renewed.filter(Boolean).length;
  if (replayed > 0) {
    await pending.check({ ownerId, webhookId }, clock.now());
    await sendDue({ ownerId, webhookId }, isSlow(stored), services);
  }
  return { replayed, ...(!isEnd && { cursor }) };
}

function isSlow({ health }: StoredWebhook): boolean {
  return health.slow === true;
}
