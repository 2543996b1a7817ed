import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { notFound } from '../../../../domain/errors.ts';
import type { BatchStore, EndingBatchStore, StoredBatch } from '../../../../domain/machine-files/batch-store.ts';
import { selection } from '../../../../domain/paging.ts';
import { countWrites } from '../counts/count-item.ts';
import { overdueItems } from '../deadlines.ts';
import { eventWrite } from '../events/event-item.ts';
import { recordKey, recordListKeys, sourceListKeys } from '../operations/operation-item.ts';
import { overwrite, parserAttempts } from '../pending-item.ts';
import type { Item, Table } from '../table.ts';
import { transact, type Write } from '../transact.ts';
import { userExists } from '../users/user-exists.ts';
import { listRecords } from './records.ts';

const everyBatch = selection<StoredBatch>('batches', {}, () => true);

/**
 * Batches in DynamoDB. Every write is conditional on the existence of the user.
 *
 * @example const batch = await batchStore(operations, users).get(ownerId, batchId);
 */
export function batchStore(operations: Table, users: Table): BatchStore {
  const TableName = operations.name;
  return {
    async get(ownerId, id) {
      const Key = recordKey(ownerId, id, 'batch');
      const { Item } = await operations.client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
      return Item?.batch as StoredBatch | undefined;
    },

    list(ownerId, svcUserId, page) {
      const list = { ownerId, svcUserId, kind: 'batch' as const, shown: everyBatch, hint: 'Name a user.' };
      return listRecords<StoredBatch>(operations, list, page);
    },

    async create(ownerId, batch, deadline, commit) {
      const { id, svcUserId } = batch;
      const Item = itemOf(ownerId, batch, deadline);
      const writes = [
        userExists(users, ownerId, svcUserId),
        { Put: { TableName, Item, ConditionExpression: 'attribute_not_exists(pk)' } },
        ...(batch.source ? [] : countWrites(operations, { ownerId, svcUserId, kind: 'batch', id }, 1)),
      ];
      const failed = await transact(operations.client, writes, commit);
      if (failed === 0) throw notFound('user', svcUserId);
    },

    change: (ownerId, batch, from, deadline) =>
      writeOver(operations, users, ownerId, batch, { from, deadline, others: [] }),

    attempts: (ownerId, id) => parserAttempts(operations, recordKey(ownerId, id, 'batch')),

    async overdue(now) {
      const items = await overdueItems(operations, 'batch', now);
      return items.map((item) => ({ ownerId: item.ownerId as string, batch: item.batch as StoredBatch }));
    },
  };
}

/** Batches in DynamoDB, for workers that end them. */
export function endingBatchStore(operations: Table, users: Table, events: Table): EndingBatchStore {
  return {
    ...batchStore(operations, users),
    end: (ownerId, batch, from, event) =>
      writeOver(operations, users, ownerId, batch, { from: [from], others: [eventWrite(events, event)] }),
  };
}

interface Overwriting {
  from: StoredBatch['status'][];
  deadline?: number | undefined;
  /** Other writes of the transaction. */
  others: Write[];
}

async function writeOver(
  operations: Table,
  users: Table,
  ownerId: string,
  batch: StoredBatch,
  { from, deadline, others }: Overwriting,
): Promise<boolean> {
  const names = from.map((_, index) => `:from${index}`);
  const put = overwrite(operations, itemOf(ownerId, batch, deadline), {
    ConditionExpression: `#batch.#status IN (${names.join(', ')})`,
    ExpressionAttributeNames: { '#batch': 'batch', '#status': 'status' },
    ExpressionAttributeValues: Object.fromEntries(from.map((status, index) => [`:from${index}`, status])),
  });
  const failed = await transact(operations.client, [userExists(users, ownerId, batch.svcUserId), put, ...others]);
  if (failed === 0) throw notFound('user', batch.svcUserId);
  return failed === undefined;
}

function itemOf(ownerId: string, batch: StoredBatch, deadline?: number): Item {
  return {
    ...recordKey(ownerId, batch.id, 'batch'),
    ...(batch.source ? sourceListKeys(ownerId, batch) : recordListKeys(ownerId, batch, 'batch')),
    ...(deadline !== undefined && { deadlineKey: 'batch', deadline }),
    ownerId,
    batch,
  };
}
