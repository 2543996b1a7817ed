import { notFound } from '../../../../domain/errors.ts';
import type { CommitRecord } from '../../../../domain/idempotency.ts';
import type { MachineFile } from '../../../../domain/machine-files/machine-file.ts';
import type { MachineFileWriter } from '../../../../domain/machine-files/machine-file-store.ts';
import { countWrites } from '../counts/count-item.ts';
import { recordKey, recordListKeys } from '../operations/operation-item.ts';
import { overwrite } from '../pending-item.ts';
import type { Item, Table } from '../table.ts';
import { transact, type Write } from '../transact.ts';
import { userExists } from '../users/user-exists.ts';
import { machineFileDirectory } from './machine-file-directory.ts';
import { ownTrait, recordTraitWrites } from './record-traits.ts';

/** The item of a file; an unfinished one has a deadline. */
export function fileItem(ownerId: string, file: MachineFile, deadline?: number): Item {
  return {
    ...recordKey(ownerId, file.id, 'file'),
    ...recordListKeys(ownerId, file, 'file'),
    ...ownTrait(ownerId, 'file', file),
    ...(deadline !== undefined && { deadlineKey: 'file', deadline }),
    ownerId,
    file,
  };
}

/** The condition that a file has a status, and is gone at its provider or not, as was read. */
export function onlyAsRead({ status, removedAtProvider }: Pick<MachineFile, 'status' | 'removedAtProvider'>) {
  const { ExpressionAttributeValues, ...of } = onlyFrom(status);
  const isGone = removedAtProvider !== undefined;
  return {
    ...of,
    ConditionExpression: `${of.ConditionExpression} AND ${isGone ? '#file.removedAtProvider = :gone' : 'attribute_not_exists(#file.removedAtProvider)'}`,
    ExpressionAttributeValues: { ...ExpressionAttributeValues, ...(isGone && { ':gone': removedAtProvider }) },
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

/** The write of a file that still has a status, and those of its traits. */
export function changedFile(
  operations: Table,
  ownerId: string,
  file: MachineFile,
  { from, deadline }: { from: MachineFile['status']; deadline?: number },
): { record: Write; traits: Write[] } {
  return {
    record: overwrite(operations, fileItem(ownerId, file, deadline), onlyFrom(from)),
    traits: recordTraitWrites(operations, ownerId, 'file', { after: file }),
  };
}

/** Reads machine files from DynamoDB, and starts their processing. */
export function machineFileWriter(operations: Table, users: Table): MachineFileWriter {
  /** False if the condition on the file, which is the first write, fails. */
  const write = async (
    ownerId: string,
    { svcUserId }: MachineFile,
    writes: Write[],
    commit?: CommitRecord,
  ): Promise<boolean> => {
    const failed = await transact(operations.client, [userExists(users, ownerId, svcUserId), ...writes], commit);
    if (failed === 0) throw notFound('user', svcUserId);
    return failed === undefined;
  };
  const TableName = operations.name;
  return {
    ...machineFileDirectory(operations),

    async create(ownerId, file, deadline, commit) {
      const { id, svcUserId, status } = file;
      const Item = fileItem(ownerId, file, status === 'processing' ? deadline : undefined);
      const writes = [
        { Put: { TableName, Item, ConditionExpression: 'attribute_not_exists(pk)' } },
        ...recordTraitWrites(operations, ownerId, 'file', { before: 'none', after: file }),
        ...countWrites(operations, { ownerId, svcUserId, kind: 'file', id }, 1),
      ];
      await write(ownerId, file, writes, commit);
    },

    restart(ownerId, file, from, deadline) {
      const record = overwrite(operations, fileItem(ownerId, file, deadline), onlyAsRead({ ...file, status: from }));
      return write(ownerId, file, [record, ...recordTraitWrites(operations, ownerId, 'file', { after: file })]);
    },
  };
}
