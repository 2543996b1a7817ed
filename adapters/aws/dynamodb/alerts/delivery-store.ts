import { DeleteCommand, GetCommand, UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import {
  type Delivery,
  type DeliveryKey,
  type DueDelivery,
  type FailedCall,
  failedCallMilliseconds,
} from '../../../../domain/alerts/delivery.ts';
import type { DeliveryStore } from '../../../../domain/alerts/ports.ts';
import type { Clock } from '../../../../domain/clock.ts';
import { noUser } from '../../../../domain/events/event.ts';
import type { Item, Table } from '../table.ts';
import { ifHeld, transact, type Write } from '../transact.ts';
import { userExists } from '../users/user-exists.ts';
import { deliveriesDue, deliveryKey, deliveryKeyOf, pendingKey, webhookKey, webhooksDue } from './alert-item.ts';
import { failedCallKeys } from './failed-call-store.ts';

/** Interval at which the sweep checks a webhook with deliveries. */
export const lookMilliseconds = 60_000;

/**
 * Unfinished deliveries, due at the time of their next attempt, and their webhooks, which are due as long as they have
 * deliveries.
 */
export function deliveryStore({ alerts, users, clock }: { alerts: Table; users: Table; clock: Clock }): DeliveryStore {
  const { client, name: TableName } = alerts;

  /** Sets the next check of a webhook, unless it has one. Items of a deleted webhook expire. */
  async function lookAfter({ ownerId, webhookId }: DeliveryKey): Promise<void> {
    await ifHeld(() =>
      client.send(
        new UpdateCommand({
          TableName,
          Key: webhookKey(ownerId, webhookId),
          UpdateExpression: 'SET deadlineKey = :key, deadline = if_not_exists(deadline, :at), notedAt = :now',
          ConditionExpression: 'attribute_exists(pk)',
          ExpressionAttributeValues: {
            ':key': webhooksDue,
            ':at': clock.now() + lookMilliseconds,
            ':now': clock.now(),
          },
        }),
      ),
    );
  }

  const stillAt = ({ attempt }: Delivery) => ({
    ConditionExpression: 'attempt = :attempt AND attribute_exists(deadlineKey)',
    ExpressionAttributeValues: { ':attempt': attempt },
  });

  /** No effect if the user was deleted or the change's condition fails. */
  const write = (delivery: Delivery, change: Write) => {
    const { ownerId, svcUserId } = delivery;
    return transact(client, [...(svcUserId === noUser ? [] : [userExists(users, ownerId, svcUserId)]), change]);
  };

  return {
    async get(key) {
      const command = new GetCommand({ TableName, Key: deliveryKey(key), ConsistentRead: true });
      const { Item } = await client.send(command);
      return Item?.deadlineKey === undefined ? undefined : dueDeliveryOf(Item);
    },

    async note(delivery, dueAt) {
      const expiresAt = Math.ceil((dueAt + failedCallMilliseconds) / 1000);
      const due = { deadlineKey: deliveriesDue(delivery.webhookId), pendingKey: pendingKey(delivery), deadline: dueAt };
      const Item = { ...deliveryKey(delivery), attempt: delivery.attempt, expiresAt, ...due };
      await write(delivery, { Put: { TableName, Item, ConditionExpression: 'attribute_not_exists(pk)' } });
      // Also for an existing delivery: a worker may have died between the two writes.
      await lookAfter(delivery);
    },

    async again(delivery, { attempt, dueAt }) {
      await ifHeld(() =>
        client.send(
          new UpdateCommand({
            TableName,
            Key: deliveryKey(delivery),
            UpdateExpression: 'SET attempt = :next, pendingKey = :webhook, deadline = :due, expiresAt = :expires',
            ...stillAt(delivery),
            ExpressionAttributeValues: {
              ':attempt': delivery.attempt,
              ':next': attempt,
              ':webhook': pendingKey(delivery),
              ':due': dueAt,
              ':expires': Math.ceil((dueAt + failedCallMilliseconds) / 1000),
            },
          }),
        ),
      );
      await lookAfter(delivery);
    },

    async done(delivery) {
      await ifHeld(() =>
        client.send(new DeleteCommand({ TableName, Key: deliveryKey(delivery), ...stillAt(delivery) })),
      );
    },

    async fail(delivery, failed) {
      await write(delivery, { Update: { TableName, Key: deliveryKey(delivery), ...failing(failed) } });
    },
  };
}

/** The change that makes a delivery, scheduled or not, a failed call. */
function failing(failed: FailedCall): Pick<UpdateCommandInput, 'UpdateExpression' | 'ExpressionAttributeValues'> & {
  UpdateExpression: string;
} {
  const { ownerId: _, svcUserId: __, ...call } = failed;
  const failedAt = Date.parse(failed.createdAt);
  const { failedKey, failedSort } = failedCallKeys(failed, failedAt);
  return {
    UpdateExpression:
      'SET failedCall = :call, failedKey = :key, failedSort = :sort, attempt = :attempts, expiresAt = :expires REMOVE deadlineKey, pendingKey, deadline',
    ExpressionAttributeValues: {
      ':call': Object.fromEntries(Object.entries(call).filter(([, value]) => value !== undefined)),
      ':key': failedKey,
      ':sort': failedSort,
      ':attempts': failed.attempts,
      ':expires': Math.ceil((failedAt + failedCallMilliseconds) / 1000),
    },
  };
}

export function dueDeliveryOf(item: Item): DueDelivery {
  return { ...deliveryKeyOf(item), attempt: Number(item.attempt), dueAt: Number(item.deadline) };
}
