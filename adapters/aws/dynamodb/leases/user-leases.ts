import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Clock } from '../../../../domain/clock.ts';
import { notFound } from '../../../../domain/errors.ts';
import type { LeaseKind, Leases } from '../../../../domain/leases/lease.ts';
import { userPartition } from '../fields/field-item.ts';
import type { Table } from '../table.ts';
import { transact } from '../transact.ts';
import { userExists } from '../users/user-exists.ts';

export interface LeaseServices {
  fields: Table;
  users: Table;
  clock: Clock;
}

/** Between finding a lease taken and leaving word, it may have ended; so often that does not happen in a row. */
const attempts = 10;

/** One item in the user's partition says who has the lease; the holder's death ends it when its time is over. */
export function userLeases(kind: LeaseKind, { fields, users, clock }: LeaseServices): Leases {
  const TableName = fields.name;
  const keyOf = (ownerId: string, svcUserId: string) => ({
    pk: userPartition(ownerId, svcUserId),
    sk: `turn#${kind}`,
  });

  /** False when somebody has it. */
  const claim = async (ownerId: string, svcUserId: string, holder: string, until: number): Promise<boolean> => {
    const Item = { ...keyOf(ownerId, svcUserId), holder, until };
    const failed = await transact(fields.client, [
      {
        Put: {
          TableName,
          Item,
          ConditionExpression: 'attribute_not_exists(pk) OR #until <= :now OR holder = :holder',
          ExpressionAttributeNames: { '#until': 'until' },
          ExpressionAttributeValues: { ':now': clock.now(), ':holder': holder },
        },
      },
      userExists(users, ownerId, svcUserId),
    ]);
    if (failed === 1) throw notFound('user', svcUserId);
    return failed === undefined;
  };

  /** False when the lease has no holder any longer. */
  const leaveWord = (ownerId: string, svcUserId: string): Promise<boolean> => {
    const command = new UpdateCommand({
      TableName,
      Key: keyOf(ownerId, svcUserId),
      UpdateExpression: 'SET asked = :yes',
      ConditionExpression: '#until > :now',
      ExpressionAttributeNames: { '#until': 'until' },
      ExpressionAttributeValues: { ':yes': true, ':now': clock.now() },
    });
    return unlessRefused(fields.client.send(command).then(() => true));
  };

  return {
    async take(ownerId, svcUserId, holder, milliseconds) {
      for (let attempt = 1; attempt <= attempts; attempt += 1) {
        if (await claim(ownerId, svcUserId, holder, clock.now() + milliseconds)) {
          return { end: () => end(ownerId, svcUserId, holder) };
        }
        if (await leaveWord(ownerId, svcUserId)) return undefined;
      }
      throw new Error(`the ${kind} turn of ${svcUserId} kept changing hands`);
    },
  };

  function end(ownerId: string, svcUserId: string, holder: string): Promise<boolean> {
    const command = new DeleteCommand({
      TableName,
      Key: keyOf(ownerId, svcUserId),
      ConditionExpression: 'holder = :holder',
      ExpressionAttributeValues: { ':holder': holder },
      ReturnValues: 'ALL_OLD',
    });
    return unlessRefused(fields.client.send(command).then(({ Attributes }) => Attributes?.asked === true));
  }
}

async function unlessRefused(answer: Promise<boolean>): Promise<boolean> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}
