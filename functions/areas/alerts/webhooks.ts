import { spacedJson } from '../../../domain/alerts/payload.ts';
import { masked, type ShownWebhook, type StoredWebhook, type Webhook } from '../../../domain/alerts/webhook.ts';
import { timestamp } from '../../../domain/clock.ts';
import { invalid, notFound } from '../../../domain/errors.ts';
import { limits } from '../../../domain/limits.ts';
import type { Handlers } from '../../http/exchange.ts';
import type { alertsApi } from './api.ts';
import { deliverPending } from './deliveries.ts';
import type { AlertsServices } from './services.ts';

type Endpoints = Omit<
  (typeof alertsApi)['endpoints'],
  'listFailedCalls' | 'replayFailedCall' | 'replayWebhook' | 'deliverPending' | 'listAttempts' | 'listEvents'
>;

export const webhookHandlers: Handlers<Endpoints, AlertsServices> = {
  createWebhook: ({ body: { secret, ...given }, owner, once }, services) =>
    once<Webhook>(
      async (commit) => {
        const { webhooks, clock, newId, seal } = services;
        await webhooks.checkFree(owner.id, given.events);
        await confirm(given.url, services);
        const [id, time] = [newId(), timestamp(clock.now())];
        const webhook = { id, ...given, secret: masked(secret), enabled: true, createdTime: time, updatedTime: time };
        const secrets = { current: await seal(owner.id, id, secret) };
        await webhooks.create(owner.id, webhook, secrets, await commit(webhook));
        return webhook;
      },
      (webhook) => ({ status: 201, body: { ...webhook, health: { pending: 0 } } }),
    ),

  async listWebhooks({ asked, owner }, services) {
    const page = await services.webhooks.list(owner.id, asked);
    const found = await Promise.all(page.items.map(({ id }) => services.webhooks.get(owner.id, id)));
    const body = await Promise.all(found.flatMap((stored) => (stored ? [shown(owner.id, stored, services)] : [])));
    return { status: 200, page, body };
  },

  async getWebhook({ found, owner }, services) {
    return { status: 200, body: await shown(owner.id, found.webhook, services) };
  },

  async changeWebhook({ params: { webhookId }, body, owner }, services) {
    const { webhooks, clock } = services;
    const before = await webhooks.get(owner.id, webhookId);
    if (!before) throw notFound('webhook', webhookId);
    if (body.events) await webhooks.checkFree(owner.id, body.events, webhookId);
    if (body.url !== undefined && body.url !== before.webhook.url) await confirm(body.url, services);
    const webhook = await webhooks.change(owner.id, webhookId, ({ webhook, secrets }) => ({
      webhook: changed(webhook, body, clock.now()),
      secrets,
    }));
    if (!webhook) throw notFound('webhook', webhookId);
    // A change ends what was known of a slow listener.
    if (webhook.enabled && !before.webhook.enabled) {
      await deliverPending({ ownerId: owner.id, webhookId }, false, services);
    }
    return { status: 200, body: await shownNow(owner.id, webhook, services) };
  },

  async deleteWebhook({ params: { webhookId }, owner }, { webhooks }) {
    if (!(await webhooks.remove(owner.id, webhookId))) throw notFound('webhook', webhookId);
    return { status: 204 };
  },

  async changeWebhookSecret({ params: { webhookId }, body: { secret }, owner }, services) {
    const { webhooks, seal, clock } = services;
    const sealed = await seal(owner.id, webhookId, secret);
    const now = clock.now();
    const untilMilliseconds = now + limits.formerSecretSeconds * 1000;
    const webhook = await webhooks.change(owner.id, webhookId, ({ webhook: before, secrets }) => ({
      webhook: {
        ...before,
        secret: masked(secret),
        previousSecretUntil: timestamp(untilMilliseconds),
        updatedTime: timestamp(now),
      },
      secrets: { current: sealed, former: { sealed: secrets.current, untilMilliseconds } },
    }));
    if (!webhook) throw notFound('webhook', webhookId);
    return { status: 200, body: await shownNow(owner.id, webhook, services) };
  },

  async testWebhook({ found: { webhook: stored }, owner }, services) {
    const { clock, newId, sign, listeners } = services;
    const begun = clock.now();
    const body = spacedJson({ type: 'test', timestamp: timestamp(begun), message: 'A test call of Furrow.' });
    const headers = await sign(owner.id, stored, newId(), body);
    const outcome = await listeners.send(stored.webhook.url, { headers, body });
    const durationMilliseconds = clock.now() - begun;
    if (!('status' in outcome)) {
      const { connectionError } = outcome;
      return { status: 200, body: { delivered: false, connectionError, durationMilliseconds } };
    }
    const { status, response } = outcome;
    const delivered = status >= 200 && status < 300;
    return { status: 200, body: { delivered, status, response, durationMilliseconds } };
  },
};

/** A webhook as it is returned: with the health of its listener, and without the end of a former secret that no longer signs. */
async function shown(
  ownerId: string,
  { webhook: { previousSecretUntil, ...webhook }, health }: Pick<StoredWebhook, 'webhook' | 'health'>,
  { pending: deliveries, clock }: Pick<AlertsServices, 'pending' | 'clock'>,
): Promise<ShownWebhook> {
  const signs = previousSecretUntil !== undefined && Date.parse(previousSecretUntil) > clock.now();
  const { pending, nextAt } = await deliveries.summary({ ownerId, webhookId: webhook.id });
  const { pausedUntil = 0, lastSuccessAt, lastError } = health;
  return {
    ...webhook,
    ...(signs && { previousSecretUntil }),
    health: {
      pending,
      ...(webhook.enabled && nextAt !== undefined && { nextAttemptTime: timestamp(Math.max(nextAt, pausedUntil)) }),
      ...(lastSuccessAt !== undefined && { lastSuccessTime: timestamp(lastSuccessAt) }),
      ...(lastError && { lastError }),
    },
  };
}

/** A webhook after a change, with the present health of its listener. */
async function shownNow(ownerId: string, webhook: Webhook, services: AlertsServices): Promise<ShownWebhook> {
  const stored = await services.webhooks.get(ownerId, webhook.id);
  return shown(ownerId, { webhook, health: stored?.health ?? {} }, services);
}

type Change = { [Name in 'name' | 'url' | 'events' | 'enabled']?: StoredWebhook['webhook'][Name] | undefined };

function changed(before: Webhook, change: Change, now: number): Webhook {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const { disabledReason: _, disabledTime: __, ...enabled } = before;
  const isDisabledNow = change.enabled === false && before.enabled;
  return {
    ...(change.enabled ? enabled : before),
    ...given,
    ...(isDisabledNow && { disabledTime: timestamp(now) }),
    updatedTime: timestamp(now),
  };
}

/** @throws Problem unless the URL may be called, and answers with 2xx. */
async function confirm(url: string, { listeners }: Pick<AlertsServices, 'listeners'>): Promise<void> {
  listeners.check(url);
  const body = spacedJson({ message: 'Furrow will send events to this URL. Respond with 2xx to confirm.' });
  const outcome = await listeners.send(url, { headers: {}, body });
  if ('status' in outcome && outcome.status >= 200 && outcome.status < 300) return;
  const why = 'status' in outcome ? `it responded ${outcome.status}` : outcome.connectionError;
  const detail = `The URL did not confirm: ${why}. It has to respond to a POST with 2xx.`;
  throw invalid('#/url', detail, 'webhookNotConfirmed');
}
