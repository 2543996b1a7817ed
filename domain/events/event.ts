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
