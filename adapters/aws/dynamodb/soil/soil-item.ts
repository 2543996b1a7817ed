import type { StoredSoilBatch } from '../../../../domain/soil/batch/soil-batch.ts';
import type { IndexRange } from '../lists/index-range.ts';
import type { Item } from '../table.ts';

/** Partition of a batch, which is found by id alone, since its path names no user. */
export function soilPartition(ownerId: string, batchId: string): string {
  return `${ownerId}#${batchId}`;
}

export function soilBatchKey(ownerId: string, batchId: string): { pk: string; sk: string } {
  return { pk: soilPartition(ownerId, batchId), sk: 'batch' };
}

/** Key of the item with the attempts to read an entry, which workers of several entries change at once. */
export function soilAttemptsKey(ownerId: string, batchId: string, entryId: string): { pk: string; sk: string } {
  return { pk: soilPartition(ownerId, batchId), sk: `attempts#${entryId}` };
}

/** Partition of the index of deadlines with all unfinished batches. */
export const soilDeadlineKey = 'soil';

/** The item of a batch, with the attributes of its lists. An unfinished batch has a deadline. */
export function soilBatchItem(ownerId: string, batch: StoredSoilBatch, revision: number, deadline?: number): Item {
  const { id, svcUserId, status } = batch;
  const userKey = `${ownerId}#${svcUserId}`;
  return {
    ...soilBatchKey(ownerId, id),
    listKey: id,
    ownerKey: ownerId,
    ownerStatusKey: `${ownerId}#${status}`,
    userKey,
    userStatusKey: `${userKey}#${status}`,
    ...(deadline !== undefined && { deadlineKey: soilDeadlineKey, deadline }),
    ownerId,
    revision,
    soilBatch: batch,
  };
}

/** The batches of a user. */
export function userSoil(ownerId: string, svcUserId: string): IndexRange {
  return { index: 'byUser', partitionKey: 'userKey', partition: `${ownerId}#${svcUserId}`, sortKey: 'listKey' };
}

/** The batches that a list names: of an owner or a user, with any status or one. */
export function soilRange(
  ownerId: string,
  { svcUserId, status }: { svcUserId?: string | undefined; status?: string | undefined },
): IndexRange {
  const sortKey = 'listKey';
  if (status === undefined) {
    if (svcUserId !== undefined) return userSoil(ownerId, svcUserId);
    return { index: 'byOwner', partitionKey: 'ownerKey', partition: ownerId, sortKey };
  }
  if (svcUserId === undefined) {
    return { index: 'byOwnerStatus', partitionKey: 'ownerStatusKey', partition: `${ownerId}#${status}`, sortKey };
  }
  const partition = `${ownerId}#${svcUserId}#${status}`;
  return { index: 'byUserStatus', partitionKey: 'userStatusKey', partition, sortKey };
}
