import type { FarmEvent } from '../events/event.ts';

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
