import type { RemovalMarks } from '../../../../domain/machine-files/machine-file-store.ts';
import { overwrite } from '../pending-item.ts';
import type { Table } from '../table.ts';
import { transact } from '../transact.ts';
import { userExists } from '../users/user-exists.ts';
import { machineFileDirectory } from './machine-file-directory.ts';
import { fileItem, onlyAsRead } from './machine-file-writer.ts';
import { recordTraitWrites } from './record-traits.ts';

/** Marks in the records of files. A user who has been deleted has none. */
export function removalMarks(operations: Table, users: Table): RemovalMarks {
  return {
    get: machineFileDirectory(operations).get,

    async set(ownerId, before, removedAtProvider, at) {
      const { removedAtProvider: _, ...members } = before;
      const after = { ...members, ...(removedAtProvider !== undefined && { removedAtProvider }), updatedTime: at };
      const failed = await transact(operations.client, [
        userExists(users, ownerId, before.svcUserId),
        overwrite(operations, fileItem(ownerId, after), onlyAsRead(before)),
        ...recordTraitWrites(operations, ownerId, 'file', { before, after }),
      ]);
      return failed === undefined;
    },
  };
}
