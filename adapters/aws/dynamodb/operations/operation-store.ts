import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { notFound } from '../../../../domain/errors.ts';
import type { Operation } from '../../../../domain/operations/operation.ts';
import type { OperationStore } from '../../../../domain/operations/operation-store.ts';
import { countWrites } from '../counts/count-item.ts';
import { eventWrite } from '../events/event-item.ts';
import { noRecordTraitWrites, ownTrait, recordTraitWrites } from '../machine-files/record-traits.ts';
import { overwrite } from '../pending-item.ts';
import type { Item, Table } from '../table.ts';
import { transact, type Write } from '../transact.ts';
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

const kind = 'operation';

/** Number of attempts at an operation that is created and deleted while it is written. */
const attempts = 5;

/** Field operations in DynamoDB. Every write is conditional on the existence of the user. */
export function operationStore({ operations, users, events, usage }: OperationTables): OperationStore {
  const TableName = operations.name;
  const read = async (ownerId: string, id: string) => {
    const Key = recordKey(ownerId, id, kind);
    const { Item } = await operations.client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
    return Item?.operation as Operation | undefined;
  };
  return {
    ...operationDirectory(operations),

    async put(ownerId, operation, { events: happened, usage: fact }) {
      const { id, svcUserId } = operation;
      const Item = itemOf(ownerId, operation);
      for (let attempt = 1; attempt <= attempts; attempt += 1) {
        const before = await read(ownerId, id);
        const failed = await transact(operations.client, [
          userExists(users, ownerId, svcUserId),
          before
            ? overwrite(operations, Item, { ConditionExpression: 'attribute_exists(pk)' })
            : { Put: { TableName, Item, ConditionExpression: 'attribute_not_exists(pk)' } },
          usageWrite(usage, fact),
          ...happened.map((event) => eventWrite(events, event)),
          ...recordTraitWrites(operations, ownerId, kind, { before: before ?? 'none', after: operation }),
          ...(before ? [] : countWrites(operations, { ownerId, svcUserId, kind, id }, 1)),
        ]);
        if (failed === 0) throw notFound('user', svcUserId);
        if (failed === undefined) return;
      }
      throw new Error(`the operation ${id} of ${ownerId} was made and removed at the same time ${attempts} times`);
    },

    async remove(ownerId, id, uncounted) {
      const before = await read(ownerId, id);
      const usageWrites = uncounted ? [usageRemoval(usage, uncounted)] : [];
      if (!before) {
        if (usageWrites.length > 0) await transact(operations.client, usageWrites);
        return;
      }
      const { svcUserId } = before;
      const Key = recordKey(ownerId, id, kind);
      const gone: Write[] = [
        { Delete: { TableName, Key, ConditionExpression: 'attribute_exists(pk)' } },
        ...noRecordTraitWrites(operations, ownerId, kind, before),
        ...usageWrites,
      ];
      const failed = await transact(operations.client, [
        ...gone,
        ...countWrites(operations, { ownerId, svcUserId, kind, id }, -1),
        userExists(users, ownerId, svcUserId),
      ]);
      if (failed === undefined) return;
      // The erasers correct the counts of a deleted user.
      if (failed > 0) await transact(operations.client, gone);
      else await this.remove(ownerId, id, uncounted);
    },
  };
}

function itemOf(ownerId: string, operation: Operation): Item {
  return {
    ...recordKey(ownerId, operation.id, kind),
    ...recordListKeys(ownerId, operation, kind),
    ...ownTrait(ownerId, kind, operation),
    ownerId,
    operation,
  };
}
