import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { timestamp } from '../../../../domain/clock.ts';
import type { UserSubject } from '../../../../domain/work/work-stores.ts';
import { overdueKeys } from '../deadlines.ts';
import type { Item, Table } from '../table.ts';
import { ifHeld } from '../transact.ts';
import { roundsDeadline } from './sync-item.ts';

/** A round that has not ended by then is asked for again. */
const patienceMilliseconds = 30 * 60_000;

/** Links whose scheduled round is due, the longest overdue first. */
export interface DueRounds {
  /** Keys of at most `max` links. */
  find(now: number, max: number): Promise<Item[]>;
  /** Marks the round as due. Undefined if another sweep was first, or the link is gone. */
  begin(key: Item, now: number): Promise<UserSubject | undefined>;
}

/** Due rounds in the index `byDeadline` of the fields table. */
export function dueRounds(fields: Table): DueRounds {
  return {
    find: (now, max) => overdueKeys(fields, roundsDeadline, now, max),

    async begin({ pk, sk }, now) {
      const command = new UpdateCommand({
        TableName: fields.name,
        Key: { pk, sk },
        UpdateExpression: 'SET deadline = :later, dueTime = if_not_exists(dueTime, :due)',
        ConditionExpression: 'deadlineKey = :rounds AND deadline <= :now',
        ExpressionAttributeValues: {
          ':rounds': roundsDeadline,
          ':now': now,
          ':later': now + patienceMilliseconds,
          ':due': timestamp(now),
        },
      });
      if (!(await ifHeld(() => fields.client.send(command)))) return undefined;
      const [ownerId = '', svcUserId = ''] = String(pk).split('#');
      return { ownerId, svcUserId };
    },
  };
}
