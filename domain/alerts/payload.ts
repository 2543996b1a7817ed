import { timestamp } from '../clock.ts';
import type { FarmEvent } from '../events/event.ts';
import type { EventType } from '../events/event-types.ts';

const notAscii = /[^ -~]/g;

/** An event with its members. Internal events are never delivered. */
export type ToldEvent = { type: EventType; timestamp: string; [member: string]: unknown };

/** An event as webhooks and the feed tell it. */
export function toldEvent({ type, at, payload }: FarmEvent): ToldEvent {
  return { type: type as EventType, timestamp: timestamp(at), ...payload };
}

/** What a webhook is sent. */
export function webhookBody(event: FarmEvent): string {
  return spacedJson(toldEvent(event));
}

/**
 * JSON in one line with one space after every `:` and `,`, and everything beyond ASCII escaped: the form in which listeners of this kind of
 * service are used to get it, byte for byte.
 */
export function spacedJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => spacedJson(item ?? null)).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    return `{${members.map(([name, member]) => `${spacedJson(name)}: ${spacedJson(member)}`).join(', ')}}`;
  }
  return JSON.stringify(value).replace(notAscii, escaped);
}

/** One unit of UTF-16, as JSON escapes it. */
function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
