import type { OperationDirectory } from '../../../../domain/operations/operation-store.ts';
import { getRecord, listRecords } from '../machine-files/records.ts';
import type { Table } from '../table.ts';

const kind = 'operation';
const hint = 'Narrow the list by svcUserId, or sort it by id.';

/**
 * Reads field operations from DynamoDB.
 *
 * @example const operation = await operationDirectory(operations).get(ownerId, id);
 */
export function operationDirectory(operations: Table): OperationDirectory {
  return {
    get: (ownerId, id) => getRecord(operations, ownerId, id, kind),
    list: (ownerId, svcUserId, shown, page) => listRecords(operations, { ownerId, svcUserId, kind, shown, hint }, page),
  };
}
