import type { FarmEvent } from '../events/event.ts';

interface OperationEventIds {
  id: string;
  ownerId: string;
  svcUserId: string;
  operationId: string;
}

/** Types of events about field operations. */
export type OperationEventType = 'operationCreated' | 'operationUpdated' | 'operationProcessingFinished';

export function operationEvent(
  type: OperationEventType,
  { operationId, ...ids }: OperationEventIds,
  at: number,
): FarmEvent {
  return { ...ids, type, at, payload: { svcUserId: ids.svcUserId, operationId } };
}
