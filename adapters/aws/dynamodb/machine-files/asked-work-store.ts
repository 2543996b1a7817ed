import { DeleteCommand, GetCommand } from '@aws-sdk/lib-dynamodb';
import { notFound } from '../../../../domain/errors.ts';
import type { AskedWorkStore, Subject } from '../../../../domain/machine-files/drawing.ts';
import { recordPartition } from '../operations/operation-item.ts';
import { parserAttempts } from '../pending-item.ts';
import type { Table } from '../table.ts';
import { transact, type Write } from '../transact.ts';
import { userExists } from '../users/user-exists.ts';

/**
 * Work that requests ask for in DynamoDB, in the partition of its file or operation, with which it is erased.
 *
 * @param sk the kind of work: `images` for drawings.
 * @example const drawings: DrawingStore = askedWorkStore({ operations, users }, 'images');
 */
export function askedWorkStore<Asked, End extends object>(
  { operations, users }: { operations: Table; users: Table },
  sk: string,
): AskedWorkStore<Asked, End> {
  const { client, name: TableName } = operations;
  const keyOf = (ownerId: string, id: string) => ({ pk: recordPartition(ownerId, id), sk });
  const write = ({ ownerId, svcUserId }: Subject, change: Write) =>
    transact(client, [userExists(users, ownerId, svcUserId), change]);
  return {
    async get(ownerId, id) {
      const command = new GetCommand({ TableName, Key: keyOf(ownerId, id), ConsistentRead: true });
      return (await client.send(command)).Item as Asked | undefined;
    },

    async ask(subject, version, { now, askAgainAt }) {
      const put: Write = {
        Put: {
          TableName,
          Item: { ...keyOf(subject.ownerId, subject.id), version, askAgainAt },
          ConditionExpression:
            'attribute_not_exists(pk) OR version <> :version OR ((attribute_not_exists(endedTime) OR attribute_exists(problem)) AND askAgainAt <= :now)',
          ExpressionAttributeValues: { ':version': version, ':now': now },
        },
      };
      const failed = await write(subject, put);
      if (failed === 0) throw notFound('user', subject.svcUserId);
      return failed === undefined;
    },

    async end(subject, version, end) {
      await write(subject, {
        Put: {
          TableName,
          Item: { ...keyOf(subject.ownerId, subject.id), version, askAgainAt: 0, ...end },
          ConditionExpression: 'version = :version',
          ExpressionAttributeValues: { ':version': version },
        },
      });
    },

    attempts: ({ ownerId, id }, version) =>
      parserAttempts(operations, keyOf(ownerId, id), {
        condition: 'version = :version AND attribute_not_exists(endedTime)',
        values: { ':version': version },
      }),

    async remove(ownerId, id) {
      await client.send(new DeleteCommand({ TableName, Key: keyOf(ownerId, id) }));
    },
  };
}
