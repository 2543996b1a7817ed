import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Operation } from '../../../../domain/operations/operation.ts';
import type { OperationDirectory } from '../../../../domain/operations/operation-store.ts';
import { sortedPage } from '../sorted-page.ts';
import type { Item, Table } from '../table.ts';
import { recordKey, recordRange } from './operation-item.ts';

const sorting = { nameOf: ({ id }: Operation) => id, hint: 'Narrow the list by svcUserId.' };

/** Field operations in DynamoDB, to be read. */
export function operationDirectory(operations: Table): OperationDirectory {
  return {
    async get(ownerId, id) {
      const command = new GetCommand({
        TableName: operations.name,
        Key: recordKey(ownerId, id, 'operation'),
        ConsistentRead: true,
      });
      return (await operations.client.send(command)).Item?.operation as Operation | undefined;
    },

    list(ownerId, svcUserId, { name, wants }, page) {
      const read = (item: Item) => {
        const operation = item.operation as Operation | undefined;
        return operation && wants(operation) ? operation : undefined;
      };
      return sortedPage(operations, recordRange(ownerId, svcUserId, 'operation'), page, read, { ...sorting, name });
    },
  };
}
