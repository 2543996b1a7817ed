import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Clock } from '../../../../domain/clock.ts';
import type { Erased, ErasurePass, ErasureProgress } from '../../../../domain/erasure/eraser.ts';
import { eraseItems } from '../batch-write.ts';
import type { Table } from '../table.ts';

/** As long as a dead letter can be redriven: 14 days, and one day for delivery. */
const keptSeconds = 15 * 24 * 60 * 60;

/**
 * The progress of erasures, in the table of expiring items.
 *
 * @example const progress = erasureProgress(table(names.REQUESTS_TABLE), systemClock);
 */
export function erasureProgress(requests: Table, clock: Clock): ErasureProgress {
  const keyOf = ({ ownerId, svcUserId }: Erased, pass: ErasurePass) => ({
    pk: `erasure#${ownerId}#${svcUserId}`,
    sk: pass,
  });

  return {
    async done(user, pass) {
      const command = new GetCommand({ TableName: requests.name, Key: keyOf(user, pass), ConsistentRead: true });
      const { Item } = await requests.client.send(command);
      return (Item?.done as Set<string> | undefined) ?? new Set();
    },

    async note(user, pass, covers) {
      await requests.client.send(
        new UpdateCommand({
          TableName: requests.name,
          Key: keyOf(user, pass),
          UpdateExpression: 'ADD done :covers SET expiresAt = :end',
          ExpressionAttributeValues: {
            ':covers': new Set([covers]),
            ':end': Math.floor(clock.now() / 1000) + keptSeconds,
          },
        }),
      );
    },

    forget: (user) => eraseItems(requests, [keyOf(user, 'first'), keyOf(user, 'second')]),
  };
}
