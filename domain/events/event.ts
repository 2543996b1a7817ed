import type { EventType, InternalEventType } from './event-types.ts';

/** Something that happened, written in the same transaction as the change itself, and delivered from there. */
export interface FarmEvent {
  id: string;
  type: EventType | InternalEventType;
  ownerId: string;
  /** {@link noUser} where it is of the owner and none of its users. */
  svcUserId: string;
  /** Milliseconds since the epoch. */
  at: number;
  /** Members of the event beside its type and time. */
  payload: Record<string, unknown>;
}

/** In place of a user's id in what belongs to an owner itself, such as ground for satellite images: the nil UUID, which no user has. */
export const noUser = '00000000-0000-0000-0000-000000000000';

/** An event as the outbox offers it. */
export interface OfferedEvent extends FarmEvent {
  /** Names of the subscribers that have it already. */
  deliveredTo: readonly string[];
}

/** Sets the erasers to work on all that belongs to a deleted user. */
export function userDeleted(ids: { id: string; ownerId: string; svcUserId: string }, at: number): FarmEvent {
  return { ...ids, type: 'userDeleted', at, payload: {} };
}

/** A user's credential has come or gone: it has to be checked, or nothing more be fetched with it. */
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

/** What a deleted field leaves to be known: what it was part of, and where it was. */
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

/** What a machine file came from; the types of its events begin with it. */
export type FileEventOrigin = 'uploaded' | 'provider' | 'merged' | 'automerged';

/** A machine file has its standard points. */
export function fileProcessingFinished(
  origin: FileEventOrigin,
  { fileId, ...ids }: MachineFileEventIds,
  at: number,
): FarmEvent {
  return { ...ids, type: `${origin}FileProcessingFinished`, at, payload: { svcUserId: ids.svcUserId, fileId } };
}

/** A machine file has no standard points, and why. */
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

/** All files of a batch have ended, one way or the other. */
export function batchUploadProcessingFinished({ batchId, ...ids }: BatchEventIds, at: number): FarmEvent {
  return { ...ids, type: 'batchUploadProcessingFinished', at, payload: { svcUserId: ids.svcUserId, batchId } };
}

interface OperationEventIds {
  id: string;
  ownerId: string;
  svcUserId: string;
  operationId: string;
}

/** What is told of a field operation. */
export type OperationEventType = 'operationCreated' | 'operationUpdated' | 'operationProcessingFinished';

export function operationEvent(
  type: OperationEventType,
  { operationId, ...ids }: OperationEventIds,
  at: number,
): FarmEvent {
  return { ...ids, type, at, payload: { svcUserId: ids.svcUserId, operationId } };
}

/** What is told of an organization of a user at a provider. */
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

/** A machine has become known: found in a file. */
export function machineCreated(
  { machineId, ...ids }: { id: string; ownerId: string; svcUserId: string; machineId: string },
  at: number,
): FarmEvent {
  return { ...ids, type: 'machineCreated', at, payload: { svcUserId: ids.svcUserId, machineId } };
}

/** A scene has been processed: its images are there. */
export function newSatelliteImage(
  ids: { id: string; ownerId: string },
  image: { externalId: string; processId: string },
  at: number,
): FarmEvent {
  return { ...ids, svcUserId: noUser, type: 'newSatelliteImage', at, payload: image };
}

/** Images of a field do not come, and why. @param failed its `fieldId` is the owner's own id of the field. */
export function satelliteSubscriptionFailed(
  ids: { id: string; ownerId: string },
  failed: { fieldId: string; message: string },
  at: number,
): FarmEvent {
  return { ...ids, svcUserId: noUser, type: 'satelliteSubscriptionFailed', at, payload: failed };
}
