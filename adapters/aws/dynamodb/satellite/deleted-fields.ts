import { DeleteCommand, GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Clock } from '../../../../domain/clock.ts';
import type { DeletedFields } from '../../../../domain/satellite/satellite-stores.ts';
import { moveDeadline, overdueItems } from '../deadlines.ts';
import { erasePartition } from '../erasure/erase-partition.ts';
import type { Table } from '../table.ts';
import { deletedFieldKey, deletedFieldsDue, processPartition } from './satellite-item.ts';

/** No worker that processes scenes runs for longer. */
const workersEndMilliseconds = 15 * 60_000;
/** Cancelling orders at Planet is retried for this long. */
const cancellingMilliseconds = 24 * 60 * 60_000;

/** Deleted fields in the table `satellite`, each with the time at which the sweep sends its message again. */
export function deletedFields(satellite: Table, clock: Clock): DeletedFields {
  const { client, name: TableName } = satellite;
  return {
    async pass(ownerId, fieldId) {
      const Key = deletedFieldKey(ownerId, fieldId);
      const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
      const passed = clock.now() - Number(Item?.deletedAt);
      return Item && { isOver: passed >= workersEndMilliseconds, mayCancel: passed < cancellingMilliseconds };
    },

    eraseProcesses: (ownerId, fieldId) => erasePartition(satellite, processPartition(ownerId, fieldId)),

    async done(ownerId, fieldId, isOver) {
      const Key = deletedFieldKey(ownerId, fieldId);
      if (isOver) await client.send(new DeleteCommand({ TableName, Key }));
      else await moveDeadline(satellite, Key, clock.now() + workersEndMilliseconds);
    },

    async overdue() {
      const items = await overdueItems(satellite, deletedFieldsDue, clock.now());
      return items.map(({ ownerId, fieldId }) => ({ ownerId: String(ownerId), fieldId: String(fieldId) }));
    },

    delayRetry: (ownerId, fieldId) =>
      moveDeadline(satellite, deletedFieldKey(ownerId, fieldId), clock.now() + workersEndMilliseconds),
  };
}
