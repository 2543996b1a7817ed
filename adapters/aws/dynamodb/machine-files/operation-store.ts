import { notFound } from '../../../../domain/errors.ts';
import type { OperationStore } from '../../../../domain/operations/operation-store.ts';
import { eventWrite } from '../event-item.ts';
import type { Table } from '../table.ts';
import { transact } from '../transact.ts';
import { usageRemoval, usageWrite } from '../usage-item.ts';
import { userExists } from '../users/user-exists.ts';
import { operationDirectory } from './operation-directory.ts';
import { recordKey, recordListKeys } from './operation-item.ts';

export interface OperationTables {
  operations: Table;
  users: Table;
  events: Table;
  usage: Table;
}

/** Field operations in DynamoDB. Every write asks that the user has not been deleted meanwhile. */
export function operationStore({ operations, users, events, usage }: OperationTables): OperationStore {
  const TableName = operations.name;
  return {
    ...operationDirectory(operations),

    async put(ownerId, operation, { events: happened, usage: fact }) {
      const Item = {
        ...recordKey(ownerId, operation.id, 'operation'),
        ...recordListKeys(ownerId, operation, 'operation'),
        ownerId,
        operation,
      };
      const failed = await transact(operations.client, [
        userExists(users, ownerId, operation.svcUserId),
        { Put: { TableName, Item } },
        usageWrite(usage, fact),
        ...happened.map((event) => eventWrite(events, event)),
      ]);
      if (failed === 0) throw notFound('user', operation.svcUserId);
    },

    async remove(ownerId, id, uncounted) {
      await transact(operations.client, [
        { Delete: { TableName, Key: recordKey(ownerId, id, 'operation') } },
        ...(uncounted ? [usageRemoval(usage, uncounted)] : []),
      ]);
    },
  };
}
