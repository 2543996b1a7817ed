import type { Entry } from '../../../../domain/uploads/entry.ts';
import type { Upload } from '../../../../domain/uploads/upload.ts';
import type { IndexRange } from '../lists/index-range.ts';
import type { Item } from '../table.ts';

/** Uploads and sessions are found by their id alone: the paths that lead to them name no user. */
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

/** The item that says how many entries an upload has; uploads of earlier releases have none. */
export function entryCountKey(ownerId: string, uploadId: string): { pk: string; sk: string } {
  return { pk: uploadPartition(ownerId, uploadId), sk: 'count' };
}

/** Members that put an upload into the lists of its owner and user, with and without its status. */
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

/** One partition holds what is under way; it is small, since everything leaves it within the hour. */
export const deadlineKey = 'uploads';

/** A user's sessions in the index by user: apart from the uploads, which lists show. */
export function sessionsOf(ownerId: string, svcUserId: string): string {
  return `${ownerId}#${svcUserId}#sessions`;
}

/** The places of an owner's open sessions. */
export const sessionSlots = 'sessionPlaces';
