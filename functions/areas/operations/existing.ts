import { notFound } from '../../../domain/errors.ts';
import type { StoredBatch } from '../../../domain/machine-files/batch-store.ts';
import type { Operation } from '../../../domain/operations/operation.ts';
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
