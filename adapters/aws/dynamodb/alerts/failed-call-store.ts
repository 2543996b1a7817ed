import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { DeliveryKey, FailedCall } from '../../../../domain/alerts/delivery.ts';
import type { FailedCallStore } from '../../../../domain/alerts/ports.ts';
import { getMany } from '../get-many.ts';
import type { Table } from '../table.ts';
import { ifHeld } from '../transact.ts';
import { deliveriesDue, deliveryKey, deliveryKeyOf, pendingKey, webhookKey, webhooksDue } from './alert-item.ts';
import { type ShardedIndex, shardOf, shardPage, timeKey } from './time-shards.ts';

const failedIndex: ShardedIndex = { index: 'byFailure', partitionKey: 'failedKey', sortKey: 'failedSort' };

/** The index keys of a failed call in its owner's list. @param at when it failed, in milliseconds since 1970. */
export function failedCallKeys({ ownerId, webhookId, eventId }: DeliveryKey, at: number) {
  return { failedKey: shardOf(ownerId, eventId), failedSort: `${timeKey(at)}#${webhookId}#${eventId}` };
}

/** Failed calls, which are deliveries that are no longer due. */
export function failedCallStore(alerts: Table): FailedCallStore {
  const { client, name: TableName } = alerts;
  return {
    async list(ownerId, { webhookId, from = 0, to = Number.MAX_SAFE_INTEGER / 10, size, cursor }) {
      const page = await shardPage(alerts, failedIndex, ownerId, {
        between: [timeKey(from), `${timeKey(to)}~`],
        ...{ size, cursor, descending: true },
        wants: ({ failedSort }) => webhookId === undefined || String(failedSort).split('#')[1] === webhookId,
        list: JSON.stringify([webhookId, from, to]),
      });
      const items = await getMany(alerts, page.keys);
      return {
        items: items.flatMap((item) =>
          item?.failedCall === undefined ? [] : [{ ...(item.failedCall as FailedCall), ...deliveryKeyOf(item) }],
        ),
        ...(page.last !== undefined && { cursor: page.cursorOf(page.last) }),
      };
    },

    async replay(key, now) {
      const due = new UpdateCommand({
        TableName,
        Key: deliveryKey(key),
        UpdateExpression:
          'SET deadlineKey = :key, pendingKey = :webhook, deadline = :now, attempt = :first REMOVE failedCall, failedKey, failedSort',
        ConditionExpression: 'attribute_exists(failedCall)',
        ExpressionAttributeValues: {
          ':key': deliveriesDue(key.webhookId),
          ':webhook': pendingKey(key),
          ':now': now,
          ':first': 1,
        },
      });
      const look = new UpdateCommand({
        TableName,
        Key: webhookKey(key.ownerId, key.webhookId),
        UpdateExpression: 'SET deadlineKey = :key, deadline = :now, notedAt = :now',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeValues: { ':key': webhooksDue, ':now': now },
      });
      // The webhook first: it is then checked for an hour, with or without deliveries.
      const isQueued = (await ifHeld(() => client.send(look))) && (await ifHeld(() => client.send(due)));
      return isQueued && { ...key, attempt: 1 };
    },
  };
}
