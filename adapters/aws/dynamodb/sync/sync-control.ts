import { UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import { type Clock, timestamp } from '../../../../domain/clock.ts';
import type { SyncControl } from '../../../../domain/integrations/sync-control.ts';
import { nextRound } from '../../../../domain/sync/schedule.ts';
import type { Table } from '../table.ts';
import { ifHeld } from '../transact.ts';
import { linkKey, roundsDeadline } from './sync-item.ts';

/** Changes of links that owners ask for. */
export function syncControl(fields: Table, clock: Clock): SyncControl {
  const change = async (
    [ownerId, svcUserId, provider]: Parameters<SyncControl['pause']>,
    update: Omit<UpdateCommandInput, 'TableName' | 'Key'>,
  ): Promise<boolean> => {
    const command = new UpdateCommand({
      TableName: fields.name,
      Key: linkKey(ownerId, svcUserId, provider),
      ...update,
    });
    return (await ifHeld(() => fields.client.send(command))) !== undefined;
  };
  const now = () => timestamp(clock.now());

  return {
    pause: (...of) =>
      change(of, {
        UpdateExpression: 'SET pausedTime = if_not_exists(pausedTime, :now) REMOVE deadlineKey, deadline',
        ConditionExpression: 'attribute_exists(link)',
        ExpressionAttributeValues: { ':now': now() },
      }),

    resume: (...of) =>
      change(of, {
        UpdateExpression:
          'SET deadlineKey = :rounds, deadline = :next, dueTime = if_not_exists(dueTime, :now) REMOVE pausedTime',
        ConditionExpression: 'attribute_exists(link)',
        ExpressionAttributeValues: {
          ':rounds': roundsDeadline,
          ':next': nextRound({ svcUserId: of[1], provider: of[2] }, clock.now()),
          ':now': now(),
        },
      }),

    async confirm(ownerId, svcUserId, provider, always) {
      const confirmed = await change([ownerId, svcUserId, provider], {
        UpdateExpression: 'SET held.confirmedTime = :now, dueTime = if_not_exists(dueTime, :now)',
        ConditionExpression: 'attribute_exists(held)',
        ExpressionAttributeValues: { ':now': now() },
      });
      if (confirmed || !always) return confirmed;
      return change([ownerId, svcUserId, provider], {
        UpdateExpression: 'SET dueTime = if_not_exists(dueTime, :now)',
        ConditionExpression: 'attribute_exists(link)',
        ExpressionAttributeValues: { ':now': now() },
      });
    },
  };
}
