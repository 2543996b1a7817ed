import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { notFound } from '../../../../domain/errors.ts';
import type { StoredSoilBatch } from '../../../../domain/soil/batch/soil-batch.ts';
import type { SoilBatchStore } from '../../../../domain/soil/batch/soil-batch-store.ts';
import { countWrites } from '../counts/count-item.ts';
import { countOf } from '../counts/count-of.ts';
import { keysOf } from '../erasure/erase-partition.ts';
import { getMany } from '../get-many.ts';
import { rangeStream } from '../lists/row-stream.ts';
import { type StreamedList, streamPage } from '../lists/stream-page.ts';
import type { Table } from '../table.ts';
import { transact, type Write } from '../transact.ts';
import { userExists } from '../users/user-exists.ts';
import { soilAttemptsKey, soilBatchItem, soilBatchKey, soilRange, userSoil } from './soil-item.ts';

const batchesAtOnce = 50;

/**
 * Batches of soil results in DynamoDB. Every write is conditional on the existence of the user.
 *
 * @example const batch = await soilStore(soil, users).get(ownerId, batchId);
 */
export function soilStore(soil: Table, users: Table): SoilBatchStore {
  const TableName = soil.name;
  const put = (Item: object): Write => ({
    Put: { TableName, Item, ConditionExpression: 'attribute_not_exists(pk)' },
  });

  return {
    async get(ownerId, id) {
      const command = new GetCommand({ TableName, Key: soilBatchKey(ownerId, id), ConsistentRead: true });
      return (await soil.client.send(command)).Item?.soilBatch as StoredSoilBatch | undefined;
    },

    list(ownerId, filter, page) {
      const range = { ...soilRange(ownerId, filter), descending: page.sort[0]?.descending ?? false };
      const list: StreamedList<StoredSoilBatch> = {
        table: soil,
        name: [TableName, range],
        open: (budget, first) => rangeStream(soil, range, { budget, first }),
        keyOf: ({ row: { pk, sk } }) => ({ pk, sk }),
        read: (item) => item.soilBatch as StoredSoilBatch | undefined,
        userIn: ({ svcUserId }) => svcUserId,
        narrows: false,
        ...(filter.status === undefined && { total: () => countOf(soil, ownerId, filter.svcUserId, 'soilBatch') }),
        hint: 'Name a user.',
      };
      return streamPage(list, page);
    },

    async *each(ownerId, svcUserId) {
      let keys: { pk: string; sk: string }[] = [];
      const read = async () => {
        const items = await getMany(soil, keys, { consistent: true });
        keys = [];
        return items.flatMap((item) => (item?.soilBatch as StoredSoilBatch | undefined) ?? []);
      };
      for await (const { pk, sk } of keysOf(soil, userSoil(ownerId, svcUserId))) {
        if (keys.push({ pk: String(pk), sk: String(sk) }) === batchesAtOnce) yield* await read();
      }
      if (keys.length > 0) yield* await read();
    },

    async create(ownerId, batch, deadline, commit) {
      const { id, svcUserId, entries } = batch;
      const writes = [
        userExists(users, ownerId, svcUserId),
        put(soilBatchItem(ownerId, batch, 1, deadline)),
        ...entries.map((entry) => put(soilAttemptsKey(ownerId, id, entry.id))),
        ...countWrites(soil, { ownerId, svcUserId, kind: 'soilBatch', id }, 1),
      ];
      const failed = await transact(soil.client, writes, commit);
      if (failed === 0) throw notFound('user', svcUserId);
    },
  };
}
