/** The keys of objects. S3 events filter by one literal prefix, so the kind of what comes in stands first. */
export const incomingBoundaries = 'incoming/boundaries/';

export function incomingKey(ownerId: string, svcUserId: string, uploadId: string, fileName: string): string {
  return `${incomingBoundaries}${ownerId}/${svcUserId}/${uploadId}/${fileName}`;
}

/** The ids in the key of an incoming file. */
export function incomingIds(key: string): { ownerId: string; svcUserId: string; uploadId: string } | undefined {
  const [, , ownerId, svcUserId, uploadId, name] = key.split('/');
  return ownerId && svcUserId && uploadId && name ? { ownerId, svcUserId, uploadId } : undefined;
}

/** Everything that is kept of a user lies below this prefix. */
export function artefactPrefix(ownerId: string, svcUserId: string): string {
  return `artefacts/${ownerId}/${svcUserId}/`;
}

export function originalKey(ownerId: string, svcUserId: string, uploadId: string, fileName: string): string {
  return `${artefactPrefix(ownerId, svcUserId)}uploads/${uploadId}/${fileName}`;
}

export function geometryKey(ownerId: string, svcUserId: string, boundaryId: string): string {
  return `${artefactPrefix(ownerId, svcUserId)}boundaries/${boundaryId}.json`;
}
