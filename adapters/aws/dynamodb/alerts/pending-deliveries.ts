import { QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { failedCallMilliseconds } from '../../../../domain/alerts/delivery.ts';
import type { PendingDeliveries, WebhookKey } from '../../../../domain/alerts/ports.ts';
import { noUser } from '../../../../domain/events/event.ts';
import { limits } from '../../../../domain/limits.ts';
import { getMany } from '../get-many.ts';
import { countKeys } from '../lists/index-range.ts';
import type { Item, Table } from '../table.ts';
import { ifHeld, transact, type Write } from '../transact.ts';
import { userExists } from '../users/user-exists.ts';
import { deliveriesDue, deliveryKey, pendingKey, webhookKey, webhooksDue } from './alert-item.ts';
import { dueDeliveryOf } from './delivery-store.ts';

const sideBySide = 10;

/** The unfinished deliveries of webhooks, by an index of their own: that of deadlines is the sweep's, and holds those of all owners. */
export function pendingDeliveries({ alerts, users }: { alerts: Table; users: Table }): PendingDeliveries {
  const { client, name: TableName } = alerts;

  /** Keys and deadlines of the deliveries of a webhook, the earliest first. @param condition of the deadline, with `:at`. */
  async function keysOf(webhook: WebhookKey, condition: string, at: number, limit: number): Promise<Item[]> {
    const { Items = [] } = await client.send(
      new QueryCommand({
        TableName,
        IndexName: 'byWebhook',
        KeyConditionExpression: `pendingKey = :key AND deadline ${condition} :at`,
        ExpressionAttributeValues: { ':key': pendingKey(webhook), ':at': at },
        Limit: limit,
      }),
    );
    return Items;
  }

  const count = async (webhook: WebhookKey) => {
    const range = {
      index: 'byWebhook',
      partitionKey: 'pendingKey',
      partition: pendingKey(webhook),
      sortKey: 'deadline',
    };
    return (await countKeys(alerts, range, limits.countedDeliveries)) ?? limits.countedDeliveries;
  };

  /** Moves the deadline that was read; false when it has changed meanwhile. */
  async function move(key: Item, seen: number, until: number): Promise<boolean> {
    const command = new UpdateCommand({
      TableName,
      Key: { pk: key.pk, sk: key.sk },
      UpdateExpression: 'SET deadline = :until',
      ConditionExpression: 'attribute_exists(deadlineKey) AND deadline = :seen',
      ExpressionAttributeValues: { ':until': until, ':seen': seen },
    });
    return (await ifHeld(() => client.send(command))) !== undefined;
  }

  /** Makes the webhook itself due. No effect on a deleted one. @param removing the rest of the expression. */
  async function check({ ownerId, webhookId }: WebhookKey, now: number, removing = ''): Promise<void> {
    const command = new UpdateCommand({
      TableName,
      Key: webhookKey(ownerId, webhookId),
      UpdateExpression: `SET deadlineKey = :key, deadline = :now, notedAt = :now${removing}`,
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':key': webhooksDue, ':now': now },
    });
    await ifHeld(() => client.send(command));
  }

  return {
    check: (webhook, now) => check(webhook, now),

    async due(webhook, now, limit) {
      const items = await getMany(alerts, await keysOf(webhook, '<=', now, limit));
      // The index is eventually consistent: what has been moved or ended meanwhile is not due.
      return items
        .flatMap((item) => (item?.deadlineKey ? [dueDeliveryOf(item)] : []))
        .filter(({ dueAt }) => dueAt <= now);
    },

    delayRetry: (delivery, until) => move(deliveryKey(delivery), delivery.dueAt, until),

    async summary(webhook) {
      const [pending, [first]] = await Promise.all([count(webhook), keysOf(webhook, '>=', 0, 1)]);
      return { pending, ...(first && { nextAt: Number(first.deadline) }) };
    },

    async hasten(webhook, now) {
      await check(webhook, now, ' REMOVE pausedUntil, pauses');
      const later = await keysOf(webhook, '>', now, limits.hastenedDeliveries);
      for (let start = 0; start < later.length; start += sideBySide) {
        const some = later.slice(start, start + sideBySide);
        await Promise.all(some.map((key) => move(key, Number(key.deadline), now)));
      }
      const pending = await count(webhook);
      const isAll = later.length < limits.hastenedDeliveries;
      const left = isAll ? 0 : (await keysOf(webhook, '>', now, limits.countedDeliveries)).length;
      return { due: Math.max(pending - left, 0), left };
    },

    async renew(key, now) {
      const { ownerId, svcUserId } = key;
      const change: Write = {
        Update: {
          TableName,
          Key: deliveryKey(key),
          UpdateExpression:
            'SET deadlineKey = :deliveries, pendingKey = :webhook, deadline = :now, attempt = :first, expiresAt = :expires REMOVE failedCall, failedKey, failedSort',
          ConditionExpression: 'attribute_not_exists(deadlineKey)',
          ExpressionAttributeValues: {
            ':deliveries': deliveriesDue(key.webhookId),
            ':webhook': pendingKey(key),
            ':now': now,
            ':first': 1,
            ':expires': Math.ceil((now + failedCallMilliseconds) / 1000),
          },
        },
      };
      const ofUser = svcUserId === noUser ? [] : [userExists(users, ownerId, svcUserId)];
      return (await transact(client, [...ofUser, change])) === undefined;
    },
  };
}
