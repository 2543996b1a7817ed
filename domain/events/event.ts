import type { EventType, InternalEventType } from './event-types.ts';

/** An event, written in the same transaction as the change that it records. */
export interface FarmEvent {
  id: string;
  type: EventType | InternalEventType;
  ownerId: string;
  /** {@link noUser} for events of the owner that concern none of its users. */
  svcUserId: string;
  /** Milliseconds since the epoch. */
  at: number;
  /** Members of the event beside its type and time. */
  payload: Record<string, unknown>;
}

/**
 * The user id of records that belong to the owner itself, such as satellite fields: the nil UUID, which no user has.
 */
export const noUser = '00000000-0000-0000-0000-000000000000';

/** An event in the outbox. */
export interface OfferedEvent extends FarmEvent {
  /** Names of the subscribers that it was delivered to. */
  deliveredTo: readonly string[];
}

/** Event that starts the erasure of all data of a deleted user. */
export function userDeleted(ids: { id: string; ownerId: string; svcUserId: string }, at: number): FarmEvent {
  return { ...ids, type: 'userDeleted', at, payload: {} };
}

/** Event about an added or removed credential, which starts or ends its checks and syncs. */
export function credentialChanged(ids: { id: string; ownerId: string; svcUserId: string }, at: number): FarmEvent {
  return { ...ids, type: 'credentialChanged', at, payload: {} };
}

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

/** Types of events about organizations. */
export type OrganizationEventType =
  | 'providerOrganizationCreated'
  | 'providerOrganizationBlocked'
  | 'providerOrganizationRemoved';

export function organizationEvent(
  type: OrganizationEventType,
  ids: { id: string; ownerId: string; svcUserId: string },
  organization: { provider: string; providerOrgId: string; providerOrgName: string; status: string },
  at: number,
): FarmEvent {
  return { ...ids, type, at, payload: { ...organization, svcUserId: ids.svcUserId } };
}

/** Event of a machine that was found in a file. */
export function machineCreated(
  { machineId, ...ids }: { id: string; ownerId: string; svcUserId: string; machineId: string },
  at: number,
): FarmEvent {
  return { ...ids, type: 'machineCreated', at, payload: { svcUserId: ids.svcUserId, machineId } };
}

/** Event of a processed scene, whose images are available. */
export function newSatelliteImage(
  ids: { id: string; ownerId: string },
  image: { externalId: string; processId: string },
  at: number,
): FarmEvent {
  return { ...ids, svcUserId: noUser, type: 'newSatelliteImage', at, payload: image };
}

/**
 * Event of a field whose images cannot be made, with the reason. @param failed its `fieldId` is the owner's own id of
 * the field.
 */
export function satelliteSubscriptionFailed(
  ids: { id: string; ownerId: string },
  failed: { fieldId: string; message: string },
  at: number,
): FarmEvent {
  return { ...ids, svcUserId: noUser, type: 'satelliteSubscriptionFailed', at, payload: failed };
}
