import { notFound } from '../../domain/errors.ts';
import type { StoredBatch } from '../../domain/machine-files/batch-store.ts';
import type { MachineFile } from '../../domain/machine-files/machine-file.ts';
import type { Operation } from '../../domain/operations/operation.ts';
import type { OperationsServices } from './services.ts';

/** The batch with this id, unless it, or its user, is not there. */
export async function existingBatch(
  ownerId: string,
  id: string,
  { batches, users }: OperationsServices,
): Promise<StoredBatch> {
  const batch = await batches.get(ownerId, id);
  if (!batch || !(await users.get(ownerId, batch.svcUserId))) throw notFound('batch', id);
  return batch;
}

/** The machine file with this id, unless it, or its user, is not there. */
export async function existingFile(
  ownerId: string,
  id: string,
  { machineFiles, users }: OperationsServices,
): Promise<MachineFile> {
  const file = await machineFiles.get(ownerId, id);
  if (!file || !(await users.get(ownerId, file.svcUserId))) throw notFound('file', id);
  return file;
}

/** Those files whose users have not been deleted. */
export async function filesOfExistingUsers(
  ownerId: string,
  files: MachineFile[],
  { users }: OperationsServices,
): Promise<MachineFile[]> {
  const existing = await users.existing(
    ownerId,
    files.map(({ svcUserId }) => svcUserId),
  );
  return files.filter(({ svcUserId }) => existing.has(svcUserId));
}

/** The field operation with this id, unless it, or its user, is not there. */
export async function existingOperation(
  ownerId: string,
  id: string,
  { operations, users }: OperationsServices,
): Promise<Operation> {
  const operation = await operations.get(ownerId, id);
  if (!operation || !(await users.get(ownerId, operation.svcUserId))) throw notFound('operation', id);
  return operation;
}
