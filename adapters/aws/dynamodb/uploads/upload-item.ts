import type { Entry } from '../../../../domain/uploads/entry.ts';
import type { Upload } from '../../../../domain/uploads/upload.ts';
import type { IndexRange } from '../lists/index-range.ts';
import type { Item } from '../table.ts';

/** Partition of an upload or session, which are found by id alone, since their paths name no user. */
export function uploadPartition(ownerId: string, uploadId: string): string {
  return `${ownerId}#${uploadId}`;
}

export function uploadKey(ownerId: string, uploadId: string): { pk: string; sk: string } {
  return { pk: uploadPartition(ownerId, uploadId), sk: 'upload' };
}

export const entryPrefix = 'entry#';

export function entryKey(
  ownerId: string,
  { uploadId, id }: Pick<Entry, 'uploadId' | 'id'>,
): { pk: string; sk: string } {
  return { pk: uploadPartition(ownerId, uploadId), sk: entryPrefix + id };
}

/** Key of the item with the number of an upload's entries. */
export function entryCountKey(ownerId: string, uploadId: string): { pk: string; sk: string } {
  return { pk: uploadPartition(ownerId, uploadId), sk: 'count' };
}

/**
 * Attributes that index an upload in the lists of its owner and user, with and without its status.
 *
 * @example const Item = { ...uploadKey(ownerId, upload.id), ...listKeys(ownerId, upload), upload };
 */
export function listKeys(ownerId: string, { id, svcUserId, status }: Upload): Item {
  const userKey = `${ownerId}#${svcUserId}`;
  return {
    listKey: id,
    ownerKey: ownerId,
    ownerStatusKey: `${ownerId}#${status}`,
    userKey,
    userStatusKey: `${userKey}#${status}`,
  };
}

/** The uploads of a user. */
export function userUploads(ownerId: string, svcUserId: string): IndexRange {
  return { index: 'byUser', partitionKey: 'userKey', partition: `${ownerId}#${svcUserId}`, sortKey: 'listKey' };
}

/** Partition of the index of deadlines with all pending uploads; it is small, since they leave it within an hour. */
export const deadlineKey = 'uploads';

/**
 * Partition of a user's sessions in the index by user, apart from the listed uploads.
 *
 * @example sessionsOf('o', 'u') // 'o#u#sessions'
 */
export function sessionsOf(ownerId: string, svcUserId: string): string {
  return `${ownerId}#${svcUserId}#sessions`;
}

/** Name of the slots of an owner's open sessions. */
export const sessionSlots = 'sessionPlaces';
