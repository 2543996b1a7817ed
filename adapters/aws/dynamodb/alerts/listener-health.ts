import { UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import type { ListenerHealthStore } from '../../../../domain/alerts/ports.ts';
import { timestamp } from '../../../../domain/clock.ts';
import type { Table } from '../table.ts';
import { ifHeld } from '../transact.ts';
import { webhookKey } from './alert-item.ts';

/** The state of listeners, in the items of their webhooks. */
export function listenerHealthStore({ client, name: TableName }: Table): ListenerHealthStore {
  async function update(
    ownerId: string,
    webhookId: string,
    change: Pick<
      UpdateCommandInput,
      'UpdateExpression' | 'ConditionExpression' | 'ExpressionAttributeNames' | 'ExpressionAttributeValues'
    >,
  ): Promise<void> {
    const command = new UpdateCommand({ TableName, Key: webhookKey(ownerId, webhookId), ...change });
    await ifHeld(() => client.send(command));
  }
  const exists = 'attribute_exists(pk)';

  return {
    markSlow: (ownerId, webhookId) =>
      update(ownerId, webhookId, {
        UpdateExpression: 'SET slow = :true',
        ConditionExpression: exists,
        ExpressionAttributeValues: { ':true': true },
      }),

    // Attempts that fail in parallel cause one pause.
    pause: (ownerId, webhookId, { now, until }) =>
      update(ownerId, webhookId, {
        UpdateExpression: 'SET slow = :true, pausedUntil = :until, pauses = if_not_exists(pauses, :zero) + :one',
        ConditionExpression: `${exists} AND (attribute_not_exists(pausedUntil) OR pausedUntil <= :now)`,
        ExpressionAttributeValues: { ':true': true, ':until': until, ':now': now, ':zero': 0, ':one': 1 },
      }),

    recover: (ownerId, webhookId, swiftly) =>
      update(ownerId, webhookId, {
        UpdateExpression: `REMOVE pausedUntil, pauses${swiftly ? ', slow' : ''}`,
        ConditionExpression: exists,
      }),

    disable: (ownerId, webhookId, reason, at) =>
      update(ownerId, webhookId, {
        UpdateExpression:
          'SET webhook.enabled = :false, webhook.disabledReason = :reason, webhook.disabledTime = :at, webhook.updatedTime = :at, version = version + :one',
        ConditionExpression: `${exists} AND webhook.enabled = :true`,
        ExpressionAttributeValues: {
          ':false': false,
          ':true': true,
          ':reason': reason,
          ':at': timestamp(at),
          ':one': 1,
        },
      }),
  };
}
