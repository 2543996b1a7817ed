import { DeleteCommand, GetCommand } from '@aws-sdk/lib-dynamodb';
import { type Clock, timestamp } from '../../../../domain/clock.ts';
import { notFound } from '../../../../domain/errors.ts';
import { type StoredSoilBatch, withDuplicate, withEndedEntry } from '../../../../domain/soil/batch/soil-batch.ts';
import type { EndingSoilBatchStore } from '../../../../domain/soil/batch/soil-batch-store.ts';
import type { SoilHashes } from '../../../../domain/soil/batch/soil-copies.ts';
import { countWrites } from '../counts/count-item.ts';
import { overdueItems } from '../deadlines.ts';
import { eventWrite } from '../events/event-item.ts';
import { overwrite, parserAttempts } from '../pending-item.ts';
import type { Table } from '../table.ts';
import { transact, type Write } from '../transact.ts';
import { userExists } from '../users/user-exists.ts';
import { contentDeletes, contentsWith, contentWrites, removedSoilKey } from './soil-contents.ts';
import { soilAttemptsKey, soilBatchItem, soilBatchKey, soilDeadlineKey } from './soil-item.ts';
import { soilStore } from './soil-store.ts';

/** What a removed batch leaves is needed until its event has been followed. */
const removedSeconds = 7 * 24 * 60 * 60;

/** Entries of one batch end side by side, as many as an owner has workers; each write makes all others read again. */
const maxWrites = 50;

interface EndingTables {
  soil: Table;
  users: Table;
  events: Table;
}

/** A batch as it becomes, and what is written with it. */
interface BatchChange {
  after: StoredSoilBatch;
  writes: Write[];
}

/**
 * Batches of soil results in DynamoDB, for workers that end their entries.
 *
 * @example await endingSoilStore({ soil, users, events }, systemClock).endEntry(ownerId, batchId, entry, eventOf);
 */
export function endingSoilStore({ soil, users, events }: EndingTables, clock: Clock): EndingSoilBatchStore {
  const TableName = soil.name;
  /** Changes a batch as it is at that moment, however many others do. Undefined if it is gone, or nothing is to change. */
  const change = async (
    ownerId: string,
    batchId: string,
    changeOf: (before: StoredSoilBatch) => BatchChange | undefined,
  ): Promise<StoredSoilBatch | undefined> => {
    for (let attempt = 1; attempt <= maxWrites; attempt += 1) {
      const get = new GetCommand({ TableName, Key: soilBatchKey(ownerId, batchId), ConsistentRead: true });
      const { Item } = await soil.client.send(get);
      const before = Item?.soilBatch as StoredSoilBatch | undefined;
      const changed = before && changeOf(before);
      if (!Item || !changed) return undefined;
      const { after, writes } = changed;
      const deadline = after.status === 'PROCESSING' ? Number(Item.deadline) : undefined;
      const failed = await transact(soil.client, [
        userExists(users, ownerId, after.svcUserId),
        overwrite(soil, soilBatchItem(ownerId, after, Number(Item.revision) + 1, deadline), {
          ConditionExpression: 'revision = :revision',
          ExpressionAttributeValues: { ':revision': Item.revision },
        }),
        ...writes,
      ]);
      if (failed === undefined) return after;
      if (failed === 0) throw notFound('user', after.svcUserId);
    }
    throw new Error(`the soil batch ${batchId} was changed by others each of ${maxWrites} times`);
  };

  return {
    ...soilStore(soil, users),

    endEntry: (ownerId, batchId, entry, eventOf) =>
      change(ownerId, batchId, (before) => {
        const after = withEndedEntry(before, entry, timestamp(clock.now()));
        if (!after) return undefined;
        const ended = after.status === 'PROCESSING' ? [] : [eventWrite(events, eventOf(after))];
        return { after, writes: [...contentWrites(soil, ownerId, after, entry), ...ended] };
      }),

    copiesOf: (ownerId, svcUserId, hashes) => contentsWith(soil, ownerId, svcUserId, hashes),

    async setDuplicate(ownerId, { batchId, entryId }, original) {
      const changed = await change(ownerId, batchId, (before) => {
        const after = withDuplicate(before, entryId, original, timestamp(clock.now()));
        return after && { after, writes: [] };
      });
      return changed !== undefined;
    },

    async remove(ownerId, batch, event) {
      const { id, svcUserId, entries } = batch;
      const left = {
        ...removedSoilKey(ownerId, svcUserId, id),
        hashes: entries.flatMap(({ hashes }) => hashes ?? []),
        expiresAt: Math.ceil(clock.now() / 1000) + removedSeconds,
      };
      const failed = await transact(soil.client, [
        userExists(users, ownerId, svcUserId),
        { Delete: { TableName, Key: soilBatchKey(ownerId, id), ConditionExpression: 'attribute_exists(pk)' } },
        { Put: { TableName, Item: left } },
        ...entries.map((entry) => ({ Delete: { TableName, Key: soilAttemptsKey(ownerId, id, entry.id) } })),
        ...entries.flatMap((entry) => contentDeletes(soil, ownerId, batch, entry)),
        ...countWrites(soil, { ownerId, svcUserId, kind: 'soilBatch', id }, -1),
        eventWrite(events, event),
      ]);
      if (failed === 0) throw notFound('user', svcUserId);
      return failed === undefined;
    },

    async removedHashes(ownerId, svcUserId, batchId) {
      const get = new GetCommand({ TableName, Key: removedSoilKey(ownerId, svcUserId, batchId), ConsistentRead: true });
      return (await soil.client.send(get)).Item?.hashes as SoilHashes[] | undefined;
    },

    async forgetRemoved(ownerId, svcUserId, batchId) {
      await soil.client.send(new DeleteCommand({ TableName, Key: removedSoilKey(ownerId, svcUserId, batchId) }));
    },

    attempts: (ownerId, batchId, entryId) =>
      parserAttempts(soil, soilAttemptsKey(ownerId, batchId, entryId), { condition: 'attribute_exists(pk)' }),

    async overdue(now) {
      const items = await overdueItems(soil, soilDeadlineKey, now);
      return items.map((item) => ({ ownerId: item.ownerId as string, batch: item.soilBatch as StoredSoilBatch }));
    },
  };
}
