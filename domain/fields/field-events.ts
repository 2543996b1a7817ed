import type { FarmEvent } from '../events/event.ts';

/** The cause of a change of a field: a provider's sync, or a call of the API, uploads among them. */
export type FieldEventSource = 'SYNC' | 'REST';

interface FieldEventIds {
  id: string;
  ownerId: string;
  svcUserId: string;
  fieldId: string;
}

export function fieldCreated({ fieldId, ...ids }: FieldEventIds, source: FieldEventSource, at: number): FarmEvent {
  return { ...ids, type: 'fieldCreated', at, payload: { source, svcUserId: ids.svcUserId, fieldId } };
}

export function fieldBoundaryCreated({ fieldId, ...ids }: FieldEventIds, boundaryId: string, at: number): FarmEvent {
  return { ...ids, type: 'fieldBoundaryCreated', at, payload: { boundaryId, svcUserId: ids.svcUserId, fieldId } };
}

/**
 * The event `fieldUpdated` of a changed field, at a time in milliseconds since 1970.
 *
 * @example const write = eventWrite(events, fieldUpdated({ id: newId(), ownerId, svcUserId, fieldId }, 'REST', at));
 */
export function fieldUpdated({ fieldId, ...ids }: FieldEventIds, source: FieldEventSource, at: number): FarmEvent {
  return { ...ids, type: 'fieldUpdated', at, payload: { source, svcUserId: ids.svcUserId, fieldId } };
}

export function fieldBoundaryUpdated({ fieldId, ...ids }: FieldEventIds, boundaryId: string, at: number): FarmEvent {
  return { ...ids, type: 'fieldBoundaryUpdated', at, payload: { boundaryId, svcUserId: ids.svcUserId, fieldId } };
}

/** Last known state of a deleted field. */
export interface Deleted {
  mergedFieldId?: string | undefined;
  /** West, south, east and north of its active boundary, in degrees. */
  bounds?: readonly number[] | undefined;
}

export function fieldDeleted({ fieldId, ...ids }: FieldEventIds, deleted: Deleted, at: number): FarmEvent {
  return { ...ids, type: 'fieldDeleted', at, payload: { svcUserId: ids.svcUserId, fieldId, ...deleted } };
}

export function mergedFieldChanged(
  type: 'mergedFieldCreated' | 'mergedFieldUpdated',
  { fieldId, ...ids }: FieldEventIds,
  source: FieldEventSource,
  at: number,
): FarmEvent {
  return { ...ids, type, at, payload: { source, svcUserId: ids.svcUserId, fieldId } };
}

export function mergedFieldDeleted({ fieldId, ...ids }: FieldEventIds, at: number): FarmEvent {
  return { ...ids, type: 'mergedFieldDeleted', at, payload: { svcUserId: ids.svcUserId, fieldId } };
}
