import { GetCommand, UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import type { PointsPointer, PointsSnapshot } from '../../../../domain/lake/points-pointer.ts';
import { overdueKeys } from '../deadlines.ts';
import { lakePointerKey } from '../operations/operation-item.ts';
import type { Item, Table } from '../table.ts';
import { ifHeld } from '../transact.ts';

/** Partition of the index of deadlines. */
const deadlineKey = 'lake';

/** The attribute with the revision at which an ingest was staged; it is removed when the ingest is published. */
export const hiddenAfterName = (ingestId: string) => `${hiddenAfterPrefix}${ingestId}`;
const hiddenAfterPrefix = 'hiddenAfter.';

/** Condition on the generation; a pointer that was never written has generation 0. */
export const inGeneration = (gen: number) =>
  gen === 0 ? '(attribute_not_exists(#gen) OR #gen = :gen)' : '#gen = :gen';

/**
 * The pointers of points in DynamoDB.
 *
 * @example const snapshot = await pointsPointer(table(names.OPERATIONS_TABLE)).read(ownerId);
 */
export function pointsPointer(operations: Table): PointsPointer {
  const { client, name: TableName } = operations;

  /** False if the condition fails. */
  const update = async (ownerId: string, how: Omit<UpdateCommandInput, 'TableName' | 'Key'>): Promise<Item | false> => {
    const command = new UpdateCommand({ TableName, Key: lakePointerKey(ownerId, 'points'), ...how });
    const held = await ifHeld(() => client.send(command));
    return held !== undefined && (held.Attributes ?? {});
  };
  return {
    async read(ownerId) {
      const Key = lakePointerKey(ownerId, 'points');
      const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
      return snapshotOf(Item ?? {});
    },

    async stage(ownerId, ingestId, due) {
      await update(ownerId, {
        UpdateExpression: `SET ${becomeDue}, #after = if_not_exists(revision, :none) ADD #hidden :ingests, revision :one`,
        // A repeated message changes nothing, since the revision is part of the published object's name.
        ConditionExpression: 'attribute_not_exists(#after)',
        ExpressionAttributeNames: { '#hidden': 'hidden', '#after': hiddenAfterName(ingestId) },
        ExpressionAttributeValues: { ...dueAt(due), ':ingests': new Set([ingestId]), ':none': 0 },
      });
    },

    async excludeUser(ownerId, svcUserId, due) {
      await update(ownerId, {
        UpdateExpression: `SET ${becomeDue} ADD hiddenUsers :users, revision :one`,
        ExpressionAttributeValues: { ...dueAt(due), ':users': new Set([svcUserId]) },
      });
    },

    async publish(ownerId, ingestId) {
      await update(ownerId, {
        UpdateExpression: 'DELETE #hidden :ingests REMOVE #after ADD revision :one',
        ExpressionAttributeNames: { '#hidden': 'hidden', '#after': hiddenAfterName(ingestId) },
        ExpressionAttributeValues: { ':ingests': new Set([ingestId]), ':one': 1 },
      });
    },

    async expire(ownerId, ingestId, gen) {
      await update(ownerId, {
        UpdateExpression: 'DELETE #hidden :ingests, #replaced :ingests ADD revision :one REMOVE #after',
        ConditionExpression: inGeneration(gen),
        ExpressionAttributeNames: {
          '#gen': 'gen',
          '#hidden': 'hidden',
          '#replaced': 'replaced',
          '#after': hiddenAfterName(ingestId),
        },
        ExpressionAttributeValues: { ':ingests': new Set([ingestId]), ':one': 1, ':gen': gen },
      });
    },

    async claim(ownerId, gen) {
      const made = await update(ownerId, {
        UpdateExpression: 'ADD lastGen :one',
        ConditionExpression: inGeneration(gen),
        ExpressionAttributeNames: { '#gen': 'gen' },
        ExpressionAttributeValues: { ':one': 1, ':gen': gen },
        ReturnValues: 'ALL_NEW',
      });
      return made === false ? undefined : Number(made.lastGen);
    },

    async change(ownerId, from, to, due) {
      const sets = { replaced: to.replaced, hiddenUsers: to.hiddenUsers };
      const filled = Object.entries(sets).filter(([, values]) => values.length > 0);
      const empty = Object.entries(sets).filter(([, values]) => values.length === 0);
      const gone = [...empty.map(([set]) => set), ...(due === undefined ? ['deadlineKey', 'deadline'] : [])];
      const changed = [
        '#gen = :gen',
        'since = :since',
        'revision = :next',
        ...filled.map(([set]) => `${set} = :${set}`),
        ...(due === undefined ? [] : ['deadlineKey = :key', 'deadline = :due']),
      ];
      const revision = from.revision === 0 ? 'attribute_not_exists(revision)' : 'revision = :revision';
      const newest = to.gen === from.gen ? '' : ' AND lastGen = :gen';
      const done = await update(ownerId, {
        UpdateExpression: `SET ${changed.join(', ')}${gone.length > 0 ? ` REMOVE ${gone.join(', ')}` : ''}`,
        ConditionExpression: `${revision}${newest}`,
        ExpressionAttributeNames: { '#gen': 'gen' },
        ExpressionAttributeValues: {
          ':gen': to.gen,
          ':since': to.since,
          ':next': from.revision + 1,
          ...(from.revision > 0 && { ':revision': from.revision }),
          ...Object.fromEntries(filled.map(([set, values]) => [`:${set}`, new Set(values)])),
          ...(due !== undefined && { ':key': deadlineKey, ':due': due }),
        },
      });
      return done !== false;
    },

    async due(now) {
      const keys = await overdueKeys(operations, deadlineKey, now);
      return keys.map(({ pk }) => String(pk).replace(/#lake$/, ''));
    },

    async move(ownerId, due) {
      await update(ownerId, {
        UpdateExpression: 'SET deadline = :due',
        ConditionExpression: 'attribute_exists(deadlineKey)',
        ExpressionAttributeValues: { ':due': due },
      });
    },
  };
}

/** Unless an earlier deadline is set. */
const becomeDue = 'deadlineKey = :key, deadline = if_not_exists(deadline, :due)';
const dueAt = (due: number) => ({ ':key': deadlineKey, ':due': due, ':one': 1 });

/** The snapshot in a pointer's item. */
export function snapshotOf(item: Item): PointsSnapshot {
  const { gen = 0, since = 0, revision = 0, hidden, replaced, hiddenUsers } = item;
  const listOf = (set: unknown) => [...((set as Set<string> | undefined) ?? [])].sort();
  return {
    gen: Number(gen),
    since: Number(since),
    revision: Number(revision),
    hidden: listOf(hidden),
    hiddenAfter: new Map(
      Object.entries(item).flatMap(([name, after]) =>
        name.startsWith(hiddenAfterPrefix) ? [[name.slice(hiddenAfterPrefix.length), Number(after)] as const] : [],
      ),
    ),
    replaced: listOf(replaced),
    hiddenUsers: listOf(hiddenUsers),
  };
}
