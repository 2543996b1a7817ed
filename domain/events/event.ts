/** Something that happened, written in the same transaction as the change itself, and delivered from there. */
export interface FarmEvent {
  id: string;
  type: string;
  ownerId: string;
  svcUserId: string;
  /** Milliseconds since the epoch. */
  at: number;
  /** Members of the event beside its type and time. */
  payload: Record<string, unknown>;
}

/** Sets the erasers to work on all that belongs to a deleted user. */
export function userDeleted(ids: { id: string; ownerId: string; svcUserId: string }, at: number): FarmEvent {
  return { ...ids, type: 'userDeleted', at, payload: {} };
}
