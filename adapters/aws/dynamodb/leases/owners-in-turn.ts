import { QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Clock } from '../../../../domain/clock.ts';
import type { Table } from '../table.ts';

/** One partition for all owners with waiting work of one kind; a table has one kind. */
const pk = 'turns#waiting';

/** An owner that has not waited for so long counts as never served. */
const keptSeconds = 10 * 60;

/** The owners whose work waits, as items of the table with their lists. */
export interface OwnersInTurn {
  /** Notes that work of an owner waits. One that is known keeps its turn. */
  waits(ownerId: string): Promise<void>;
  /** Notes that nothing of an owner waits. */
  rests(ownerId: string): Promise<void>;
  /** Puts an owner behind all others. */
  served(ownerId: string): Promise<void>;
  /** Owners with waiting work, those never served first, then those served the longest ago. */
  waiting(): Promise<string[]>;
}

/** @example const turns = ownersInTurn(uploads, systemClock); */
export function ownersInTurn({ client, name: TableName }: Table, clock: Clock): OwnersInTurn {
  const change = async (ownerId: string, UpdateExpression: string, values: object) => {
    const expires = Math.ceil(clock.now() / 1000) + keptSeconds;
    await client.send(
      new UpdateCommand({
        TableName,
        Key: { pk, sk: ownerId },
        UpdateExpression: `${UpdateExpression}, expiresAt = :expires`,
        ExpressionAttributeValues: { ...values, ':expires': expires },
      }),
    );
  };
  return {
    waits: (ownerId) => change(ownerId, 'SET isWaiting = :yes', { ':yes': true }),
    rests: (ownerId) => change(ownerId, 'SET isWaiting = :no', { ':no': false }),
    served: (ownerId) => change(ownerId, 'SET servedAt = :now', { ':now': clock.now() }),
    async waiting() {
      const command = new QueryCommand({
        TableName,
        KeyConditionExpression: 'pk = :pk',
        FilterExpression: 'isWaiting = :yes',
        ExpressionAttributeValues: { ':pk': pk, ':yes': true },
        ConsistentRead: true,
      });
      const { Items = [] } = await client.send(command);
      const servedAt = ({ servedAt = 0 }: Record<string, number>) => servedAt;
      return Items.sort((a, b) => servedAt(a) - servedAt(b)).map(({ sk }) => sk);
    },
  };
}
