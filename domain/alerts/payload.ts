import { timestamp } from '../clock.ts';
import type { FarmEvent } from '../events/event.ts';
import type { EventType } from '../events/event-types.ts';

const notAscii = /[^ -~]/g;

/** An event with its members. Internal events are never delivered. */
export type WebhookBody = { type: EventType; timestamp: string; [member: string]: unknown };

/** An event as it appears in webhooks and in the feed. */
export function webhookBodyOf({ type, at, payload }: FarmEvent): WebhookBody {
  return { type: type as EventType, timestamp: timestamp(at), ...payload };
}

/** The body that is sent to a webhook. */
export function webhookJson(event: FarmEvent): string {
  return spacedJson(webhookBodyOf(event));
}

/**
 * JSON in one line with one space after every `:` and `,` and all non-ASCII characters escaped: byte for byte the form that listeners of
 * such services expect.
 */
export function spacedJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => spacedJson(item ?? null)).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    return `{${members.map(([name, member]) => `${spacedJson(name)}: ${spacedJson(member)}`).join(', ')}}`;
  }
  return JSON.stringify(value).replace(notAscii, escaped);
}

/** Escapes one UTF-16 code unit as in JSON. */
function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
