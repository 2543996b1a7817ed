import type { FarmEvent } from '../events/event.ts';

/** Event that starts the erasure of all data of a deleted user. */
export function userDeleted(ids: { id: string; ownerId: string; svcUserId: string }, at: number): FarmEvent {
  return { ...ids, type: 'userDeleted', at, payload: {} };
}
