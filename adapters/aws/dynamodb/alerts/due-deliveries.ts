import { UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import type { BusyWebhook, DueDeliveryStore } from '../../../../domain/alerts/due-deliveries.ts';
import type { Webhook } from '../../../../domain/alerts/webhook.ts';
import { moveDeadline, overdueItems, overdueKeys } from '../deadlines.ts';
import type { Item, Table } from '../table.ts';
import { ifHeld } from '../transact.ts';
import { deliveriesDue, deliveryKey, webhookKey, webhookPrefix, webhooksDue } from './alert-item.ts';
import { dueDeliveryOf } from './delivery-store.ts';

/** Due webhooks and deliveries, by the index of deadlines: webhooks share a partition, and the deliveries of each have one of their own. */
export function dueDeliveries(alerts: Table): DueDeliveryStore {
  /** Updates an item; false when it was changed meanwhile. */
  async function changed(input: UpdateCommandInput): Promise<boolean> {
    return (await ifHeld(() => alerts.client.send(new UpdateCommand(input)))) !== undefined;
  }

  return {
    webhooks: async (now) => (await overdueItems(alerts, webhooksDue, now)).map(busyWebhook),
    deliveries: async ({ webhookId }, now, limit) => {
      const items = await overdueItems(alerts, deliveriesDue(webhookId), now, limit);
      // The index is eventually consistent: deliveries that another sweep has delayed meanwhile are not due.
      return items.map(dueDeliveryOf).filter(({ dueAt }) => dueAt <= now);
    },
    any: async ({ webhookId }) =>
      (await overdueKeys(alerts, deliveriesDue(webhookId), Number.MAX_SAFE_INTEGER, 1)).length > 0,
    delayRetry: (delivery, until) =>
      changed({
        TableName: alerts.name,
        Key: deliveryKey(delivery),
        UpdateExpression: 'SET deadline = :until',
        ConditionExpression: 'attribute_exists(deadlineKey) AND deadline = :seen',
        ExpressionAttributeValues: { ':until': until, ':seen': delivery.dueAt },
      }),
    recheckAt: ({ ownerId, webhookId }, at) => moveDeadline(alerts, webhookKey(ownerId, webhookId), at),

    async stopChecking({ ownerId, webhookId, notedAt }) {
      await changed({
        TableName: alerts.name,
        Key: webhookKey(ownerId, webhookId),
        UpdateExpression: 'REMOVE deadlineKey, deadline, notedAt',
        ConditionExpression: 'notedAt = :seen',
        ExpressionAttributeValues: { ':seen': notedAt },
      });
    },
  };
}

function busyWebhook({ pk, sk, webhook, slow, pausedUntil, notedAt }: Item): BusyWebhook {
  return {
    ownerId: String(pk),
    webhookId: String(sk).slice(webhookPrefix.length),
    enabled: (webhook as Webhook).enabled,
    slow: slow === true,
    pausedUntil: pausedUntil as number | undefined,
    notedAt: Number(notedAt ?? 0),
  };
}
