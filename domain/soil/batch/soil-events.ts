import type { FarmEvent } from '../../events/event.ts';

interface SoilBatchIds {
  id: string;
  ownerId: string;
  svcUserId: string;
  batchId: string;
}

/** Event of a batch of soil results whose entries have all ended. */
export function soilBatchProcessingFinished({ batchId, ...ids }: SoilBatchIds, at: number): FarmEvent {
  return { ...ids, type: 'soilBatchProcessingFinished', at, payload: { svcUserId: ids.svcUserId, batchId } };
}

/** Event of a batch of soil results that was deleted. */
export function soilBatchDeleted({ batchId, ...ids }: SoilBatchIds, at: number): FarmEvent {
  return { ...ids, type: 'soilBatchDeleted', at, payload: { svcUserId: ids.svcUserId, batchId } };
}
