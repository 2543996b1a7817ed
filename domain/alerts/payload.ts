import { timestamp } from '../clock.ts';
import type { FarmEvent } from '../events/event.ts';
import type { EventType } from '../events/event-types.ts';
import { spacedJson } from './spaced-json.ts';

/** An event with its members. Internal events are told to nobody. */
export type ToldEvent = { type: EventType; timestamp: string; [member: string]: unknown };

/** An event as webhooks and the feed tell it. */
export function toldEvent({ type, at, payload }: FarmEvent): ToldEvent {
  return { type: type as EventType, timestamp: timestamp(at), ...payload };
}

/** What a webhook is sent. */
export function webhookBody(event: FarmEvent): string {
  return spacedJson(toldEvent(event));
}
