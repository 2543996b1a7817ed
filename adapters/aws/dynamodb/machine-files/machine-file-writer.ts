import { notFound } from '../../../../domain/errors.ts';
import type { MachineFile } from '../../../../domain/machine-files/machine-file.ts';
import type { MachineFileWriter } from '../../../../domain/machine-files/machine-file-store.ts';
import type { Item, Table } from '../table.ts';
import { transact, type Write } from '../transact.ts';
import { userExists } from '../users/user-exists.ts';
import { machineFileDirectory } from './machine-file-directory.ts';
import { recordKey, recordListKeys } from './operation-item.ts';

/** A file's record; one that has not ended has a deadline. */
export function fileItem(ownerId: string, file: MachineFile, deadline?: number): Item {
  return {
    ...recordKey(ownerId, file.id, 'file'),
    ...recordListKeys(ownerId, file, 'file'),
    ...(deadline !== undefined && { deadlineKey: 'file', deadline }),
    ownerId,
    file,
  };
}

/** The condition that a file has a status. */
export function onlyFrom(status: MachineFile['status']) {
  return {
    ConditionExpression: '#file.#status = :status',
    ExpressionAttributeNames: { '#file': 'file', '#status': 'status' },
    ExpressionAttributeValues: { ':status': status },
  };
}

/** Machine files in DynamoDB, to be read and set to work. */
export function machineFileWriter(operations: Table, users: Table): MachineFileWriter {
  /** False when the condition on the file does not hold. */
  const write = async (ownerId: string, { svcUserId }: MachineFile, put: Write): Promise<boolean> => {
    const failed = await transact(operations.client, [userExists(users, ownerId, svcUserId), put]);
    if (failed === 0) throw notFound('user', svcUserId);
    return failed === undefined;
  };
  const TableName = operations.name;
  return {
    ...machineFileDirectory(operations),

    async create(ownerId, file, deadline) {
      const Item = fileItem(ownerId, file, file.status === 'processing' ? deadline : undefined);
      await write(ownerId, file, { Put: { TableName, Item, ConditionExpression: 'attribute_not_exists(pk)' } });
    },

    restart: (ownerId, file, from, deadline) =>
      write(ownerId, file, { Put: { TableName, Item: fileItem(ownerId, file, deadline), ...onlyFrom(from) } }),
  };
}
