import { type FarmEvent, noUser } from '../events/event.ts';

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
