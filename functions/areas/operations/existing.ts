import type { BatchStore, StoredBatch } from '../../../domain/machine-files/batch-store.ts';
import { existingFile } from '../../../domain/machine-files/existing-file.ts';
import type { MachineFile } from '../../../domain/machine-files/machine-file.ts';
import type { MachineFileDirectory } from '../../../domain/machine-files/machine-file-store.ts';
import type { Operation } from '../../../domain/operations/operation.ts';
import type { OperationDirectory } from '../../../domain/operations/operation-store.ts';
import type { UserDirectory } from '../../../domain/users/user-store.ts';
import { type Finder, ofExistingUser } from '../../http/existence.ts';

interface Users {
  users: UserDirectory;
}
interface Operations extends Users {
  operations: Pick<OperationDirectory, 'get'>;
}

export const batchInPath: Finder<
  { params: { batchId: string } },
  Users & { batches: Pick<BatchStore, 'get'> },
  StoredBatch
> = async ({ ownerId, params: { batchId } }, { batches, users }) => {
  const batch = await batches.get(ownerId, batchId);
  return ofExistingUser(ownerId, batch?.source ? undefined : batch, users, ['batch', batchId]);
};

export const fileInPath: Finder<
  { params: { fileId: string } },
  Users & { machineFiles: MachineFileDirectory },
  MachineFile
> = ({ ownerId, params }, services) => existingFile(ownerId, params.fileId, services);

export const operationInPath: Finder<{ params: { operationId: string } }, Operations, Operation> = (
  { ownerId, params },
  services,
) => existingOperation(ownerId, params.operationId, services);

export const operationInBody: Finder<{ body: { id: string } }, Operations, Operation> = ({ ownerId, body }, services) =>
  existingOperation(ownerId, body.id, services);

async function existingOperation(ownerId: string, id: string, { operations, users }: Operations): Promise<Operation> {
  return ofExistingUser(ownerId, await operations.get(ownerId, id), users, ['operation', id]);
}
