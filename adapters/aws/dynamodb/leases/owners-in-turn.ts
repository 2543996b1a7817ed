import { UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import type { Clock } from '../../../../domain/clock.ts';
import { partition } from '../partition.ts';
import type { Table } from '../table.ts';
import { ifHeld } from '../transact.ts';

/** One partition for all owners with waiting work of one kind; a table has one kind. */
const pk = 'turns#waiting';

/** An owner for which nothing has waited for so long counts as never served. */
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
export function ownersInTurn(table: Table, clock: Clock): OwnersInTurn {
  const { client, name: TableName } = table;
  const change = (ownerId: string, input: Partial<UpdateCommandInput>) =>
    client.send(new UpdateCommand({ TableName, Key: { pk, sk: ownerId }, ...input }));
  return {
    // However long it waits, it is not forgotten.
    async waits(ownerId) {
      await change(ownerId, {
        UpdateExpression: 'SET isWaiting = :yes REMOVE expiresAt',
        ExpressionAttributeValues: { ':yes': true },
      });
    },
    async rests(ownerId) {
      await change(ownerId, {
        UpdateExpression: 'SET isWaiting = :no, expiresAt = :expires',
        ExpressionAttributeValues: { ':no': false, ':expires': Math.ceil(clock.now() / 1000) + keptSeconds },
      });
    },
    async served(ownerId) {
      const input = { UpdateExpression: 'SET servedAt = :now', ExpressionAttributeValues: { ':now': clock.now() } };
      await ifHeld(() => change(ownerId, { ...input, ConditionExpression: 'attribute_exists(pk)' }));
    },
    async waiting() {
      const owners = await partition(table, pk, { ConsistentRead: true });
      return owners
        .filter(({ isWaiting }) => isWaiting)
        .sort((a, b) => Number(a.servedAt ?? 0) - Number(b.servedAt ?? 0))
        .map(({ sk }) => String(sk));
    },
  };
}
