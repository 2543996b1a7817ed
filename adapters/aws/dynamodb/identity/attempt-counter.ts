import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import type { AttemptCounter } from '../../../../domain/access/identity-store.ts';
import type { Clock } from '../../../../domain/clock.ts';
import type { Item, Table } from '../table.ts';
import { attemptsKey } from './identity-item.ts';

/** Counts attempts to sign in per fixed window in the identity table, over all instances. */
export function attemptCounter(identity: Table, clock: Clock): AttemptCounter {
  const update = async (input: Omit<UpdateCommandInput, 'TableName'>): Promise<Item | undefined> => {
    try {
      const command = new UpdateCommand({ TableName: identity.name, ReturnValues: 'ALL_NEW', ...input });
      return (await identity.client.send(command)).Attributes;
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return undefined;
      throw error;
    }
  };

  return {
    async count(key, windowMilliseconds) {
      const now = clock.now();
      const inWindow = () =>
        update({
          Key: attemptsKey(key),
          UpdateExpression: 'ADD attempts :one',
          ConditionExpression: 'windowEnds > :now',
          ExpressionAttributeValues: { ':one': 1, ':now': now },
        });
      const newWindow = () =>
        update({
          Key: attemptsKey(key),
          UpdateExpression: 'SET attempts = :one, windowEnds = :ends, expiresAt = :expires',
          ConditionExpression: 'attribute_not_exists(pk) OR windowEnds <= :now',
          ExpressionAttributeValues: {
            ':one': 1,
            ':now': now,
            ':ends': now + windowMilliseconds,
            ':expires': Math.ceil((now + windowMilliseconds) / 1000),
          },
        });
      const counted = (await inWindow()) ?? (await newWindow()) ?? (await inWindow());
      if (!counted) throw new Error('counting an attempt clashed twice');
      return { attempts: counted.attempts as number, windowEnds: counted.windowEnds as number };
    },
    async reset(key) {
      await identity.client.send(new DeleteCommand({ TableName: identity.name, Key: attemptsKey(key) }));
    },
    async takeBack(key) {
      await update({
        Key: attemptsKey(key),
        UpdateExpression: 'ADD attempts :less',
        ConditionExpression: 'attempts > :zero',
        ExpressionAttributeValues: { ':less': -1, ':zero': 0 },
      });
    },
  };
}
