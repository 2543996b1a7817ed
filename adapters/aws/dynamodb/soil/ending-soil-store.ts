import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { type Clock, timestamp } from '../../../../domain/clock.ts';
import { notFound } from '../../../../domain/errors.ts';
import { type StoredSoilBatch, withEndedEntry } from '../../../../domain/soil/batch/soil-batch.ts';
import type { EndingSoilBatchStore } from '../../../../domain/soil/batch/soil-batch-store.ts';
import { overdueItems } from '../deadlines.ts';
import { eventWrite } from '../events/event-item.ts';
import { overwrite, parserAttempts } from '../pending-item.ts';
import type { Table } from '../table.ts';
import { transact } from '../transact.ts';
import { userExists } from '../users/user-exists.ts';
import { soilAttemptsKey, soilBatchItem, soilBatchKey, soilDeadlineKey } from './soil-item.ts';
import { soilStore } from './soil-store.ts';

/** Entries of one batch end side by side, as many as an owner has workers; each write makes all others read again. */
const maxWrites = 50;

interface EndingTables {
  soil: Table;
  users: Table;
  events: Table;
}

/**
 * Batches of soil results in DynamoDB, for workers that end their entries.
 *
 * @example await endingSoilStore({ soil, users, events }, systemClock).endEntry(ownerId, batchId, entry, eventOf);
 */
export function endingSoilStore({ soil, users, events }: EndingTables, clock: Clock): EndingSoilBatchStore {
  const TableName = soil.name;
  return {
    ...soilStore(soil, users),

    async endEntry(ownerId, batchId, entry, eventOf) {
      for (let attempt = 1; attempt <= maxWrites; attempt += 1) {
        const get = new GetCommand({ TableName, Key: soilBatchKey(ownerId, batchId), ConsistentRead: true });
        const { Item } = await soil.client.send(get);
        const before = Item?.soilBatch as StoredSoilBatch | undefined;
        const after = before && withEndedEntry(before, entry, timestamp(clock.now()));
        if (!Item || !after) return undefined;
        const isLast = after.status !== 'PROCESSING';
        const deadline = isLast ? undefined : Number(Item.deadline);
        const failed = await transact(soil.client, [
          userExists(users, ownerId, after.svcUserId),
          overwrite(soil, soilBatchItem(ownerId, after, Number(Item.revision) + 1, deadline), {
            ConditionExpression: 'revision = :revision',
            ExpressionAttributeValues: { ':revision': Item.revision },
          }),
          ...(isLast ? [eventWrite(events, eventOf(after))] : []),
        ]);
        if (failed === undefined) return after;
        if (failed === 0) throw notFound('user', after.svcUserId);
      }
      throw new Error(`the soil batch ${batchId} was changed by others each of ${maxWrites} times`);
    },

    attempts: (ownerId, batchId, entryId) =>
      parserAttempts(soil, soilAttemptsKey(ownerId, batchId, entryId), { condition: 'attribute_exists(pk)' }),

    async overdue(now) {
      const items = await overdueItems(soil, soilDeadlineKey, now);
      return items.map((item) => ({ ownerId: item.ownerId as string, batch: item.soilBatch as StoredSoilBatch }));
    },
  };
}
