import { type FailedCall, failedCallId, failedCallIdParts } from '../../../domain/alerts/delivery.ts';
import { webhookJson } from '../../../domain/alerts/payload.ts';
import { notFound, Problem } from '../../../domain/errors.ts';
import type { Handlers } from '../../http/exchange.ts';
import { attemptMessage } from '../../jobs/deliver-webhooks/messages.ts';
import type { alertsApi } from './api.ts';
import { unlessErased } from './erased-users.ts';
import { sliceOf } from './parameters.ts';
import type { AlertsServices } from './services.ts';

type Endpoints = Pick<(typeof alertsApi)['endpoints'], 'listFailedCalls' | 'replayFailedCall'>;

export const failedCallHandlers: Handlers<Endpoints, AlertsServices> = {
  async listFailedCalls({ query, owner }, services) {
    const { items, cursor } = await services.failedCalls.list(owner.id, sliceOf(query));
    const events = await services.events(items);
    const listed = new Set(await unlessErased(owner.id, items, services.users));
    const shown = items.flatMap((failed, index) => {
      const event = events[index];
      if (event === undefined || !listed.has(failed)) return [];
      const { ownerId: _, svcUserId: __, ...call } = failed;
      return [{ id: failedCallId(failed), apiOwner: owner.username, ...call, requestBody: webhookJson(event) }];
    });
    return { status: 200, body: { items: shown, ...(cursor !== undefined && { cursor }) } };
  },

  async replayFailedCall({ params: { failedCallId: id }, owner }, services) {
    const parts = failedCallIdParts(id);
    const stored = parts && (await services.webhooks.get(owner.id, parts.webhookId));
    if (!parts || !stored) throw notFound('failed call', id);
    if (!stored.webhook.enabled) throw webhookDisabled();
    if (!(await replayFailed(owner.id, parts, services))) throw notFound('failed call', id);
    return { status: 202 };
  },
};

/** Queues one failed call at once; if the message is lost, the sweep sends it within a minute. False when the call does not exist. */
export async function replayFailed(
  ownerId: string,
  { svcUserId, webhookId, eventId }: Pick<FailedCall, 'svcUserId' | 'webhookId' | 'eventId'>,
  { failedCalls, deliveries, clock }: AlertsServices,
): Promise<boolean> {
  const delivery = await failedCalls.replay({ ownerId, svcUserId, webhookId, eventId }, clock.now());
  if (delivery) await deliveries.send(attemptMessage(delivery));
  return delivery !== undefined;
}

/** The problem `webhookDisabled` (409) of a webhook to which nothing is sent. */
export function webhookDisabled(): Problem {
  const detail = 'The webhook is not enabled. Set `enabled` to true, and send this request again.';
  return new Problem('conflict', detail, { errorKey: 'webhookDisabled' });
}
