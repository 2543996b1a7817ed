import { DeleteCommand, PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Clock } from '../../../../domain/clock.ts';
import type { FoundWork, OwnersWork, WaitingWork } from '../../../../domain/leases/waiting-work.ts';
import { overdueItems } from '../deadlines.ts';
import type { Item, Table } from '../table.ts';
import { ifHeld } from '../transact.ts';
import { ownersInTurn } from './owners-in-turn.ts';

/** Partition of the index of deadlines with the waiting work of all owners. */
const deadlineKey = 'waiting';

/** Work that no worker has taken for this time is sent as a message by the next sweep. */
const lookedAfterMilliseconds = 30_000;

/** Items that are read at once: more than other workers can hold, so that an available one is among them. */
const lookedAt = 20;

/** As long as a queue keeps messages. */
const keptSeconds = 4 * 24 * 60 * 60;

/**
 * Work lists of owners as partitions of a table with the index `byDeadline`; each is deleted with its last item.
 *
 * @example
 * const waiting = waitingWork<QueryMessage>(table, systemClock);
 * await waiting.add({ ownerId, id: queryId, message });
 */
export function waitingWork<Asked extends object>(table: Table, clock: Clock): WaitingWork<Asked> {
  const { client, name: TableName } = table;
  const partition = (ownerId: string) => `${ownerId}#waiting`;
  const keyOf = ({ ownerId, id }: Pick<OwnersWork, 'ownerId' | 'id'>) => ({ pk: partition(ownerId), sk: id });
  const workOf = ({ ownerId, sk: id, message, deadline }: Item) =>
    ({ ownerId, id, message, deadline }) as FoundWork<Asked>;

  const first = async (ownerId: string): Promise<Item[]> => {
    const command = new QueryCommand({
      TableName,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': partition(ownerId) },
      Limit: lookedAt,
      ConsistentRead: true,
    });
    const { Items = [] } = await client.send(command);
    return Items;
  };

  /** The first items of an owner's list that no other worker holds. */
  const available = async (ownerId: string, holder: string): Promise<Item[]> => {
    const items = await first(ownerId);
    if (items.length === 0) await emptied(ownerId);
    const now = clock.now();
    return items.filter(({ heldBy, deadline }) => heldBy === undefined || heldBy === holder || Number(deadline) <= now);
  };

  /** An owner that nothing waits for is passed over, and keeps the time at which it was served. */
  const emptied = async (ownerId: string) => {
    await turns.rests(ownerId);
    // Work may have been added just before.
    if ((await first(ownerId)).length > 0) await turns.waits(ownerId);
  };

  const claim = async (item: Item, holder: string, until: number): Promise<boolean> => {
    const command = new UpdateCommand({
      TableName,
      Key: { pk: item.pk, sk: item.sk },
      UpdateExpression: 'SET heldBy = :holder, deadline = :until',
      ConditionExpression:
        'attribute_exists(pk) AND (attribute_not_exists(heldBy) OR heldBy = :holder OR deadline <= :now)',
      ExpressionAttributeValues: { ':holder': holder, ':until': until, ':now': clock.now() },
    });
    return (await ifHeld(() => client.send(command))) !== undefined;
  };

  const turns = ownersInTurn(table, clock);

  return {
    async add(work) {
      const now = clock.now();
      const { ownerId, message } = work;
      const expiresAt = Math.ceil(now / 1000) + keptSeconds;
      const deadline = now + lookedAfterMilliseconds;
      const Item = { ...keyOf(work), ownerId, message, deadlineKey, deadline, expiresAt };
      await client.send(new PutCommand({ TableName, Item }));
      await turns.waits(ownerId);
    },

    owners: turns.waiting,

    some: async (ownerId, holder) => (await available(ownerId, holder)).length > 0,

    async next(ownerId, holder, milliseconds) {
      for (const item of await available(ownerId, holder)) {
        const deadline = clock.now() + milliseconds;
        if (!(await claim(item, holder, deadline))) continue;
        await turns.served(ownerId);
        return workOf({ ...item, deadline });
      }
      return undefined;
    },

    async hold(work, holder, milliseconds) {
      const deadline = clock.now() + milliseconds;
      const command = new UpdateCommand({
        TableName,
        Key: keyOf(work),
        UpdateExpression: 'SET deadline = :until',
        ConditionExpression: 'heldBy = :holder AND deadline = :found',
        ExpressionAttributeValues: { ':until': deadline, ':holder': holder, ':found': work.deadline },
      });
      return (await ifHeld(() => client.send(command))) && { ...work, deadline };
    },

    async remove(work) {
      const command = new DeleteCommand({
        TableName,
        Key: keyOf(work),
        ConditionExpression: 'deadline = :found',
        ExpressionAttributeValues: { ':found': work.deadline },
      });
      await ifHeld(() => client.send(command));
    },

    overdue: async (now) => (await overdueItems(table, deadlineKey, now)).map(workOf),
  };
}
