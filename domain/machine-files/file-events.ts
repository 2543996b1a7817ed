import type { FarmEvent } from '../events/event.ts';

interface MachineFileEventIds {
  id: string;
  ownerId: string;
  svcUserId: string;
  fileId: string;
}

/** The origin of a machine file; the types of its events begin with it. */
export type FileEventOrigin = 'uploaded' | 'provider' | 'merged' | 'automerged';

/** Event of a machine file whose standard points are ready. */
export function fileProcessingFinished(
  origin: FileEventOrigin,
  { fileId, ...ids }: MachineFileEventIds,
  at: number,
): FarmEvent {
  return { ...ids, type: `${origin}FileProcessingFinished`, at, payload: { svcUserId: ids.svcUserId, fileId } };
}

/** Event of a machine file that has no standard points, with the reason. */
export function fileProcessingFailed(
  origin: FileEventOrigin,
  { fileId, ...ids }: MachineFileEventIds,
  message: string,
  at: number,
): FarmEvent {
  return { ...ids, type: `${origin}FileProcessingFailed`, at, payload: { svcUserId: ids.svcUserId, fileId, message } };
}

interface BatchEventIds {
  id: string;
  ownerId: string;
  svcUserId: string;
  batchId: string;
}

/** Event of a batch whose files have all been processed or have failed. */
export function batchUploadProcessingFinished({ batchId, ...ids }: BatchEventIds, at: number): FarmEvent {
  return { ...ids, type: 'batchUploadProcessingFinished', at, payload: { svcUserId: ids.svcUserId, batchId } };
}
